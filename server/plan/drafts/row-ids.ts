import { rowSchema } from '../../../schemas/vocabulary/schema/property-schema.ts'
import type { PropertySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { newOid } from '../../db/new-oid.ts'
import { isObject } from '../read-plan.ts'

/**
 * Runs before the rules, for lists whose rows have a read-only `id`: a sent id is kept if the stored list has it, and a row without one
 * takes over the id of an equal stored row. All other rows get none yet. Positions (`x-kind: place`) and numbers (`x-kind: rowNumber`) stay
 * those of the stored rows: what clients send for them is neither stored nor refused.
 */
export function withKnownIds(value: Rec, before: Rec | null, schema: PropertySchema): Rec {
  return identified(value, before, { schema, give: () => undefined, fill: storedFields })
}

/**
 * After the rules: every such row has an identifier, its position where the list has an order (`x-kind: place`), and where rows are
 * numbered (`x-kind: rowNumber`) the number that it keeps.
 */
export function withRowIds(value: Rec, before: Rec | null, schema: PropertySchema): Rec {
  return identified(value, before, { schema, give: newOid, fill: newFields })
}

interface Giving {
  schema: PropertySchema
  give: () => string | undefined
  fill: Fill
}

/** The fields of a row that the service fills in. */
interface GivenFields {
  /** The row's position in its list, from 1. */
  place: string | undefined
  /** A number that the row keeps; new rows get the next one. `first` is the smallest. */
  number: { name: string; first: number } | undefined
}

/** The values of the given fields of each row, from their stored counterparts; undefined for none. */
type Fill = (fields: GivenFields, stored: readonly (Rec | undefined)[]) => Rec[]

const storedFields: Fill = ({ place, number }, stored) =>
  stored.map((row) => Object.fromEntries([place, number?.name].flatMap((name) => (name === undefined ? [] : [[name, row?.[name]]]))))

const newFields: Fill = ({ place, number }, stored) => {
  const kept = stored.map((row) => (number && typeof row?.[number.name] === 'number' ? (row[number.name] as number) : undefined))
  let last = Math.max((number?.first ?? 1) - 1, ...kept.map((one) => one ?? 0))
  return stored.map((_row, index) => ({
    ...(place !== undefined && { [place]: index + 1 }),
    ...(number && { [number.name]: kept[index] ?? ++last }),
  }))
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
  const { schema, give, fill } = giving
  const open = new Map(stored.flatMap((row) => (isObject(row) && typeof row['id'] === 'string' ? [[row['id'], row] as const] : [])))
  const take = (id: unknown): Rec | undefined => {
    const row = typeof id === 'string' ? open.get(id) : undefined
    if (row !== undefined) open.delete(row['id'] as string)
    return row
  }
  const isOwn = isIdentified(schema)
  const counterparts = rows.map((row) => (isObject(row) ? take(row['id']) : undefined))
  let alike: Map<string, string[]> | undefined
  const given = givenFields(schema)
  const identify = (row: unknown, index: number): unknown => {
    if (!isObject(row) || counterparts[index] !== undefined || !isOwn) return row
    alike ??= idsByContent(open, given)
    const same = take(alike.get(contentOf(row, given))?.shift())
    counterparts[index] = same
    const { id: _, ...content } = row
    const id = same?.['id'] ?? give()
    return id === undefined ? content : { id, ...content }
  }
  const own = rows.map(identify)
  const filled = fill(given, counterparts)
  return own.map((row, index) => (isObject(row) ? identified(withFields(row, filled[index] ?? {}), counterparts[index], giving) : row))
}

/** The row with the values of some fields; undefined removes one. */
function withFields(row: Rec, values: Rec): Rec {
  const changed = Object.entries(values).filter(([name, value]) => row[name] !== value)
  if (changed.length === 0) return row
  return Object.fromEntries(Object.entries({ ...row, ...values }).filter(([name, value]) => !(name in values) || value !== undefined))
}

function givenFields({ properties = {} }: PropertySchema): GivenFields {
  const ofKind = (kind: string) =>
    Object.entries(properties).find(([, property]) => property['x-kind'] === kind && property.readOnly === true)
  const number = ofKind('rowNumber')
  return { place: ofKind('place')?.[0], number: number && { name: number[0], first: number[1].minimum ?? 1 } }
}

function idsByContent(rows: ReadonlyMap<string, Rec>, given: GivenFields): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [id, row] of rows) {
    const content = contentOf(row, given)
    const ids = found.get(content)
    if (ids === undefined) found.set(content, [id])
    else ids.push(id)
  }
  return found
}

/** The content of a row, without what the service fills in. */
function contentOf(row: Rec, { place, number }: GivenFields): string {
  const given = ['id', place, number?.name]
  const entries = Object.entries(row).filter(([name, value]) => !given.includes(name) && value !== null && value !== undefined)
  return JSON.stringify(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
