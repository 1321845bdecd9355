import { isUnchanged } from '../../../schemas/vocabulary/equality.ts'
import { formatPointer } from '../../../schemas/vocabulary/paths/pointer.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { listAround, valueAt, withValueAt } from './pointer.ts'

/** One value that two people changed differently. */
export interface Conflict {
  pointer: string
  base: unknown
  mine: unknown
  theirs: unknown
}

/** A three-way merge: their record with my changes applied. Where both changed a value, mine is kept and the conflict is listed. */
export interface Merge {
  record: Rec
  conflicts: Conflict[]
}

/** The original, my and their version of a value. */
interface Versions<T = unknown> {
  base: T
  mine: T
  theirs: T
}

/** The place being merged, and the collected conflicts. */
interface Place {
  segments: readonly string[]
  conflicts: Conflict[]
}

const isPlain = (value: unknown): value is Rec => typeof value === 'object' && value !== null && !Array.isArray(value)

const within = ({ segments, conflicts }: Place, name: string | number): Place => ({ segments: [...segments, String(name)], conflicts })

function conflict(versions: Versions, { segments, conflicts }: Place): void {
  conflicts.push({ pointer: formatPointer(segments), ...versions })
}

/** The identity of a list row. */
const rowKey = (row: unknown): string | undefined => {
  const id = isPlain(row) ? (row.id ?? row.oid ?? row.identifier) : undefined
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined
}

/** Rows by identity; `undefined` if one has none or two share one. */
function keyed(list: readonly unknown[]): Map<string, unknown> | undefined {
  const rows = new Map<string, unknown>()
  for (const row of list) {
    const key = rowKey(row)
    if (key === undefined || rows.has(key)) return undefined
    rows.set(key, row)
  }
  return rows
}

/** Merges rows of the base one by one; rows without identity are new and are kept. */
function mergeLists({ base, mine, theirs }: Versions<readonly unknown[]>, place: Place): unknown[] | undefined {
  const was = keyed(base)
  const now = keyed(theirs)
  const kept = keyed(mine.filter((row) => rowKey(row) !== undefined))
  if (!was || !now || !kept) return undefined
  const result: unknown[] = []
  for (const key of new Set([...now.keys(), ...kept.keys()])) {
    const versions = { base: was.get(key), mine: kept.get(key), theirs: now.get(key) }
    const row = mergeRow(versions, within(place, result.length))
    if (row !== undefined) result.push(row)
  }
  return [...result, ...mine.filter((row) => rowKey(row) === undefined)]
}

/** A row removed by one side is removed, unless the other side changed it: then it is kept as a conflict. */
function mergeRow(versions: Versions, place: Place): unknown {
  const { base, mine, theirs } = versions
  if (mine !== undefined && theirs !== undefined) return mergeValue(versions, place)
  const left = mine ?? theirs
  if (base === undefined) return left
  if (isUnchanged(base, left)) return undefined
  conflict(versions, place)
  return left
}

function mergeObjects({ base, mine, theirs }: Versions<Rec>, place: Place): Rec {
  const merged: Rec = {}
  for (const name of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const value = mergeValue({ base: base[name], mine: mine[name], theirs: theirs[name] }, within(place, name))
    if (value !== undefined) merged[name] = value
  }
  return merged
}

function mergeValue(versions: Versions, place: Place): unknown {
  const { base, mine, theirs } = versions
  if (isUnchanged(base, mine)) return theirs
  if (isUnchanged(base, theirs) || isUnchanged(mine, theirs)) return mine
  if (isPlain(mine) && isPlain(theirs)) return mergeObjects({ base: isPlain(base) ? base : {}, mine, theirs }, place)
  if (Array.isArray(mine) && Array.isArray(theirs)) {
    const merged = mergeLists({ base: Array.isArray(base) ? base : [], mine, theirs }, place)
    if (merged) return merged
  }
  conflict(versions, place)
  return mine
}

/** Merges my changes of `base` with theirs. Only the given fields of mine take part. */
export function merge({ base, mine, theirs }: Versions<Rec>, fields: readonly string[]): Merge {
  const conflicts: Conflict[] = []
  const record: Rec = { ...theirs }
  for (const field of fields) {
    const value = mergeValue({ base: base[field], mine: mine[field], theirs: theirs[field] }, { segments: [field], conflicts })
    if (value === undefined) delete record[field]
    else record[field] = value
  }
  return { record, conflicts }
}

/** The chosen side per conflict pointer. */
export type Choice = Record<string, 'mine' | 'theirs'>

/** Applies the person's choices to the merged record; rows that the chosen side removed are removed. */
export function resolveConflicts({ record, conflicts }: Merge, choice: Choice): Rec {
  let result = record
  const lists = new Set<string>()
  for (const conflict of conflicts) {
    const { pointer } = conflict
    const value = choice[pointer] === 'theirs' ? conflict.theirs : conflict.mine
    const list = listAround(pointer)
    result = withValueAt(result, pointer, value)
    if (value === undefined && list !== undefined) lists.add(list)
  }
  for (const list of lists) {
    const rows = valueAt(result, list)
    if (Array.isArray(rows))
      result = withValueAt(
        result,
        list,
        rows.filter((row) => row !== undefined),
      )
  }
  return result
}

/** Pointers that remain changed after the choice: those where the person's own value was chosen. */
export const keptPointers = (touched: readonly string[], conflicts: readonly Conflict[], choice: Choice): string[] =>
  touched.filter((pointer) => !conflicts.some((conflict) => conflict.pointer === pointer && choice[pointer] === 'theirs'))
