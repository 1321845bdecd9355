import {
  formatPointer,
  parsePointer,
  valueAt as valueAtSegments,
  withValueAt as withValueAtSegments,
} from '../../../schemas/vocabulary/paths/pointer.ts'
import { entrySchema } from '../../../schemas/vocabulary/schema/property-schema.ts'
import type { EntitySchema, PropertySchema, Rec } from '../../../schemas/vocabulary/types.ts'

/** The value at a pointer; `undefined` if the path does not exist. */
export const valueAt = (root: unknown, pointer: string): unknown => valueAtSegments(root, parsePointer(pointer))

/** A copy of the record with the value at a pointer replaced; `undefined` removes the property. */
export const withValueAt = (root: Rec, pointer: string, value: unknown): Rec => withValueAtSegments(root, parsePointer(pointer), value)

/** Whether `pointer` is `container` or lies within it. */
export const isWithin = (pointer: string, container: string): boolean => pointer === container || pointer.startsWith(`${container}/`)

/** The pointer of the outermost list on the path; `undefined` if there is none. */
export function listAround(pointer: string): string | undefined {
  const segments = parsePointer(pointer)
  const index = segments.findIndex((segment) => /^\d+$/.test(segment))
  return index < 0 ? undefined : formatPointer(segments.slice(0, index))
}

const isPosition = (segment: string): boolean => /^\d+$/.test(segment)

/** The property schema at some segments; list positions step into the items. Throws if there is none. */
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
