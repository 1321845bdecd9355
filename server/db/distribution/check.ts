import { sql } from 'kysely'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import type { Queries } from '../database.ts'
import { entityTables } from '../ddl/entity-tables.ts'
import { hasExtension, type Roles } from '../ddl/roles.ts'
import { COUNTER_TABLES, DISTRIBUTION_COLUMN, LOCAL_TABLES, REFERENCE_TABLES, TENANT_TABLES } from './tables.ts'

/** Triggers and policies that `distribute` itself drops or writes anew. */
const REPLACED = {
  triggers: /^(?:(?:rank|user_role|tenant)_|note_change(?:_|$))/,
  policies: ['scope', 'above', 'journal_reseal.service'],
}

/** Lists, a sentence each, what stands in the way of distributing a database that this version has migrated; nothing where it can be done. */
export async function obstacles(
  queries: Queries,
  { schemas, roles }: { schemas: Record<string, EntitySchema>; roles: Roles },
): Promise<string[]> {
  if (!(await hasExtension(queries, 'citus')))
    return [
      'The extension citus is missing: an administrator runs "create extension citus" in this database of every server, the coordinator first.',
    ]
  return [...(await ofCluster(queries)), ...(await ofRoles(queries, roles)), ...(await tableObstacles(queries, schemas))]
}

async function ofCluster(queries: Queries): Promise<string[]> {
  const { rows } = await sql<{ group: number; isActive: boolean; takesRows: boolean }>`select groupid as "group", isactive as "isActive",
    shouldhaveshards as "takesRows" from pg_dist_node where noderole = 'primary'`.execute(queries)
  const workers = rows.filter(({ group, isActive, takesRows }) => group > 0 && isActive && takesRows)
  const found: string[] = []
  if (workers.length === 0)
    found.push('The coordinator knows no worker: an administrator runs "select citus_add_node(host, port)" for each.')
  if (!rows.some(({ group }) => group === 0))
    found.push('The coordinator is not part of its own cluster: an administrator runs "select citus_set_coordinator_host(host, port)".')
  const { rows: without } = await sql<{ node: string }>`select n.nodename || ':' || n.nodeport as node
    from run_command_on_workers($$select count(*) from pg_extension where extname = 'pg_trgm'$$) r join pg_dist_node n on n.nodename = r.nodename and n.nodeport = r.nodeport
    where r.result <> '1' order by 1`.execute(queries)
  return [
    ...found,
    ...without.map(({ node }) => `The worker ${node} lacks the extension pg_trgm: an administrator runs "create extension pg_trgm" there.`),
  ]
}

/** The servers connect to each other as the role that a statement runs as. */
async function ofRoles(queries: Queries, { app, search }: Roles): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select quote_ident(rolname) as name from pg_roles
    where rolname in (${app}, ${search}) and not rolcanlogin order by 1`.execute(queries)
  return rows.map(
    ({ name }) => `The role ${name} may not log in, which servers do as it: an administrator runs "alter role ${name} login".`,
  )
}

interface TableRow {
  name: string
  hasTenant: boolean
  triggers: string[]
  policies: string[]
  keys: string[]
  references: string[]
}

/** What stands in the way of distributing the tables themselves, whatever server they are on. */
export async function tableObstacles(queries: Queries, schemas: Record<string, EntitySchema>): Promise<string[]> {
  const entities = entityTables(schemas)
  const replaced = new Set(entities.flatMap(({ splitKeys }) => splitKeys))
  const byTenant = new Set([
    ...entities.map(({ model }) => model.table.replaceAll('"', '')),
    ...TENANT_TABLES.map((name) => `public.${name}`),
  ])
  const known = new Set([...byTenant, ...[...REFERENCE_TABLES, ...LOCAL_TABLES, ...COUNTER_TABLES].map((name) => `public.${name}`)])
  const { rows } = await sql<TableRow>`select n.nspname || '.' || c.relname as name,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = ${DISTRIBUTION_COLUMN}) as "hasTenant",
      array(select t.tgname::text from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) as triggers,
      array(select p.polname::text from pg_policy p where p.polrelid = c.oid
        and concat(pg_get_expr(p.polqual, c.oid), pg_get_expr(p.polwithcheck, c.oid)) ilike '%select%') as policies,
      array(select i.indexrelid::regclass::text from pg_index i where i.indrelid = c.oid and i.indisunique
        and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = ${DISTRIBUTION_COLUMN} and a.attnum = any(i.indkey::smallint[]))) as keys,
      array(select k.conname::text from pg_constraint k where k.conrelid = c.oid and k.contype = 'f') as references
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('public', 'entity') and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by 1`.execute(queries)
  return rows.flatMap((row) => {
    if (!known.has(row.name)) return [`The table ${row.name} is not one of this version's: drop it, or move it to another schema.`]
    const isByTenant = byTenant.has(row.name)
    return isByTenant || REFERENCE_TABLES.some((name) => row.name === `public.${name}`) ? ofTable(row, { isByTenant, replaced }) : []
  })
}

/** What a table has that distributed tables cannot have; keys count only where rows are spread by tenant. */
function ofTable(
  { name, hasTenant, triggers, policies, keys, references }: TableRow,
  { isByTenant, replaced }: { isByTenant: boolean; replaced: ReadonlySet<string> },
): string[] {
  const bare = name.replace(/^public\./, '')
  const missing = isByTenant && !hasTenant ? [`The table ${name} has no column ${DISTRIBUTION_COLUMN}.`] : []
  const own = keys.filter((key) => isByTenant && !replaced.has(key))
  return [
    ...missing,
    ...own.map((key) => `The key ${key} of ${name} does not contain ${DISTRIBUTION_COLUMN}.`),
    ...triggers.filter((one) => !REPLACED.triggers.test(one)).map((one) => `The table ${name} has a trigger, ${one}.`),
    ...policies
      .filter((one) => !REPLACED.policies.includes(one) && !REPLACED.policies.includes(`${bare}.${one}`))
      .map((one) => `The policy ${one} of ${name} has a subquery.`),
    ...references.map((one) => `The table ${name} has a foreign key, ${one}.`),
  ]
}
