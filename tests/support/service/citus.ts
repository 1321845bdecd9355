import pg from 'pg'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import { openDatabase, type Database } from '../../../server/db/database.ts'
import { migrate } from '../../../server/db/ddl/migrate.ts'
import { distribute } from '../../../server/db/distribution/distribute.ts'
import { createPlainDatabase, dropPlainDatabase, replaceUrlParts, runSql, type PlainDatabase } from './administrator.ts'

/** Few shards, so that a database of a test is made and dropped in seconds. */
const SHARDS = 4

/** Creates a database like `createClusterDatabase` and distributes it. */
export async function createDistributedDatabase(cluster: string): Promise<PlainDatabase> {
  const database = await createClusterDatabase(cluster)
  await distributeDatabase(database.url)
  return database
}

/**
 * Creates an empty database on every server of a Citus cluster. `cluster` is an administrator's URL of a database of the
 * coordinator that knows the workers; the coordinator stores none of the rows that are distributed later.
 */
export async function createClusterDatabase(cluster: string): Promise<PlainDatabase> {
  const { coordinator, workers } = await serversOf(cluster)
  const database = await createPlainDatabase(coordinator)
  for (const url of workers) await createPlainDatabase(url, { database: database.name, user: database.user })
  for (const url of [coordinator, ...workers]) {
    const own = replaceUrlParts(url, { pathname: `/${database.name}` })
    await runSql(own, `create extension citus`)
    await runSql(own, `create extension pg_trgm`)
  }
  await runSql(database.administratorUrl, `select citus_set_coordinator_host($1, $2)`, addressOf(coordinator))
  for (const url of workers) await runSql(database.administratorUrl, `select citus_add_node($1, $2)`, addressOf(url))
  await runSql(database.administratorUrl, `alter database ${database.name} set citus.shard_count = ${SHARDS}`)
  return database
}

/** Makes the tables of an empty database, and brings them into their distributed form. */
export async function distributeDatabase(url: string): Promise<void> {
  await prepare(url, (db) => distribute(db, entitySchemas))
  await prepare(url)
}

/** Drops such a database on every server, and throws if a row was in several shards. */
export async function dropDistributedDatabase(cluster: string, name: string): Promise<void> {
  const { coordinator, workers } = await serversOf(cluster)
  const repeated = await repeatedRows(replaceUrlParts(coordinator, { pathname: `/${name}` }))
  for (const url of [coordinator, ...workers]) await dropPlainDatabase(url, name)
  if (repeated.length > 0) throw new Error(`rows are stored in several shards: ${repeated.join(', ')}`)
}

/** Holds the journal of a database on a worker, as something would that the coordinator does not know of, until the answer is called. */
export async function lockedOnWorker(cluster: string, url: string): Promise<() => Promise<void>> {
  const options = '-c citus.override_table_visibility=off -c citus.enable_manual_changes_to_shards=on'
  const client = new pg.Client({ connectionString: await workerUrl(cluster, url), options })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'p' and relname ~ '^journal_\\d{6}$'`,
  )
  await client.query(`begin; ${rows.map(({ name }) => `lock table ${name} in access share mode`).join('; ')}`)
  return () => client.end()
}

/** Ends what a worker does for a database; answers how many connections it had. */
export async function endedOnWorker(cluster: string, url: string): Promise<number> {
  const [ended] = await runSql<{ n: number }>(
    await workerUrl(cluster, url),
    `select count(pg_terminate_backend(pid))::integer as n from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  )
  return ended?.n ?? 0
}

/** The administrator's URL of a database on a worker. */
async function workerUrl(cluster: string, url: string): Promise<string> {
  const { workers } = await serversOf(cluster)
  return replaceUrlParts(workers[0] ?? '', { pathname: new URL(url).pathname })
}

/** Tables with a row in several shards: keys are unique within a shard only. */
async function repeatedRows(url: string): Promise<string[]> {
  const tables = await runSql<{ name: string }>(url, `select logicalrelid::text as name from pg_dist_partition where partmethod = 'h'`)
  const found: string[] = []
  for (const { name } of tables) {
    const [row] = await runSql<{ repeated: boolean }>(url, `select count(*) > count(distinct t::text) as repeated from ${name} t`)
    if (row?.repeated === true) found.push(name)
  }
  return found
}

/** The administrator's URLs of the servers, each in a database that is not distributed. */
async function serversOf(cluster: string): Promise<{ coordinator: string; workers: string[] }> {
  const nodes = await runSql<{ host: string; port: number }>(
    cluster,
    `select nodename as host, nodeport as port from pg_dist_node where groupid > 0 order by nodeid`,
  )
  const plain = replaceUrlParts(cluster, { pathname: '/postgres' })
  return { coordinator: plain, workers: nodes.map(({ host, port }) => replaceUrlParts(plain, { hostname: host, port: String(port) })) }
}

function addressOf(url: string): [host: string, port: number] {
  const { hostname, port } = new URL(url)
  return [hostname, Number(port || 5432)]
}

async function prepare(url: string, work: (database: Database) => Promise<void> = async () => undefined): Promise<void> {
  const database = await openDatabase({ at: { url }, secretKey: Buffer.alloc(32, 7) })
  try {
    await migrate(database, entitySchemas)
    await work(database)
  } finally {
    await database.close()
  }
}
