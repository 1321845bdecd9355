import {
  formatPointer,
  parsePointer,
  valueAt as valueAtSegments,
  withValueAt as withValueAtSegments,
} from '../../../schemas/vocabulary/pointer.ts'
import { entrySchema } from '../../../schemas/vocabulary/property-schema.ts'
import type { EntitySchema, PropertySchema, Rec } from '../../../schemas/vocabulary/types.ts'

/** The value at a pointer; `undefined` where the way ends. */
export const valueAt = (root: unknown, pointer: string): unknown => valueAtSegments(root, parsePointer(pointer))

/** A copy of the record with another value at a pointer; `undefined` takes the property away. */
export const withValueAt = (root: Rec, pointer: string, value: unknown): Rec => withValueAtSegments(root, parsePointer(pointer), value)

/** Whether `pointer` is `container` or lies within it. */
export const isWithin = (pointer: string, container: string): boolean => pointer === container || pointer.startsWith(`${container}/`)

/** The pointer of the first list that a pointer passes through; `undefined` when it passes through none. */
export function listAround(pointer: string): string | undefined {
  const segments = parsePointer(pointer)
  const index = segments.findIndex((segment) => /^\d+$/.test(segment))
  return index < 0 ? undefined : formatPointer(segments.slice(0, index))
}

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
