import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import type { Can, Plan, ServedRecord } from '../../schemas/plan.ts'
import { rowEntity } from './row-kinds.ts'

/** What a deletion of chosen rows would do. */
export interface Deletion {
  /** Rows that may be deleted. */
  records: ServedRecord[]
  /** Rows that stay, by reason. */
  kept: { reason: Exclude<Can[string], true> | undefined; count: number }[]
}

/** Sorts chosen rows into those that the person may delete and those that stay, with the service's reasons. */
export function sortForDeletion(chosen: readonly ServedRecord[]): Deletion {
  const kept = new Map<string, Deletion['kept'][number]>()
  const records = chosen.filter(({ can }) => {
    const may = can.delete
    if (may === true) return true
    const key = JSON.stringify(may ?? null)
    kept.set(key, { reason: may, count: (kept.get(key)?.count ?? 0) + 1 })
    return false
  })
  return { records, kept: [...kept.values()] }
}

/** The plan that deletes these rows, all or none. */
export function deletionPlan(schema: EntitySchema, records: readonly ServedRecord[], tenantOid: string): Plan {
  return {
    source: records.length === 1 ? 'inline' : 'bulk',
    tenantOid,
    items: records.map((row) => ({
      entity: rowEntity(schema, row) ?? schema['x-entity'].name,
      action: 'delete',
      oid: row.oid,
      revision: row.revision,
    })),
  }
}
