import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { isObject, read, type ObjectWire } from '../../../schemas/wire/object-wire.ts'
import { withRepeated } from '../../../schemas/wire/repeated-rows.ts'

/** What a service sent of a record, and what is to change in it, both as they travel. */
interface Change {
  sent: Rec
  part: Rec
  /** The places of values that nobody knows any more. */
  unknown?: Rec
  wire: ObjectWire
}

/** The whole record with the changes in it, in the form in which its service sent it. */
export function changedBody({ sent, part, unknown = {}, wire }: Change): Rec {
  const changed = merged(without(sent, unknown), inItsForm(part, sent, wire)) as Rec
  return withRepeated(withWholeRows(changed, sent, wire), wire, sent)
}

/** A new record as it travels to services that are not ours. */
export const newBody = (record: Rec, wire: ObjectWire): Rec => withRepeated(inItsForm(record, {}, wire), wire)

/** A part put into a whole: objects merge, anything else is replaced. */
function merged(whole: unknown, part: unknown): unknown {
  if (!isObject(whole) || !isObject(part)) return part
  return { ...whole, ...Object.fromEntries(Object.entries(part).map(([name, value]) => [name, merged(whole[name], value)])) }
}

/** A whole without the values at the places of a part. */
function without(whole: Rec, part: Rec): Rec {
  const left = { ...whole }
  for (const [name, value] of Object.entries(part)) {
    const inner = left[name]
    if (isObject(value) && isObject(inner)) left[name] = without(inner, value)
    else delete left[name]
  }
  return left
}

/**
 * A part as the other service sends it: without the identifiers that this product's service sends beside names (`transportNetworkId`), and values
 * alone where it has no object around them.
 */
function inItsForm(part: Rec, sent: Rec, wire: ObjectWire): Rec {
  let left = part
  for (const { at, alone, id, within } of Object.values(wire)) {
    if (id !== undefined && read(sent, id) === undefined) left = withoutPlace(left, id)
    const [name = ''] = at
    const [inner, innerSent] = [left[name], sent[name]]
    if (alone !== undefined && isObject(inner) && innerSent !== undefined && innerSent !== null && !isObject(innerSent))
      left = { ...left, [name]: inner[alone] }
    if (within !== undefined && at.length === 1 && isObject(inner))
      left = { ...left, [name]: inItsForm(inner, isObject(innerSent) ? innerSent : {}, within) }
  }
  return left
}

function withoutPlace(whole: Rec, [name = '', ...rest]: readonly string[]): Rec {
  const inner = whole[name]
  if (rest.length > 0) return isObject(inner) ? { ...whole, [name]: withoutPlace(inner, rest) } : whole
  const { [name]: _, ...left } = whole
  return left
}

/** An object whose rows have all that they were sent with: null for what they have no more, and identifiers of their own (`uuid`). */
function withWholeRows(value: Rec, sent: Rec, wire: ObjectWire): Rec {
  const result = { ...value }
  for (const [name, one] of Object.entries(value)) {
    const before = sent[name]
    const within = Object.values(wire).find(({ at }) => at.length === 1 && at[0] === name)?.within ?? {}
    if (Array.isArray(one) && Array.isArray(before)) result[name] = wholeRows(one, before, within)
    else if (isObject(one) && isObject(before)) result[name] = withWholeRows(one, before, within)
  }
  return result
}

function wholeRows(rows: unknown[], sent: unknown[], wire: ObjectWire): unknown[] {
  const known = new Map(sent.filter(isObject).map((row) => [row['id'], row]))
  return rows.map((row) => {
    const before = isObject(row) && row['id'] !== undefined ? known.get(row['id']) : undefined
    return isObject(row) && before !== undefined ? wholeRow(row, before, wire) : row
  })
}

function wholeRow(row: Rec, sent: Rec, wire: ObjectWire): Rec {
  const nothing = Object.fromEntries(Object.keys(sent).map((name) => [name, null]))
  const own = Object.values(wire).flatMap(({ at, copies = [] }) =>
    copies.flatMap(([name = '']) => (sent[name] !== undefined && sent[name] !== read(sent, at) ? [[name, sent[name]] as const] : [])),
  )
  return { ...nothing, ...row, ...Object.fromEntries(own) }
}
