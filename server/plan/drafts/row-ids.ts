import { rowSchema } from '../../../schemas/vocabulary/schema/property-schema.ts'
import type { PropertySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { newOid } from '../../db/new-oid.ts'
import { isObject } from '../read-plan.ts'

/**
 * Runs before the rules, for lists whose rows have a read-only `id`: a sent id is kept if the stored list has it, and a row without one
 * takes over the id of an equal stored row. All other rows get none yet. Positions (`x-kind: place`) stay those of the stored rows: the
 * numbers that clients send follow from the order of the rows and are neither stored nor refused.
 */
export function withKnownIds(value: Rec, before: Rec | null, schema: PropertySchema): Rec {
  return identified(value, before, { schema, give: () => undefined, position: (stored) => stored })
}

/** After the rules: every such row has an identifier, and its number where rows are numbered (`x-kind: place`). */
export function withRowIds(value: Rec, before: Rec | null, schema: PropertySchema): Rec {
  return identified(value, before, { schema, give: newOid, position: (_, index) => index + 1 })
}

interface Giving {
  schema: PropertySchema
  give: () => string | undefined
  /** The position of a row, given that of its stored counterpart and its index; undefined for none. */
  position: (stored: unknown, index: number) => unknown
}

function identified<T>(value: T, before: unknown, giving: Giving): T {
  const { schema } = giving
  if (value === before || !hasRowIds(schema)) return value
  if (Array.isArray(value))
    return identifiedRows(value, Array.isArray(before) ? before : [], { ...giving, schema: schema.items ?? {} }) as T
  if (!isObject(value)) return value
  const entry = rowSchema(schema)
  const stored = isObject(before) ? before : {}
  let copy: Rec | undefined
  for (const name of Object.keys(value)) {
    const property = schema.properties?.[name] ?? entry
    const next = property === undefined ? value[name] : identified(value[name], stored[name], { ...giving, schema: property })
    if (next !== value[name]) (copy ??= { ...value })[name] = next
  }
  return (copy ?? value) as T
}

const known = new WeakMap<PropertySchema, boolean>()

function hasRowIds(schema: PropertySchema): boolean {
  const found = known.get(schema) ?? findRowIds(schema)
  known.set(schema, found)
  return found
}

function findRowIds(schema: PropertySchema): boolean {
  const row = rowSchema(schema)
  if (schema.items !== undefined && isIdentified(schema.items)) return true
  return [...Object.values(schema.properties ?? {}), ...(row ? [row] : [])].some(hasRowIds)
}

function isIdentified({ properties }: PropertySchema): boolean {
  return properties?.['id']?.type === 'string' && properties['id'].readOnly === true
}

function identifiedRows(rows: readonly unknown[], stored: readonly unknown[], giving: Giving): unknown[] {
  const { schema, give } = giving
  const open = new Map(stored.flatMap((row) => (isObject(row) && typeof row['id'] === 'string' ? [[row['id'], row] as const] : [])))
  const take = (id: unknown): Rec | undefined => {
    const row = typeof id === 'string' ? open.get(id) : undefined
    if (row !== undefined) open.delete(row['id'] as string)
    return row
  }
  const isOwn = isIdentified(schema)
  const counterparts = rows.map((row) => (isObject(row) ? take(row['id']) : undefined))
  let alike: Map<string, string[]> | undefined
  const numbered = placeOf(schema)
  const place = (row: Rec, stored: Rec | undefined, index: number): Rec => {
    if (numbered === undefined) return row
    const { [numbered]: sent, ...others } = row
    const position = giving.position(stored?.[numbered], index)
    if (position === sent) return row
    return position === undefined ? others : { ...row, [numbered]: position }
  }
  return rows.map((row, index) => {
    if (!isObject(row)) return row
    const counterpart = counterparts[index]
    if (counterpart !== undefined || !isOwn) return identified(place(row, counterpart, index), counterpart, giving)
    alike ??= idsByContent(open, numbered)
    const same = take(alike.get(contentOf(row, numbered))?.shift())
    const { id: _, ...content } = row
    const id = same?.['id'] ?? give()
    return identified(place(id === undefined ? content : { id, ...content }, same, index), same, giving)
  })
}

/** The read-only property that holds a row's place in its list, from 1. */
function placeOf({ properties }: PropertySchema): string | undefined {
  return Object.entries(properties ?? {}).find(([, property]) => property['x-kind'] === 'place' && property.readOnly === true)?.[0]
}

function idsByContent(rows: ReadonlyMap<string, Rec>, numbered: string | undefined): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [id, row] of rows) {
    const content = contentOf(row, numbered)
    const ids = found.get(content)
    if (ids === undefined) found.set(content, [id])
    else ids.push(id)
  }
  return found
}

/** The row without its identifier and position. */
function contentOf(row: Rec, numbered: string | undefined): string {
  const entries = Object.entries(row).filter(([name, value]) => name !== 'id' && name !== numbered && value !== null && value !== undefined)
  return JSON.stringify(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
