import { formatPointer, valueAt, withValueAt } from '../vocabulary/pointer.ts'
import { itemKey } from '../vocabulary/read.ts'
import type { SchemaNode } from '../vocabulary/schema-tree.ts'
import { defaultsOf } from './defaults.ts'
import { differences } from './differences.ts'
import { isContainer, overlaps, type Layers, type Own } from './layers.ts'

interface ListChange {
  layers: Layers
  /** The list in the schema. */
  node: SchemaNode
  segments: readonly string[]
  next: readonly unknown[]
}

/**
 * Brings a list with other rows into the base and moves what a person gave in its cells along with the rows. Rows are known again by
 * reference, else by `id`, `oid` or `uuid`; in new rows what differs from the defaults counts as given by the person.
 */
export function takeRows({ layers, node, segments, next }: ListChange): void {
  const shown = listOf(valueAt(layers.record, segments))
  const based = listOf(valueAt(layers.base, segments))
  const origins = originsOf(shown, next)
  const kept = [...layers.own.entries()].filter(([, own]) => isInside(own, segments))
  for (const [pointer] of kept) layers.own.delete(pointer)
  const rows = next.map((row, index) => {
    const origin = origins[index]
    return origin === undefined || based[origin] === undefined ? ungiven(row, node) : based[origin]
  })
  const give = (at: readonly string[], value: unknown, active: boolean): void => {
    layers.own.set(formatPointer(at), { segments: at, value, active })
  }
  next.forEach((row, index) => {
    const place = [...segments, String(index)]
    const origin = origins[index]
    if (origin === undefined || based[origin] === undefined)
      return giveNewRow(row, node, (way, value) => give([...place, ...way], value, true))
    for (const [, own] of kept)
      if (own.segments[segments.length] === String(origin)) give([...place, ...own.segments.slice(place.length)], own.value, own.active)
    if (row !== shown[origin]) for (const { segments: way, value } of differences(shown[origin], row)) give([...place, ...way], value, true)
  })
  layers.base = withValueAt(layers.base, segments, rows)
}

/** What a person gave in the rows of a new record: whatever differs from the defaults. */
export function giveRows({ layers, node, segments, next }: ListChange): void {
  next.forEach((row, index) =>
    giveNewRow(row, node, (way, value) => {
      const at = [...segments, String(index), ...way]
      layers.own.set(formatPointer(at), { segments: at, value, active: true })
    }),
  )
}

function giveNewRow(row: unknown, node: SchemaNode, give: (way: readonly string[], value: unknown) => void): void {
  for (const { segments, value } of givenCells(row, node)) give(segments, value)
}

/** A new row of a list, or entry of a map, before a person gave anything in it. */
export function ungiven(row: unknown, node: SchemaNode): unknown {
  return givenCells(row, node).reduce((bare, { segments }) => withValueAt(bare, segments, undefined), row)
}

/** Cells that differ from the defaults of a row; what identifies the row is no person's doing. */
export function givenCells(row: unknown, node: SchemaNode): { segments: readonly string[]; value: unknown }[] {
  if (!isContainer(row) || !node.item) return []
  const cells = differences(defaultsOf(node.item.property), row)
  return [...cells].filter(({ segments, value }) => value !== undefined && !identifiers.includes(segments[0] ?? ''))
}

const identifiers = ['id', 'oid', 'uuid']

/** Index of each row in the list as it was; undefined for new rows. */
function originsOf(before: readonly unknown[], after: readonly unknown[]): (number | undefined)[] {
  const free = new Map<unknown, number>()
  before.forEach((row, index) => {
    if (!isContainer(row)) return
    free.set(row, index)
    const key = itemKey(row)
    if (key !== undefined) free.set(key, index)
  })
  const taken = new Set<number>()
  return after.map((row) => {
    const origin = free.get(row) ?? (itemKey(row) === undefined ? undefined : free.get(itemKey(row)))
    if (origin === undefined || taken.has(origin) || !isContainer(row)) return undefined
    taken.add(origin)
    return origin
  })
}

const isInside = (own: Own, segments: readonly string[]): boolean =>
  own.segments.length >= segments.length && overlaps(own.segments, segments)

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])
