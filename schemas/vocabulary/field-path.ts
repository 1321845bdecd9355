import type { PropertySchema, Rec } from './types.ts'
import { valueAt, withValueAt } from './pointer.ts'

/**
 * A field by its path, as schemas and screens name it: `name`, `site/name`. A path leads through objects and never into a list.
 * Filters and orders may write it with dots, as RSQL selectors are written: `site.name`.
 */
export const segmentsOf = (path: string): string[] => path.split(/[/.]/)

/** The property at a path; undefined when the schema has none there. */
export function fieldAt(schema: PropertySchema, path: string): PropertySchema | undefined {
  return segmentsOf(path).reduce<PropertySchema | undefined>(
    (parent, name) => (parent?.properties && Object.hasOwn(parent.properties, name) ? parent.properties[name] : undefined),
    schema,
  )
}

/** Every field with its path, objects before what they hold. */
export function fieldsOf(schema: PropertySchema, prefix = ''): [path: string, property: PropertySchema][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = `${prefix}${name}`
    return [[path, property] as [string, PropertySchema], ...fieldsOf(property, `${path}/`)]
  })
}

/** The value of a field; undefined where the record has none. */
export const fieldValue = (record: Rec, path: string): unknown => (path.includes('/') ? valueAt(record, path.split('/')) : record[path])

/** A copy of the record with another value of a field; objects on the way are made where they are missing. */
export const withFieldValue = (record: Rec, path: string, value: unknown): Rec => withValueAt(record, path.split('/'), value)

/** The path as texts, filters and spreadsheets write it: `site.name`. */
export const dotted = (path: string): string => path.replaceAll('/', '.')

/** The property of the record in which a field stands: `site` of `site/name`. */
export const topOf = (path: string): string => path.split('/')[0] ?? path
