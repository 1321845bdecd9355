import type { Rec } from '../vocabulary/types.ts'
import { isObject, read, type ObjectWire, type PropertyWire } from './object-wire.ts'
import type { WireRow } from './wire-rule.ts'

const isRow =
  ({ where }: WireRow) =>
  (row: unknown): row is Rec =>
    isObject(row) && Object.entries(where).every(([name, value]) => row[name] === value)

/** The places of an object that are a row of a list, too. */
function repeatedIn(wire: ObjectWire): { at: string; row: WireRow }[] {
  return Object.values(wire).flatMap(({ at, row }: PropertyWire) => (row === undefined ? [] : [{ at: at[0] ?? '', row }]))
}

/** An object without the rows that repeat another place of it (`x-wire.row`); where they alone were sent, they stand at that place. */
export function withoutRepeated(sent: Rec, wire: ObjectWire): Rec {
  let result = sent
  for (const { at, row } of repeatedIn(wire)) {
    const list = sent[row.of]
    const found = Array.isArray(list) ? (list as unknown[]).find(isRow(row)) : undefined
    if (found === undefined) continue
    const rest = (list as unknown[]).filter((one) => !isRow(row)(one))
    result = { ...result, [row.of]: rest, [at]: isObject(sent[at]) ? sent[at] : found }
  }
  return result
}

/**
 * The opposite for a service that sends such rows: an object with them in the lists, and at their other place only where `before`, the object as
 * the service sent it, has them there. A new object has both.
 */
export function withRepeated(sent: Rec, wire: ObjectWire, before?: Rec): Rec {
  const result = { ...sent }
  for (const { at, row } of repeatedIn(wire)) {
    const value = sent[at]
    const listed = before?.[row.of]
    const known = Array.isArray(listed) ? (listed as unknown[]).find(isRow(row)) : undefined
    if (!isObject(value) || (before !== undefined && known === undefined)) continue
    const rest = ((sent[row.of] ?? []) as unknown[]).filter((one) => !isRow(row)(one))
    result[row.of] = [{ ...known, ...value, ...row.where }, ...rest]
    if (before !== undefined && !isObject(before[at])) delete result[at]
  }
  for (const { at, within } of Object.values(wire)) {
    const [name = ''] = at
    const inner = result[name]
    const innerBefore = before === undefined ? undefined : read(before, [name])
    if (within !== undefined && at.length === 1 && isObject(inner))
      result[name] = withRepeated(inner, within, isObject(innerBefore) ? innerBefore : undefined)
  }
  return result
}
