import type { PropertySchema } from './types.ts'

/** What every entry of a map is: an object whose keys are free (`additionalProperties` is a schema). Undefined of anything else. */
export function entrySchema(property: PropertySchema | undefined): PropertySchema | undefined {
  return typeof property?.additionalProperties === 'object' ? property.additionalProperties : undefined
}

/** What stands at a place of a record, elements of lists and maps included; undefined where the schema has nothing. */
export function placeIn(schema: PropertySchema, segments: readonly string[]): PropertySchema | undefined {
  return segments.reduce<PropertySchema | undefined>((around, name) => around?.properties?.[name] ?? rowSchema(around), schema)
}

/** What every row of a list or entry of a map is; undefined of anything else. */
export function rowSchema(property: PropertySchema | undefined): PropertySchema | undefined {
  return property?.items ?? entrySchema(property)
}

/** What stands beside a secret that is stored, instead of it: `configured: true` (DECISIONS section 3). */
export const SECRET_MARK = 'configured'

/** Where it stands, for a secret by its pointer or the path of a cell. */
export const secretMarkOf = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf('/') + 1) + SECRET_MARK

/** Whether records of this shape carry the mark. An object holds one secret at most. */
export const hasSecretMark = ({ properties = {} }: Pick<PropertySchema, 'properties'>): boolean =>
  Object.values(properties).some((property) => property['x-secret'] === true)
