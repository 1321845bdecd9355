import { entrySchema } from '../schema/property-schema.ts'
import type { PropertySchema } from '../types.ts'

/** A list of rows within a record. */
export interface ListPlace {
  list: PropertySchema
  /** Schema of a row. */
  row: PropertySchema
  /** Index of the `*` segment of the path. */
  entriesAt?: number
  /** Keys that `*` stands for; absent for a map, whose keys are free. */
  entries?: string[]
}

/**
 * The list at a path; undefined if the schema has none. One segment may be `*`: any entry of a map, or any of several uniform children (the
 * first one's schema is used).
 */
export function listPlace(schema: PropertySchema, path: string): ListPlace | undefined {
  const steps = path.split('/')
  const star = steps.indexOf('*')
  const before = steps.slice(0, star === -1 ? steps.length : star)
  const outer = before.reduce<PropertySchema | undefined>(stepInto, schema)
  if (star === -1) return outer?.items?.properties ? { list: outer, row: outer.items } : undefined
  const names = Object.keys(outer?.properties ?? {})
  const entry = entrySchema(outer) ?? outer?.properties?.[names[0] ?? '']
  const list = steps.slice(star + 1).reduce(stepInto, entry)
  if (!list?.items?.properties) return undefined
  return { list, row: list.items, entriesAt: star, ...(names.length > 0 && { entries: names }) }
}

function stepInto(parent: PropertySchema | undefined, name: string): PropertySchema | undefined {
  return parent?.properties && Object.hasOwn(parent.properties, name) ? parent.properties[name] : undefined
}

/** The lists of a record that a path matches, each with the entry that stands for `*`. */
export function listPaths(path: string, record: unknown): { entry: string | undefined; path: string }[] {
  const steps = path.split('/')
  const star = steps.indexOf('*')
  if (star === -1) return [{ entry: undefined, path }]
  const outer = steps.slice(0, star).reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], record)
  const entries = typeof outer === 'object' && outer !== null ? Object.keys(outer) : []
  return entries.map((entry) => ({ entry, path: entryPath(path, entry) }))
}

/** The path with `*` replaced by an entry. */
export function entryPath(path: string, entry: string | undefined): string {
  return entry === undefined
    ? path
    : path
        .split('/')
        .map((step) => (step === '*' ? entry : step))
        .join('/')
}
