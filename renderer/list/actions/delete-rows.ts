import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import type { Plan, ServedRecord } from '../../../schemas/plan.ts'
import { rowEntity } from '../row-kinds.ts'

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
