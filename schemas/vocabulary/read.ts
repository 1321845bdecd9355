import type { ReferenceLookup, RuleContext } from './context.ts'
import { monthOf } from './months.ts'
import { isFollowed, type BoundPath, type DataPath, type PathStep } from './paths/path.ts'
import { childOf, formatPointer, keysOf, valueAt } from './paths/pointer.ts'
import type { Rec } from './types.ts'

/** What conditions and computed values read from. */
export interface ReadContext {
  record: Rec
  /** `null` when creating. */
  stored: Rec | null
  context: RuleContext
  lookup: ReferenceLookup
  /** Notified of every read, so that a session can track dependencies. */
  watch?: Watch
  /** Overrides how places of the record are read. @default reads `record` */
  valueAt?: (segments: readonly string[]) => unknown
}

export interface Watch {
  /** Called for each place read; a `*` segment stands for all items. `shapeOnly`: only the set of items matters, not their content. */
  place: (segments: readonly string[], shapeOnly: boolean) => void
  context: (path: string) => void
  reference: (entity: string, oid: string) => void
}

/** One value that a path yields. */
export interface Reading {
  /** Pointer of the place followed by the fields of followed references, or the `$context` path. */
  path: string
  value: unknown
  /** Concrete place in the record; absent for the context and followed references. */
  at?: readonly string[]
  /** A referenced record is not loaded, so the value is unknown. */
  unloaded?: true
}

/** A path that is read; `shapeOnly`: only the number of items matters. */
export interface ReadingPath {
  path: BoundPath
  shapeOnly: boolean
}

/** Values of a path relative to the object at `at`; several if the path has `*`. */
export function readPath(path: BoundPath, at: readonly string[], readContext: ReadContext): Reading[] {
  return readings({ path, shapeOnly: false }, at, readContext)
}

/**
 * Fast path for a context value or a plain field when nothing is watched; undefined in all other cases. `path` of the result is the
 * requested path.
 */
export function plainReading(path: BoundPath, at: readonly string[], readContext: ReadContext): Reading | undefined {
  if (path.kind === 'context') return readContextPath(path.text, path.context, readContext)
  if (readContext.watch !== undefined || path.hops.length > 0) return undefined
  const place = path.place ?? onlyPlace(path, at)
  return place && { path: path.text, value: seenAt(readContext, place), at: place }
}

function onlyPlace({ steps, keep }: DataPath, at: readonly string[]): readonly string[] | undefined {
  const [only] = steps
  return only && 'key' in only && steps.length === 1 ? [...at.slice(0, keep), only.key] : undefined
}

/** Like `readPath`, optionally reading only the shape of the values. */
export function readings({ path, shapeOnly }: ReadingPath, at: readonly string[], readContext: ReadContext): Reading[] {
  if (path.kind === 'context') return [readContextPath(path.text, path.context, readContext)]
  const found: Reading[] = []
  const places = placesOf(path, at, readContext)
  if (places.open) return [{ path: path.text, value: undefined }]
  readContext.watch?.place(places.pattern, shapeOnly && path.hops.length === 0)
  for (const place of places.found) {
    const value = seenAt(readContext, place)
    found.push(path.hops.length === 0 ? { path: formatPointer(place), value, at: place } : followHops(path, { place, value }, readContext))
  }
  return found
}

function readContextPath(text: string, { root, name }: { root: keyof RuleContext; name: string }, readContext: ReadContext): Reading {
  readContext.watch?.context(text)
  const flags = root === 'can' || root === 'feature' || root === 'editor'
  const known = root === 'now' ? (readContext.context.now ?? { month: monthOf(new Date()) }) : readContext.context[root]
  const value = (known as Record<string, unknown>)[name]
  return { path: text, value: flags ? value === true : value }
}

function followHops(path: DataPath, start: { place: readonly string[]; value: unknown }, readContext: ReadContext): Reading {
  let value = start.value
  let text = formatPointer(start.place)
  for (const hop of path.hops) {
    const { entity, field } = hop
    text += `.${field}`
    if (typeof value !== 'string' || value === '') return { path: text, value: undefined }
    readContext.watch?.reference(entity, value)
    const record = readContext.lookup(entity, value)
    // The name of a record that does not exist yet is not awaited.
    if (!record) return { path: text, value: undefined, ...(isFollowed(value, hop, readContext.lookup) && { unloaded: true as const }) }
    value = record[field]
  }
  return { path: text, value }
}

/**
 * Concrete places that a path reaches, and the pattern (with `*`) that covers them. `open`: the sibling that selects the segment has no
 * value.
 */
export function placesOf(
  path: DataPath,
  at: readonly string[],
  readContext: ReadContext,
): { found: readonly (readonly string[])[]; pattern: readonly string[]; open?: true } {
  const place = path.place ?? onlyPlace(path, at)
  return place ? { found: [place], pattern: place } : spread(path, at, readContext)
}

function spread(path: DataPath, at: readonly string[], readContext: ReadContext): { found: string[][]; pattern: string[]; open?: true } {
  const pattern = at.slice(0, path.keep)
  let found: string[][] = [[...pattern]]
  for (const step of path.steps) {
    if ('each' in step) {
      readContext.watch?.place(pattern, true)
      found = found.flatMap((place) => keysOf(seenAt(readContext, place)).map((key) => [...place, key]))
      pattern.push('*')
      continue
    }
    const key = keyOf(step, at, readContext)
    if (key === undefined) return { found: [], pattern, open: true }
    for (const place of found) place.push(key)
    pattern.push(key)
  }
  return { found, pattern }
}

function keyOf(step: Exclude<PathStep, { each: true }>, at: readonly string[], readContext: ReadContext): string | undefined {
  if ('key' in step) return step.key
  const chosen = readPath(step.by, at, readContext)[0]?.value
  return typeof chosen === 'string' && chosen !== '' ? chosen : undefined
}

/** The record as seen through the read context. */
export const seenRecord = (readContext: ReadContext): Rec => (readContext.valueAt ? (readContext.valueAt([]) as Rec) : readContext.record)

/** The value of a place as seen through the read context. */
export const seenAt = (readContext: ReadContext, place: readonly string[]): unknown =>
  readContext.valueAt ? readContext.valueAt(place) : valueAt(readContext.record, place)

/**
 * The same place in another version of the record; undefined if there is none. List items are matched by `id`, `oid` or `uuid`, else by
 * position, so that a moved row is still the same row.
 */
export function counterpartPlace(version: Rec | null, record: Rec, segments: readonly string[]): string[] | undefined {
  let mine: unknown = record
  let theirs: unknown = version
  const place: string[] = []
  for (const segment of segments) {
    if (theirs === null || typeof theirs !== 'object') return undefined
    const item = childOf(mine, segment)
    const step = Array.isArray(mine) && Array.isArray(theirs) ? sameItem(theirs, item, Number(segment)) : segment
    if (step === undefined) return undefined
    place.push(step)
    mine = item
    theirs = childOf(theirs, step)
  }
  return place
}

/** The value of the same place in another version of the record. */
export function counterpartAt(version: Rec | null, record: Rec, segments: readonly string[]): unknown {
  const place = counterpartPlace(version, record, segments)
  return place && valueAt(version, place)
}

function sameItem(list: readonly unknown[], item: unknown, index: number): string | undefined {
  const key = itemKey(item)
  const found = key === undefined ? index : list.findIndex((other) => itemKey(other) === key)
  if (found < 0 || found >= list.length) return undefined
  return key === undefined && itemKey(list[found]) !== undefined ? undefined : String(found)
}

/** Identity of a list item across versions; undefined for new rows and scalars. */
export function itemKey(item: unknown): unknown {
  if (item === null || typeof item !== 'object') return undefined
  const { id, oid, uuid } = item as Rec
  return id ?? oid ?? uuid ?? undefined
}
