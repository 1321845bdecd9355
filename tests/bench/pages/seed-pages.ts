import { sql } from 'kysely'
import { openDatabase, type Database, type Queries } from '../../../server/db/database.ts'
import { catalogueOf } from '../../../server/entities/model/catalogue.ts'
import type { EntityModel } from '../../../server/entities/model/entity-model.ts'

/** Entities that are created through the public API, because their records span several tables. */
const CREATED_BY_API = new Set(['partner', 'customer', 'user-role'])
/** Maximum rows of an entity that forms an axis of a matrix: the size of the largest matrix (BUDGETS M1). */
const MAX_AXIS_ROWS = 500

/**
 * Copies records of the demo data directly in the tables: `rows` of each entity, for the customer if the entity belongs to an overlay,
 * else for the platform. Does not run `analyze`.
 */
export async function seedPages(
  at: Parameters<typeof openDatabase>[0]['at'],
  { customerOid, rows, secretKey }: { customerOid: string; rows: number; secretKey: Buffer },
): Promise<void> {
  const database = await openDatabase({ at, secretKey })
  try {
    const models = catalogueOf(database).models
    const tables = await tablesOf(database)
    const axisEntities = new Set([...models.values()].flatMap((model) => model.pairs?.entities ?? []))
    for (const model of models.values())
      if (tables.has(model.name) && !CREATED_BY_API.has(model.name))
        await database.asOwner((queries) =>
          copy(queries, model, { tenantOids: tenantsOf(model, customerOid), rows: axisEntities.has(model.name) ? MAX_AXIS_ROWS : rows }),
        )
  } finally {
    await database.close()
  }
}

/** Appliances get rows in both tenants, because the inventory and the overlay list them. */
function tenantsOf({ name, meta }: EntityModel, customerOid: string): string[] {
  if (name === 'appliance') return ['platform', customerOid]
  return [meta.scope === 'overlay' ? customerOid : 'platform']
}

/** Names of the entities that have their own table; the others are views. */
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
  const uniqueFields = [...new Set(['name', ...unique.flatMap(({ fields }) => fields)])]
  // Copies one existing record of each type in turn; prefers records of the same tenant, because their references stay within it.
  await sql`insert into ${table} (tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, created_at, updated_at)
    select t.oid, t.path, concat(pattern.oid, '-', t.oid, '-', i), 1,
      pattern.data || coalesce((select jsonb_object_agg(field, concat(pattern.data->>field, '-', t.oid, '-', i))
        from unnest(${uniqueFields}::text[]) field where jsonb_typeof(pattern.data->field) = 'string'), '{}'),
      pattern.search_text, pattern.sort_keys, now(), now()
    from tenant t cross join generate_series(1, ${rows}::integer) i
      cross join lateral (select n.*, row_number() over (), count(*) over () as pattern_count from (
        select distinct on (r.data->>'type') * from ${table} r order by r.data->>'type', r.tenant_oid = t.oid desc, r.oid) n) pattern
    where t.oid = any(${tenantOids}) and i % pattern.pattern_count = pattern.row_number - 1`.execute(queries)
}
