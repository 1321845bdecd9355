import type { PropertySchema, Rec } from '../types.ts'
import { valueAt, withValueAt } from './pointer.ts'

/**
 * Segments of a field path such as `site/name`. A path leads through objects, never into a list. Filters and sort orders may use dots as in
 * RSQL selectors: `site.name`.
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

/** A copy of the record with a field replaced; missing objects along the path are created. */
export const withFieldValue = (record: Rec, path: string, value: unknown): Rec => withValueAt(record, path.split('/'), value)

/** The path in the dotted notation of texts, filters and spreadsheets: `site.name`. */
export const dottedPath = (path: string): string => path.replaceAll('/', '.')

/** The top-level property of a path: `site` of `site/name`. */
export const topLevelField = (path: string): string => path.split('/')[0] ?? path
