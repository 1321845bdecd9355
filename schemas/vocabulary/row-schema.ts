import type { PropertySchema } from './types.ts'

/** What every entry of a map is: an object whose keys are free (`additionalProperties` is a schema). Undefined of anything else. */
export function entrySchema(property: PropertySchema | undefined): PropertySchema | undefined {
  return typeof property?.additionalProperties === 'object' ? property.additionalProperties : undefined
}

/** What every row of a list or entry of a map is; undefined of anything else. */
export function rowSchema(property: PropertySchema | undefined): PropertySchema | undefined {
  return property?.items ?? entrySchema(property)
}
