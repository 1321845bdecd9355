import type { PlanItem } from '../../../schemas/plan.ts'
import { defaultsOf } from '../../../schemas/rules/defaults.ts'
import { isSame } from '../../../schemas/vocabulary/equality.ts'
import { childOf } from '../../../schemas/vocabulary/paths/pointer.ts'
import { mergeRecords } from '../../../schemas/vocabulary/changes.ts'
import type { EntitySchema, PropertySchema, Rec } from '../../../schemas/vocabulary/types.ts'

/**
 * A new record whole, for services that know no defaults of ours: all that its form shows, or the defaults of its schema where there is no
 * form, without what nobody writes but what every new record has (`identifier` of an uplink). Lists of its parts without a value are empty.
 */
export function newRecord({ record, changes = {} }: PlanItem, schema: EntitySchema): Rec {
  const defaults = defaultsOf(schema)
  const whole = mergeRecords(writable(record ?? defaults, schema, defaults) as Rec, changes)
  return withLists(whole, schema)
}

function withLists(record: Rec, { properties = {} }: PropertySchema): Rec {
  const complete = { ...record }
  for (const [name, property] of Object.entries(properties)) {
    const value = record[name]
    if (value === undefined && property.type === 'array' && property.readOnly !== true) complete[name] = []
    else if (typeof value === 'object' && value !== null && !Array.isArray(value)) complete[name] = withLists(value as Rec, property)
  }
  return complete
}

/** Whether it is a value of the record that another property refers to, which only a change of it may replace. */
const isOfAnother = ({ 'x-derived': derived }: PropertySchema): boolean => derived !== undefined && 'ref' in derived

function writable(value: unknown, { properties, items }: PropertySchema, start: unknown): unknown {
  if (Array.isArray(value)) return items === undefined ? value : value.map((row, at) => writable(row, items, childOf(start, String(at))))
  if (properties === undefined || typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]: [string, unknown]) => {
      const property = properties[name]
      const given = childOf(start, name)
      if (one === undefined || property === undefined || isOfAnother(property)) return []
      return property.readOnly !== true || isSame(one, given) ? [[name, writable(one, property, given)]] : []
    }),
  )
}
