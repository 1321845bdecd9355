import { sql } from 'kysely'
import { openDatabase, type Database, type Queries } from '../../../server/db/database.ts'
import { catalogueOf } from '../../../server/entities/model/catalogue.ts'
import type { EntityModel } from '../../../server/entities/model/entity-model.ts'
import { pairSides } from '../../../server/entities/records/pair-records.ts'

/** Written through the service's public API: their records are more than rows of one table. */
const BY_PLANS = new Set(['partner', 'customer', 'user-role'])
/** Of the records that pairs are of, as many as make the largest matrix (BUDGETS M1). */
const MOST_SIDES = 500

/**
 * Copies of what the demo world has, straight into the tables: `rows` of each kind, of an overlay's kinds for the customer, else for the
 * platform. No statistics are gathered.
 */
export async function plantPages(
  at: Parameters<typeof openDatabase>[0]['at'],
  { customerOid, rows, secretKey }: { customerOid: string; rows: number; secretKey: Buffer },
): Promise<void> {
  const database = await openDatabase({ at, secretKey })
  try {
    const models = catalogueOf(database).models
    const tables = await tablesOf(database)
    const sides = new Set([...models.values()].flatMap((model) => pairSides(model)?.entities ?? []))
    for (const model of models.values())
      if (tables.has(model.name) && !BY_PLANS.has(model.name))
        await database.asOwner((queries) =>
          copy(queries, model, { tenantOids: tenantsOf(model, customerOid), rows: sides.has(model.name) ? MOST_SIDES : rows }),
        )
  } finally {
    await database.close()
  }
}

/** Appliances are lists of the inventory and of an overlay. */
function tenantsOf({ name, meta }: EntityModel, customerOid: string): string[] {
  if (name === 'appliance') return ['platform', customerOid]
  return [meta.scope === 'overlay' ? customerOid : 'platform']
}

/** Of each entity the table of its own name; what is put together from others is a view. */
async function tablesOf(database: Database): Promise<Set<string>> {
  const { rows } = await database.asOwner((queries) =>
    sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'entity'`.execute(queries),
  )
  return new Set(rows.map(({ name }) => name))
}

interface CopyTarget {
  tenantOids: string[]
  rows: number
}

async function copy(queries: Queries, { name, unique }: EntityModel, { tenantOids, rows }: CopyTarget): Promise<void> {
  const table = sql.table(`entity.${name}`)
  const named = [...new Set(['name', ...unique.flatMap(({ fields }) => fields)])]
  // What a tenant has already is the pattern, one of each type in turn, for its references lead to records of the same tenant.
  await sql`insert into ${table} (tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, created_at, updated_at)
    select t.oid, t.path, concat(pattern.oid, '-', t.oid, '-', i), 1,
      pattern.data || coalesce((select jsonb_object_agg(field, concat(pattern.data->>field, '-', t.oid, '-', i))
        from unnest(${named}::text[]) field where jsonb_typeof(pattern.data->field) = 'string'), '{}'),
      pattern.search_text, pattern.sort_keys, now(), now()
    from tenant t cross join generate_series(1, ${rows}::integer) i
      cross join lateral (select n.*, row_number() over (), count(*) over () as among from (
        select distinct on (r.data->>'type') * from ${table} r order by r.data->>'type', r.tenant_oid = t.oid desc, r.oid) n) pattern
    where t.oid = any(${tenantOids}) and i % pattern.among = pattern.row_number - 1`.execute(queries)
}
