import type { PropertySchema } from '../vocabulary/types.ts'

/** How values of a field compare. A `moment` is ISO text outside and a timestamp in SQL. */
export type FieldType = 'text' | 'number' | 'boolean' | 'moment' | 'json'

/** Whether the property is free text, which sorts ignoring case. */
export function foldsCase(property: PropertySchema): boolean {
  return typeOf(property) === 'text' && property.enum === undefined && property['x-ref'] === undefined
}

/** Type of a property's value. Timestamps inside `data` are ISO texts and compare as such. */
export function typeOf(property: PropertySchema): FieldType {
  const types = (Array.isArray(property.type) ? property.type : [property.type]).filter((type) => type !== 'null')
  const type = types[0]
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'boolean') return 'boolean'
  if (type === 'array' || type === 'object') return 'json'
  return 'text'
}
