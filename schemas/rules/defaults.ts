import { entrySchema } from '../vocabulary/schema/property-schema.ts'
import { mergeRecords } from '../vocabulary/changes.ts'
import { extensibleCopy } from '../vocabulary/paths/pointer.ts'
import type { PropertySchema, Rec } from '../vocabulary/types.ts'

/**
 * The defaults of a schema's properties, nested objects included; references must be resolved. Lists without a default are absent. The
 * default of an object adds to those of its properties, and overrides them.
 */
export function defaultsOf(schema: PropertySchema): Rec {
  const defaults: Rec = {}
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const value = defaultOf(property)
    if (value !== undefined) defaults[name] = value
  }
  return defaults
}

function defaultOf(property: PropertySchema): unknown {
  const own = structuredClone(property.default)
  if (!property.properties) return own
  const nested = defaultsOf(property)
  if (own !== undefined) return mergeRecords(nested, own as Rec)
  return Object.keys(nested).length > 0 ? nested : undefined
}

/** Whether null is a value of the property, rather than the absence of one. */
export function isNullable(property: PropertySchema): boolean {
  const { type } = property
  return (Array.isArray(type) ? type.includes('null') : type === 'null') || property.enum?.includes(null) === true
}

/** The value after `clear`: an empty list, null for nullable properties, else undefined. */
export function clearedValue(property: PropertySchema): unknown {
  if (property.type === 'array') return []
  return isNullable(property) ? null : undefined
}

/** The record without the nulls that its schema has no place for: a form that empties a number means "no number". Shares what it can. */
export function withoutNulls<T>(value: T, schema: PropertySchema): T {
  if (Array.isArray(value)) return mapped(value, (item) => withoutNulls(item as unknown, schema.items ?? {})) as T
  if (value === null || typeof value !== 'object') return value
  let copy: Rec | undefined
  for (const name of Object.keys(value)) {
    const child = (value as Rec)[name]
    const property = schema.properties?.[name] ?? entrySchema(schema)
    if (!property) continue
    const next = child === null && !isNullable(property) ? undefined : withoutNulls(child, property)
    if (next === child) continue
    copy ??= extensibleCopy(value as Rec)
    if (next === undefined) delete copy[name]
    else copy[name] = next
  }
  return (copy ?? value) as T
}

function mapped(list: readonly unknown[], change: (item: unknown) => unknown): readonly unknown[] {
  const next = list.map(change)
  return next.some((item, index) => item !== list[index]) ? next : list
}
