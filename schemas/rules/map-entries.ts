import { sizeOf } from '../vocabulary/equality.ts'
import { formatPointer, valueAt } from '../vocabulary/pointer.ts'
import type { SchemaNode } from '../vocabulary/schema-tree.ts'
import { differences } from './differences.ts'
import { isContainer, overlaps, type Layers } from './layers.ts'
import { givenCells, ungiven } from './list-rows.ts'

interface EntryChange {
  layers: Layers
  /** The map in the schema. */
  node: SchemaNode
  /** The entry: the map's place and a key. */
  segments: readonly string[]
  /** No object: the entry goes. */
  next: unknown
  /** The map as it is stored; a map that comes with its first entry goes with its last. */
  stored: unknown
  /** What is stored there; a key that comes back is the same entry. */
  start: unknown
}

/** Brings an entry of a map into the base, or takes it out. What in it differs from what was there, or from its defaults, a person gave. */
export function takeEntry({ layers, node, segments, next, start, stored }: EntryChange): void {
  for (const [pointer, own] of layers.own)
    if (own.segments.length >= segments.length && overlaps(own.segments, segments)) layers.own.delete(pointer)
  if (!isContainer(next)) {
    layers.rebase(segments, undefined)
    const map = segments.slice(0, -1)
    if (!isContainer(stored) && sizeOf(valueAt(layers.base, map)) === 0) layers.rebase(map, undefined)
    return
  }
  layers.rebase(segments, isContainer(start) ? start : ungiven(next, node))
  const cells = isContainer(start) ? differences(start, next) : givenCells(next, node)
  for (const { segments: way, value } of cells) {
    const at = [...segments, ...way]
    layers.own.set(formatPointer(at), { segments: at, value, active: true })
  }
}

/** What becomes of each entry when a map as a whole becomes another one: those that it lacks go. */
export function entriesOf(before: unknown, next: unknown): [key: string, entry: unknown][] {
  const keys = new Set([before, next].flatMap((map) => (isContainer(map) ? Object.keys(map) : [])))
  return [...keys].map((key) => [key, valueAt(next, [key])])
}
