import { sql, type RawBuilder } from 'kysely'
import { operationsOn, tenantTypes } from '../../../schemas/rights/rights.ts'
import type { Queries } from '../../db/database.ts'
import { isDistributed } from '../../db/distribution/connections.ts'
import { copyRecords, RECORD_COLUMNS } from '../../db/distribution/copy-records.ts'
import { initialValues } from '../../domain/entity-sql.ts'
import type { EntityModel } from '../model/entity-model.ts'
import { constant } from '../../db/constant.ts'
import { implicitData, lockSides, pairRows } from './pair-records.ts'

/*
 * Implicit records: singletons of a tenant (`x-entity.singleton`) and pairs (`x-entity.pairs`). A row is stored by the first change; until
 * then the record consists of defaults, so that a hundred thousand imported customers need no hundred thousand rows more.
 */

/**
 * The relation from which rows are read, in the layout of the entity's table. `wanted` are the requested oids, if known: only those
 * implicit records are generated.
 */
export function readTable(model: EntityModel, wanted?: RawBuilder<unknown>): RawBuilder<unknown> {
  const first = implicitRows(model, wanted)
  const table = sql.raw(model.table)
  if (first === undefined) return table
  // A hashed set, probed once per row regardless of the planner's row estimates.
  const stored = sql`from ${table} s ${wanted === undefined ? sql`` : sql`where ${amongWanted('s.oid', wanted)}`}`
  return sql`(select ${sql.raw(RECORD_COLUMNS)} ${stored} union all select f.* from (${first}) f where f.oid not in (select s.oid ${stored}))`
}

/** Rows of implicit records that have never been changed; undefined for other entities. */
function implicitRows(model: EntityModel, wanted: RawBuilder<unknown> | undefined): RawBuilder<unknown> | undefined {
  const { pairs: sides } = model
  if (sides !== undefined) return pairRows(model, sides, wanted)
  if (model.meta.singleton !== true) return undefined
  const among = wanted === undefined ? sql`` : sql`and ${amongWanted('t.oid', wanted)}`
  return sql`select t.oid as tenant_oid, t.path as tenant_path, t.oid, 1 as revision, ${sql.raw(initialData(model))} as data, '' as search_text,
    '{}'::jsonb as sort_keys, t.created_at, null::text as created_by, t.created_at as updated_at, null::text as updated_by
    from tenant t where t.type in (${sql.raw(typesOf(model))}) ${among}`
}

function amongWanted(oid: string, wanted: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${sql.raw(oid)} = any(array(select n.oid from ${wanted} n(oid)))`
}

/** Inserts missing rows of implicit records before they are locked and changed. */
export async function storeImplicit(queries: Queries, model: EntityModel, oids: readonly string[]): Promise<void> {
  const { pairs: sides } = model
  if ((sides === undefined && model.meta.singleton !== true) || oids.length === 0) return
  if (sides !== undefined) await lockSides(queries, sides, oids)
  const rows = sql`(select r.* from ${readTable(model, sql`unnest(${[...oids]}::text[])`)} r where r.oid = any(${[...oids]}::text[]))`
  const tenants = isDistributed(queries) ? [...(await homesOf(queries, model, oids)).keys()] : []
  await copyRecords(queries, { table: model.table, rows, tenants, end: sql`on conflict do nothing` })
}

/** The tenants of implicit records: a singleton has its tenant's identifier, a pair is where its first side is. */
export async function homesOf(queries: Queries, model: EntityModel, oids: readonly string[]): Promise<Map<string, string[]>> {
  const homes = new Map<string, string[]>()
  const tenants = await tenantsOfPairs(queries, model, oids)
  for (const oid of oids) {
    const tenant = tenants === undefined ? oid : tenants.get(oid.split('/')[0] ?? '')
    if (tenant !== undefined) homes.set(tenant, [...(homes.get(tenant) ?? []), oid])
  }
  return homes
}

async function tenantsOfPairs(queries: Queries, model: EntityModel, oids: readonly string[]): Promise<Map<string, string> | undefined> {
  const table = model.pairs?.tables[0]
  if (table === undefined) return undefined
  const first = oids.map((oid) => oid.split('/')[0])
  const { rows } = await sql<{ oid: string; tenant: string }>`select r.oid, r.tenant_oid as tenant from ${sql.raw(table)} r
    where r.oid = any(${first}::text[])`.execute(queries)
  return new Map(rows.map(({ oid, tenant }) => [oid, tenant]))
}

/** SQL of the initial data of tenant `t`'s record. */
function initialData(model: EntityModel): string {
  const given = Object.entries(initialValues[model.name] ?? {}).map(([name, value]) => `${constant(name)}, ${value}`)
  const defaults = `${constant(JSON.stringify(implicitData(model)))}::jsonb`
  return given.length === 0 ? defaults : `${defaults} || jsonb_strip_nulls(jsonb_build_object(${given.join(', ')}))`
}

/** Tenant types that have such a record. */
function typesOf({ meta }: EntityModel): string {
  return tenantTypes
    .filter((type) => operationsOn(meta.resource, type).length > 0)
    .map(constant)
    .join(', ')
}
