import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { migrations, retired } from '../../migrations/all.ts'
import type { Database, Queries } from '../database.ts'
import { ensureEntityTables, entityTablesFingerprint, viewsFingerprint, type LaterWork } from './entity-tables.ts'
import { entityVersionsOf, rememberEntities } from './entity-versions.ts'
import { codeOf } from '../errors.ts'
import { ensurePartitions } from '../../journal/partitions.ts'
import { coreFunctions } from './functions.ts'
import { coreRights, ensureRoles, hasExtension, namedRoles, type Roles } from './roles.ts'
import { onCoordinator } from '../distribution/tables.ts'
import { distributedPolicies, scopePolicies } from '../scope-sql.ts'

/** Arbitrary, but the same in every instance of the service. */
export const MIGRATION_LOCK = 7_391_204_118

/** Fingerprints that mark the database as current. */
interface Version {
  id: number
  name: string
  checksum: string
  /** Also accepted. */
  formerly: readonly string[]
}

/**
 * Brings the database to what this version needs: core tables by numbered migrations, entity tables from the schemas, functions and rights.
 * One statement if nothing is to do; instances that start at once wait for the first. Returns whether anything changed.
 */
export async function migrate(database: Database, schemas: Record<string, EntitySchema>): Promise<boolean> {
  const isChanged = await migrateIfNeeded(database, schemas)
  await database.standbys?.tablesAreReady()
  return isChanged
}

async function migrateIfNeeded(database: Database, schemas: Record<string, EntitySchema>): Promise<boolean> {
  const [roles, distributed] = await Promise.all([database.roles(), database.isDistributed()])
  const wanted = versions(schemas, { roles, distributed })
  if (await isCurrent(database, { roles, wanted })) return false
  await database.asOwner((queries) => ensureRoles(queries, roles))
  await whileBuilding(database)
  for (let tries = 1; ; tries++) {
    try {
      // The embedded database serves one after another anyway.
      const work = { schemas, roles, distributed, wanted, alongside: database.kind === 'postgres' && !distributed }
      await migrateInParts(database, work)
      return true
    } catch (error) {
      // Two instances created the version table at once; the loser retries and waits for the lock.
      const collided = ['23505', '42P07', '42710', '40001', '40P01', 'XX000'].includes(codeOf(error))
      if (!collided || tries >= 5) throw error
    }
  }
}

async function isCurrent(database: Database, { roles, wanted }: Pick<MigrationWork, 'roles' | 'wanted'>): Promise<boolean> {
  try {
    const { applied, hasRights } = await database.asOwner((queries) => stateOf(queries, roles))
    const isKnown = [...applied.keys()].every((id) => retired.has(id) || wanted.some((version) => version.id === id))
    return hasRights && isKnown && wanted.every((version) => isApplied(version, applied.get(version.id)))
  } catch (error) {
    if (codeOf(error) === '42P01') return false
    throw error
  }
}

interface State {
  /** Checksums by version. */
  applied: Map<number, string>
  /** Whether both roles have their grants: a restored database has every version, but no grants. */
  hasRights: boolean
}

async function stateOf(queries: Queries, { app, search }: Roles): Promise<State> {
  const { rows } = await sql<{ id: number; checksum: string; readers: number }>`select v.id, v.checksum,
      (select count(*)::integer from pg_roles r where r.rolname in (${app}, ${search})
        and has_column_privilege(r.oid, to_regclass('tenant'), 'oid', 'select')) as readers
    from schema_version v`.execute(queries)
  return { applied: new Map(rows.map(({ id, checksum }) => [id, checksum])), hasRights: rows[0]?.readers === 2 }
}

function isApplied({ checksum, formerly }: Version, found: string | undefined): boolean {
  return found !== undefined && (found === checksum || formerly.includes(found))
}

function versions(schemas: Record<string, EntitySchema>, { roles, distributed }: { roles: Roles; distributed: boolean }): Version[] {
  const core = migrations.map(({ id, name, statements, formerly = [] }) => ({
    id,
    name,
    checksum: digest(statements.join('\n')),
    formerly,
  }))
  const repeated = [entityTablesFingerprint(schemas, distributed), ...coreParts(distributed), roles.app, roles.search].join('\n')
  return [{ id: 0, name: 'entity tables', checksum: digest(repeated), formerly: [] }, ...core]
}

/** What tables have beside their migrations, for all entities. */
const coreParts = (distributed: boolean): string[] => [
  ...policiesOf(distributed),
  ...coreFunctions(distributed),
  ...coreRights(distributed),
]

const policiesOf = (distributed: boolean): readonly string[] => (distributed ? distributedPolicies : scopePolicies)

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

interface MigrationWork {
  schemas: Record<string, EntitySchema>
  roles: Roles
  distributed: boolean
  alongside: boolean
  wanted: readonly Version[]
}

/** Of a copy that finds an index being built by another one. */
const BUILDING_POLL_MS = 500
/**
 * One transaction for everything but the columns, indexes and counts of large tables, which are made while others write, and one more after
 * each of those.
 */
async function migrateInParts(database: Database, work: MigrationWork): Promise<void> {
  for (;;) {
    const later = await database.asOwner((queries) => migrateLocked(queries, work))
    if (later.length === 0) return
    for (const work of later) await work(database)
    await whileBuilding(database)
  }
}

/** Waits while another copy builds indexes: statements about their tables would wait for it, and everybody else for them. */
async function whileBuilding(database: Database): Promise<void> {
  while (database.kind === 'postgres') {
    const { rows } = await database.asOwner((queries) =>
      sql<{
        busy: boolean
      }>`select exists (select from pg_stat_progress_create_index p where p.datname = current_database()) as busy`.execute(queries),
    )
    if (rows[0]?.busy !== true) return
    await sleep(BUILDING_POLL_MS)
  }
}

/** Brings everything up to date but what it answers: work outside of the transaction, after which it is called again. */
async function migrateLocked(queries: Queries, { schemas, roles, distributed, wanted, alongside }: MigrationWork): Promise<LaterWork[]> {
  const run = async (statements: readonly string[]): Promise<void> => {
    for (const statement of statements) await sql.raw(namedRoles(statement, roles)).execute(queries)
  }
  // Adding a column or an index to a million rows exceeds the statement timeout.
  await run([`set local statement_timeout = 0`, `set local idle_in_transaction_session_timeout = 0`])
  // Other servers of a cluster get what distributed tables need; functions and their schema only the coordinator.
  const isCluster = await hasExtension(queries, 'citus')
  if (isCluster)
    await run([`set local citus.create_object_propagation = 'deferred'`, `set local citus.multi_shard_modify_mode = 'sequential'`])
  await lock(queries)
  const { applied, hasRights } = await stateOf(queries, roles)
  const unknown = [...applied.keys()].filter((id) => !retired.has(id) && !wanted.some((one) => one.id === id))
  if (unknown.length > 0)
    throw new Error(
      `The database was made by a newer version of this service (migration ${Math.max(...unknown)}); start that version, or restore an older database.`,
    )
  for (const version of wanted.filter(({ id }) => id !== 0)) {
    const before = applied.get(version.id)
    if (before === undefined) {
      await run(migrations.find(({ id }) => id === version.id)?.statements ?? [])
      await remember(queries, version)
    } else if (!isApplied(version, before)) {
      throw new Error(
        `Migration ${version.id} (${version.name}) differs from the one that made this database; a released migration must not be edited.`,
      )
    }
  }
  const repeated = wanted.find(({ id }) => id === 0)
  const core = digest([...coreParts(distributed), viewsFingerprint(schemas, distributed), roles.app, roles.search].join('\n'))
  // They lock the tables that every request reads, and with an upgrade that changes none of them nobody should wait.
  const hasCore =
    hasRights && wanted.every(({ id }) => id === 0 || applied.has(id)) && (await entityVersionsOf(queries)).get(CORE)?.checksum === core
  let hasNewTables = !hasCore
  const later: LaterWork[] = []
  if (repeated !== undefined && !(hasRights && isApplied(repeated, applied.get(0)))) {
    if (!hasCore) {
      await run(coreRights(distributed))
      await run(onCoordinator(coreFunctions(distributed), isCluster))
    }
    const made = await ensureEntityTables(queries, { schemas, roles, distributed, alongside, hasRights, hasViews: hasCore })
    later.push(...made.later)
    hasNewTables ||= made.hasNewTables
    if (later.length === 0) await remember(queries, repeated)
  }
  if (hasNewTables) await run(policiesOf(distributed))
  await rememberEntities(queries, [{ name: CORE, checksum: core, version: 0, base: 0, rights: null }])
  if (later.length === 0) await ensurePartitions(queries)
  return later
}

/** Stands among the entities for the tables of all of them. */
const CORE = '(core)'

async function remember(queries: Queries, { id, name, checksum }: Version): Promise<void> {
  await queries
    .insertInto('schema_version')
    .values({ id, name, checksum })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ checksum }))
    .execute()
}

/** An advisory lock until the transaction ends; engines without one wait on the row of the version table instead. */
async function lock(queries: Queries): Promise<void> {
  if (await hasAdvisoryLocks(queries)) await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`.execute(queries)
  await sql`create table if not exists schema_version (id integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`.execute(
    queries,
  )
  await sql`lock table schema_version in share row exclusive mode`.execute(queries)
}

async function hasAdvisoryLocks(queries: Queries): Promise<boolean> {
  const { rows } = await sql<{
    found: boolean
  }>`select exists (select from pg_proc where proname = 'pg_advisory_xact_lock') as found`.execute(queries)
  return rows[0]?.found === true
}
