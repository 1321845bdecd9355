import type { PropertySchema } from '../types.ts'

/** Schema of a map's entries: a map is an object with free keys (`additionalProperties` is a schema). Undefined for anything else. */
export function entrySchema(property: PropertySchema | undefined): PropertySchema | undefined {
  return typeof property?.additionalProperties === 'object' ? property.additionalProperties : undefined
}

/** The schema at a place of a record, list rows and map entries included; undefined if there is none. */
export function schemaAt(schema: PropertySchema, segments: readonly string[]): PropertySchema | undefined {
  return segments.reduce<PropertySchema | undefined>((around, name) => around?.properties?.[name] ?? rowSchema(around), schema)
}

/** Schema of a list's rows or a map's entries; undefined for anything else. */
export function rowSchema(property: PropertySchema | undefined): PropertySchema | undefined {
  return property?.items ?? entrySchema(property)
}

/** Sibling property that is true while a secret is stored: `configured: true` (DECISIONS section 3). */
export const SECRET_MARK = 'configured'

/** Pointer or cell path of the mark that belongs to a secret. */
export const secretMarkOf = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf('/') + 1) + SECRET_MARK

/** Whether an object with these properties carries the mark. It holds at most one secret. */
export const hasSecretMark = ({ properties = {} }: Pick<PropertySchema, 'properties'>): boolean =>
  Object.values(properties).some((property) => property['x-secret'] === true)
