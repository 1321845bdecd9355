import { entrySchema } from './property-schema.ts'
import type { PropertySchema } from './types.ts'

/** A list of rows within a record. */
export interface ListPlace {
  list: PropertySchema
  /** What every row is. */
  row: PropertySchema
  /** Where the path has a step `*`: how many steps before it. */
  entriesAt?: number
  /** The entries that `*` stands for, where the schema names them; those of a map are free. */
  entries?: string[]
}

/**
 * The list at a path; undefined where the schema has none. One step may be `*`: every entry of a map, or of an object whose entries
 * are alike, of which the first speaks for all.
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

/** The lists of a record that a path means, each with the entry that stands for `*`. */
export function listPaths(path: string, record: unknown): { entry: string | undefined; path: string }[] {
  const steps = path.split('/')
  const star = steps.indexOf('*')
  if (star === -1) return [{ entry: undefined, path }]
  const outer = steps.slice(0, star).reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], record)
  const entries = typeof outer === 'object' && outer !== null ? Object.keys(outer) : []
  return entries.map((entry) => ({ entry, path: entryPath(path, entry) }))
}

/** The path with an entry in place of `*`. */
export function entryPath(path: string, entry: string | undefined): string {
  return entry === undefined
    ? path
    : path
        .split('/')
        .map((step) => (step === '*' ? entry : step))
        .join('/')
}
