import { sizeOf } from '../../vocabulary/equality.ts'
import { formatPointer, valueAt } from '../../vocabulary/paths/pointer.ts'
import { isMap, type SchemaNode } from '../../vocabulary/schema/schema-tree.ts'
import { differences } from '../differences.ts'
import { isContainer, overlaps, type Layers } from './layers.ts'
import { userCells, withoutUserValues } from './list-rows.ts'

interface EntryChange {
  layers: Layers
  /** The map in the schema. */
  node: SchemaNode
  /** The entry: the map's place and a key. */
  segments: readonly string[]
  /** Anything but an object removes the entry. */
  next: unknown
  /** The stored map. A map that did not exist appears with its first entry and disappears with its last. */
  stored: unknown
  /** The stored entry; removing a key and adding it again restores the same entry. */
  start: unknown
}

/** A change of one entry, or of all entries of a map. */
interface EntriesChange extends Pick<EntryChange, 'layers' | 'segments' | 'next'> {
  /** The entry or the map in the schema. */
  node: SchemaNode
  /** The stored record, or the defaults. */
  stored: Record<string, unknown>
}

/** Replaces one entry, or all entries of a map. Returns their places, and whether an entry is there, or not there, as it was stored. */
export function replaceEntries({ layers, node, segments, next, stored }: EntriesChange): { at: readonly string[]; isBack: boolean }[] {
  const map = isMap(node) ? node : node.parent
  if (!map) return []
  const places = isMap(node)
    ? entriesOf(valueAt(layers.record, segments), next).map(([key, entry]) => ({ at: [...segments, key], entry }))
    : [{ at: segments, entry: next }]
  return places.flatMap(({ at, entry }) => {
    if (!isContainer(entry) && valueAt(layers.record, at) === undefined) return []
    const storedMap = valueAt(stored, at.slice(0, -1))
    const start = valueAt(storedMap, at.slice(-1))
    replaceEntry({ layers, node: map, segments: at, next: entry, start, stored: storedMap })
    return { at, isBack: isContainer(start) === isContainer(entry) }
  })
}

/** Adds, replaces or removes a map entry in the base. Cells that differ from the previous entry, or from the defaults, become user values. */
function replaceEntry({ layers, node, segments, next, start, stored }: EntryChange): void {
  for (const [pointer, own] of layers.userValues)
    if (own.segments.length >= segments.length && overlaps(own.segments, segments)) layers.userValues.delete(pointer)
  if (!isContainer(next)) {
    layers.rebase(segments, undefined)
    const map = segments.slice(0, -1)
    if (!isContainer(stored) && sizeOf(valueAt(layers.base, map)) === 0) layers.rebase(map, undefined)
    return
  }
  layers.rebase(segments, isContainer(start) ? start : withoutUserValues(next, node))
  const cells = isContainer(start) ? differences(start, next) : userCells(next, node)
  for (const { segments: way, value } of cells) {
    const at = [...segments, ...way]
    layers.userValues.set(formatPointer(at), { segments: at, value, active: true })
  }
}

/** The changes per entry when a map is replaced as a whole; missing entries are removed. */
function entriesOf(before: unknown, next: unknown): [key: string, entry: unknown][] {
  const keys = new Set([before, next].flatMap((map) => (isContainer(map) ? Object.keys(map) : [])))
  return [...keys].map((key) => [key, valueAt(next, [key])])
}
