import type { PropertySchema } from '../types.ts'

/** Kind of a field's values, whatever their limits. */
export type ValueKind = 'text' | 'integer' | 'number' | 'boolean' | 'object' | 'list' | 'map' | 'any'

/** Kind of the values that a property takes; `null` beside another type does not count. */
export function kindOf(property: PropertySchema): ValueKind {
  const literals = property.enum ?? (property.const === undefined ? [] : [property.const])
  const declared = [property.type ?? []].flat().filter((type) => type !== 'null')
  const types = declared.length > 0 ? declared : [...new Set(literals.filter((value) => value !== null).map((value) => typeof value))]
  const [type] = types
  if (types.length !== 1) return property.properties ? 'object' : 'any'
  if (type === 'string') return 'text'
  if (type === 'array') return 'list'
  if (type === 'object') return typeof property.additionalProperties === 'object' ? 'map' : 'object'
  return type === 'integer' || type === 'number' || type === 'boolean' ? type : 'any'
}
