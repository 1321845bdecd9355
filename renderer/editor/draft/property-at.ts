import { entrySchema } from '../../../schemas/vocabulary/property-schema.ts'
import type { EntitySchema, PropertySchema } from '../../../schemas/vocabulary/types.ts'

const isPosition = (segment: string): boolean => /^\d+$/.test(segment)

/** The property at some segments; positions in lists step into the items. Throws when the schema has no such property. */
export function propertyAt(schema: EntitySchema, segments: readonly string[]): PropertySchema {
  let property: PropertySchema = schema
  for (const segment of segments) {
    const next: PropertySchema | undefined =
      property.items && isPosition(segment) ? property.items : (property.properties?.[segment] ?? entrySchema(property))
    if (!next) throw new Error(`${schema.$id} has no property "${segments.join('/')}"`)
    property = next
  }
  return property
}

/** Whether the object that holds the property lists it as required. */
export function isRequiredAt(schema: EntitySchema, segments: readonly string[]): boolean {
  const last = segments.at(-1)
  if (last === undefined || isPosition(last)) return false
  return propertyAt(schema, segments.slice(0, -1)).required?.includes(last) ?? false
}
