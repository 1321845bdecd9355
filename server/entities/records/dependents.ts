import { type RawBuilder, sql } from 'kysely'
import { type Dependents, NAMED_DEPENDENTS } from '../../../schemas/dependents.ts'
import type { Database } from '../../db/database.ts'
import type { Caller, TenantNode } from '../../policies/caller.ts'
import type { Catalogue, EntityModel } from '../model/entity-model.ts'
import { constant } from '../../db/constant.ts'
import { oneRecord } from './one-record.ts'
import { oidsInData, type OutgoingReference } from '../model/reference-paths.ts'

interface Wanted {
  model: EntityModel
  oid: string
  /** The overlay or tenant of the call. */
  node: TenantNode
  catalogue: Catalogue
}

/**
 * Records that refer to a record through any reference, each once. Records that the caller may not read are counted but not named. Throws
 * 404 for an unknown record.
 */
export async function dependentsOf(database: Database, caller: Caller, { model, oid, node, catalogue }: Wanted): Promise<Dependents[]> {
  await oneRecord(database, caller, { model, oid, named: node.oid })
  const rights = caller.rightsOn(node)
  const selects = catalogue.referencesTo(model.name).flatMap(({ from, reference }) => {
    // Pairs are skipped, because they are deleted with the records that they connect.
    const found = from.meta.pairs === undefined ? referring({ oids: [oid], from, reference }) : undefined
    if (found === undefined) return []
    const label = from.fields.get(from.meta.label)?.sql?.('r') ?? 'null::text'
    return [
      sql`select ${sql.raw(constant(from.name))}::text as entity, r.oid, ${sql.raw(label)}::text as name ${found.rows} and r.tenant_oid = ${node.oid}`,
    ]
  })
  if (selects.length === 0) return []
  const { rows } = await database.withScope(caller.scopes(), (queries) =>
    sql<Dependents>`with users as (${sql.join(selects, sql` union `)}),
      placed as (select u.*, row_number() over (partition by entity order by lower(name), oid) as place, count(*) over (partition by entity)::integer as count from users u)
      select entity, count, coalesce(json_agg(json_build_object('oid', oid, 'name', name) order by place)
          filter (where place <= ${NAMED_DEPENDENTS}), '[]') as records
        from placed group by entity, count order by count desc, entity`.execute(queries),
  )
  return rows.map((found) => (rights.has(catalogue.model(found.entity).meta.resource, 'read') ? found : { ...found, records: [] }))
}

interface Referring {
  oids: readonly string[]
  from: EntityModel
  reference: OutgoingReference
}

/** SQL for rows `r` that refer to one of the oids (`from ... where ...`), and for the oid that each refers to. */
export function referring({ oids, from, reference }: Referring): { target: RawBuilder<unknown>; rows: RawBuilder<unknown> } | undefined {
  const field = from.fields.get(reference.path[0] ?? '')?.sql
  if (oids.length === 0 || field === undefined) return undefined
  if (reference.path.length === 1) {
    const target = sql.raw(field('r'))
    return { target, rows: sql`from ${sql.raw(from.table)} r where ${target} = any(${oids}::text[])` }
  }
  const all = sql.raw(oidsInData(from, reference))
  return {
    target: sql`t.oid`,
    rows: sql`from ${sql.raw(from.table)} r cross join lateral jsonb_array_elements_text(${all}) as t(oid)
      where ${all} ?| ${oids}::text[] and t.oid = any(${oids}::text[])`,
  }
}
