import { isSame } from '../../schemas/vocabulary/equality.ts'
import { itemKey } from '../../schemas/vocabulary/read.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import { isObject } from '../plan/read-plan.ts'

/** A journaled change, with the current value. */
interface Change {
  before: unknown
  after: unknown
  now: unknown
}

/** The value to write; `undefined` if there is nothing to undo; `isLater` if a later change conflicts. */
export type Earlier = { value: unknown } | { isLater: true } | undefined

/**
 * Computes the value that undoes a change: only the fields of an object, or the rows of a list, that the change touched. Later
 * changes elsewhere in them are kept.
 */
export function valueBefore({ before, after, now }: Change): Earlier {
  if (isMasked(before) || isMasked(after) || isSame(before, after)) return undefined
  if (isObject(before) && isObject(after) && isObject(now)) return fieldsBefore({ before, after, now })
  if (isListOfRows(before) && isListOfRows(after) && isListOfRows(now)) return rowsBefore(before, after, now)
  return isAs(now, after) ? { value: unmasked(before) ?? null } : { isLater: true }
}

/** Whether a value is the mask of a secret; the journal holds no secrets, so they cannot be restored. */
export function isMasked(value: unknown): boolean {
  return isObject(value) && value['configured'] === true && Object.keys(value).length === 1
}

function fieldsBefore({ before, after, now }: { before: Rec; after: Rec; now: Rec }): Earlier {
  const fields: Rec = {}
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const earlier = valueBefore({ before: before[name], after: after[name], now: now[name] })
    if (earlier === undefined) continue
    if ('isLater' in earlier) return earlier
    fields[name] = earlier.value
  }
  return Object.keys(fields).length > 0 ? { value: fields } : undefined
}

function rowsBefore(before: readonly Rec[], after: readonly Rec[], now: readonly Rec[]): Earlier {
  const [older, newer] = [byKey(before), byKey(after)]
  const rows: Rec[] = []
  for (const row of now) {
    const [was, became] = [older.get(itemKey(row)), newer.get(itemKey(row))]
    if (became === undefined || isSame(was, became)) {
      rows.push(row)
      continue
    }
    if (was === undefined) {
      if (!isAs(row, became)) return { isLater: true }
      continue
    }
    const earlier = fieldsBefore({ before: was, after: became, now: row })
    if (earlier !== undefined && 'isLater' in earlier) return earlier
    rows.push(earlier === undefined ? row : { ...row, ...(earlier.value as Rec) })
  }
  const present = byKey(now)
  before.forEach((row, index) => {
    const key = itemKey(row)
    if (!newer.has(key) && !present.has(key)) rows.splice(index, 0, unmasked(row) as Rec)
  })
  return { value: rows }
}

const byKey = (rows: readonly Rec[]): Map<unknown, Rec> => new Map(rows.map((row) => [itemKey(row), row]))

function isListOfRows(value: unknown): value is Rec[] {
  return Array.isArray(value) && value.every((row) => isObject(row) && itemKey(row) !== undefined)
}

/** Whether a value still equals the journaled one; a masked secret equals any value that is set. */
function isAs(now: unknown, journaled: unknown): boolean {
  if (isMasked(journaled)) return (now ?? null) !== null
  if (Array.isArray(journaled))
    return Array.isArray(now) && now.length === journaled.length && journaled.every((one, index) => isAs(now[index], one))
  if (!isObject(journaled) || !isObject(now)) return isSame(now, journaled)
  return [...new Set([...Object.keys(journaled), ...Object.keys(now)])].every((name) => isAs(now[name], journaled[name]))
}

/** Removes the masks of secrets from a value, so that it can be written. */
export function unmasked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unmasked)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).flatMap(([name, inner]) => (isMasked(inner) ? [] : [[name, unmasked(inner)]])))
}
