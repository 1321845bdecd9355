import type { ReferenceLookup, RuleContext } from './context.ts'
import { monthOf } from './months.ts'
import { isFollowed, type BoundPath, type DataPath, type PathStep } from './path.ts'
import { childOf, formatPointer, keysOf, valueAt } from './pointer.ts'
import type { Rec } from './types.ts'

/** What conditions and computed values look at. */
export interface ReadContext {
  record: Rec
  /** `null` when creating. */
  stored: Rec | null
  context: RuleContext
  lookup: ReferenceLookup
  /** Told of everything that is read, so that a session knows what depends on what. */
  watch?: Watch
  /** How to see a place of the record; without it, as it is in `record`. */
  valueAt?: (segments: readonly string[]) => unknown
}

export interface Watch {
  /** A place was read; `*` among the segments stands for every item. `shapeOnly`: only which items there are. */
  place: (segments: readonly string[], shapeOnly: boolean) => void
  context: (path: string) => void
  reference: (entity: string, oid: string) => void
}

/** One value that a path yields. */
export interface Reading {
  /** Pointer of the place, with the followed fields behind it, or the `$context` path. */
  path: string
  value: unknown
  /** Concrete place in the record; absent for context and followed references. */
  at?: readonly string[]
  /** A followed reference is not loaded, so nothing is known. */
  unloaded?: true
}

/** A path that something reads; `shapeOnly`: only how much there is. */
export interface ReadingPath {
  path: BoundPath
  shapeOnly: boolean
}

/** Values of a path as seen from the object at `at`; several when the path has `*`. */
export function readPath(path: BoundPath, at: readonly string[], readContext: ReadContext): Reading[] {
  return readings({ path, shapeOnly: false }, at, readContext)
}

/**
 * The one value of a path that needs no looking around: of the context, or of a field of one object where nobody listens. Undefined for
 * all others. Its `path` is the one that was asked for.
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

/** Like `readPath`, where only the shape of the values may matter. */
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
    // The name of a record that is yet to be made is not waited for.
    if (!record) return { path: text, value: undefined, ...(isFollowed(value, hop) && { unloaded: true as const }) }
    value = record[field]
  }
  return { path: text, value }
}

/** Concrete places that a path reaches, and the one pattern (with `*`) that covers them. `open`: no sibling's value says where to go. */
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

/** The record as the read context shows it. */
export const seenRecord = (readContext: ReadContext): Rec => (readContext.valueAt ? (readContext.valueAt([]) as Rec) : readContext.record)

/** A place as the read context shows it. */
export const seenAt = (readContext: ReadContext, place: readonly string[]): unknown =>
  readContext.valueAt ? readContext.valueAt(place) : valueAt(readContext.record, place)

/**
 * The same place in another version of the record; undefined when that version has none. Items of lists are found again by
 * `id`, `oid` or `uuid`, else by their position: a row that was moved is still the same row.
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

/** What identifies an item of a list from one version to the next; undefined for new rows and plain values. */
export function itemKey(item: unknown): unknown {
  if (item === null || typeof item !== 'object') return undefined
  const { id, oid, uuid } = item as Rec
  return id ?? oid ?? uuid ?? undefined
}
