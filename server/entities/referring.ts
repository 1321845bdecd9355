import { sql, type RawBuilder } from 'kysely'
import type { EntityModel } from './entity-model.ts'
import { oidsInData, type OutgoingReference } from './reference-paths.ts'

interface Referring {
  oids: readonly string[]
  from: EntityModel
  reference: OutgoingReference
}

/** Rows `r` that refer to one of the oids, as the end of a select, and what they refer to. */
export function referring({ oids, from, reference }: Referring): { target: RawBuilder<unknown>; rows: RawBuilder<unknown> } | undefined {
  const field = from.fields.get(reference.path[0] ?? '')?.sql
  if (oids.length === 0 || field === undefined) return undefined
  if (reference.path.length === 1) {
    const target = sql.raw(field('r'))
    return { target, rows: sql`from ${sql.raw(from.table)} r where ${target} = any(${oids}::text[])` }
  }
  const all = sql.raw(oidsInData(reference))
  return {
    target: sql`t.oid`,
    rows: sql`from ${sql.raw(from.table)} r cross join lateral jsonb_array_elements_text(${all}) as t(oid)
      where ${all} ?| ${oids}::text[] and t.oid = any(${oids}::text[])`,
  }
}
