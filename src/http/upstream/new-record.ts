import type { PlanItem } from '../../../schemas/plan.ts'
import { defaultsOf } from '../../../schemas/rules/defaults.ts'
import { mergeRecords } from '../../../schemas/vocabulary/changes.ts'
import type { EntitySchema, PropertySchema, Rec } from '../../../schemas/vocabulary/types.ts'

/**
 * A new record whole, for services that know no defaults of ours: all that its form shows, or the defaults of its schema where there is no
 * form, without what nobody writes but what has one value alone (`identifier` of an uplink).
 */
export function newRecord({ record, changes = {} }: PlanItem, schema: EntitySchema): Rec {
  return mergeRecords(writable(record ?? defaultsOf(schema), schema) as Rec, changes)
}

function writable(value: unknown, { properties, items }: PropertySchema): unknown {
  if (Array.isArray(value)) return items === undefined ? value : value.map((row) => writable(row, items))
  if (properties === undefined || typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]: [string, unknown]) => {
      const property = properties[name]
      const isGiven = property !== undefined && (property.readOnly !== true || property.enum?.length === 1)
      return one === undefined || !isGiven ? [] : [[name, writable(one, property)]]
    }),
  )
}
