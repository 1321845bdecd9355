import type { PropertySchema } from '../vocabulary/types.ts'

/** Whether a list can be grouped by a property: one value of a record that people tell apart by, and that rows can be filtered by. */
export function isGroupable(property: PropertySchema): boolean {
  if (property.writeOnly || property['x-secret'] || property['x-transient'] || property['x-removed'] !== undefined) return false
  if (property['x-derived'] && 'compute' in property['x-derived']) return false
  if (property['x-ref'] || property['x-kind'] === 'identifier' || property['x-kind'] === 'alias') return false
  if (property.enum) return true
  return ['boolean', 'integer', 'number', 'string'].includes(String(property.type)) && property.format !== 'date-time'
}
