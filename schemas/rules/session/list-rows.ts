import { formatPointer, valueAt, withValueAt } from '../../vocabulary/paths/pointer.ts'
import { itemKey } from '../../vocabulary/read.ts'
import type { SchemaNode } from '../../vocabulary/schema/schema-tree.ts'
import { defaultsOf } from '../defaults.ts'
import { differences } from '../differences.ts'
import { isContainer, overlaps, type Layers, type UserValue } from './layers.ts'

interface ListChange {
  layers: Layers
  /** The list in the schema. */
  node: SchemaNode
  segments: readonly string[]
  next: readonly unknown[]
}

/**
 * Replaces the rows of a list in the base and moves user values along with their rows. Rows are matched by reference, else by `id`,
 * `oid` or `uuid`. In new rows, cells that differ from the defaults become user values.
 */
export function replaceRows({ layers, node, segments, next }: ListChange): void {
  const shown = listOf(valueAt(layers.record, segments))
  const based = listOf(valueAt(layers.base, segments))
  const origins = originsOf(shown, next)
  const kept = [...layers.userValues.entries()].filter(([, own]) => isInside(own, segments))
  for (const [pointer] of kept) layers.userValues.delete(pointer)
  const rows = next.map((row, index) => {
    const origin = origins[index]
    return origin === undefined || based[origin] === undefined ? withoutUserValues(row, node) : based[origin]
  })
  const give = (at: readonly string[], value: unknown, active: boolean): void => {
    layers.userValues.set(formatPointer(at), { segments: at, value, active })
  }
  next.forEach((row, index) => {
    const place = [...segments, String(index)]
    const origin = origins[index]
    if (origin === undefined || based[origin] === undefined)
      return addNewRow(row, node, (way, value) => give([...place, ...way], value, true))
    for (const [, own] of kept)
      if (own.segments[segments.length] === String(origin)) give([...place, ...own.segments.slice(place.length)], own.value, own.active)
    if (row !== shown[origin]) for (const { segments: way, value } of differences(shown[origin], row)) give([...place, ...way], value, true)
  })
  layers.base = withValueAt(layers.base, segments, rows)
}

/** Adds the cells of a new record's rows that differ from the defaults as user values. */
export function addRowValues({ layers, node, segments, next }: ListChange): void {
  next.forEach((row, index) =>
    addNewRow(row, node, (way, value) => {
      const at = [...segments, String(index), ...way]
      layers.userValues.set(formatPointer(at), { segments: at, value, active: true })
    }),
  )
}

function addNewRow(row: unknown, node: SchemaNode, give: (way: readonly string[], value: unknown) => void): void {
  for (const { segments, value } of userCells(row, node)) give(segments, value)
}

/** A new list row or map entry without its user values. */
export function withoutUserValues(row: unknown, node: SchemaNode): unknown {
  return userCells(row, node).reduce((bare, { segments }) => withValueAt(bare, segments, undefined), row)
}

/** Cells that differ from the defaults of a row; identifiers of the row are not user values. */
export function userCells(row: unknown, node: SchemaNode): { segments: readonly string[]; value: unknown }[] {
  if (!isContainer(row) || !node.item) return []
  const cells = differences(defaultsOf(node.item.property), row)
  return [...cells].filter(({ segments, value }) => value !== undefined && !identifiers.includes(segments[0] ?? ''))
}

const identifiers = ['id', 'oid', 'uuid']

/** Index of each row in the previous list; undefined for new rows. */
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

const isInside = (own: UserValue, segments: readonly string[]): boolean =>
  own.segments.length >= segments.length && overlaps(own.segments, segments)

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])
