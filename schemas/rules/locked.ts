import { isEmpty, isSame, isUnchanged } from '../vocabulary/equality.ts'
import { childOf, formatPointer, valueAt, withValueAt } from '../vocabulary/paths/pointer.ts'
import { counterpartPlace, itemKey, type ReadContext } from '../vocabulary/read.ts'
import { childNode, isMap, nodeAt, type SchemaNode } from '../vocabulary/schema/schema-tree.ts'
import type { Rec } from '../vocabulary/types.ts'
import { isActionValue, isOpenToActions } from './actions.ts'
import { defaultsOf } from './defaults.ts'
import type { TargetPlace } from './compile/compiled-rule.ts'
import type { RuleSet } from './compile/rule-set.ts'
import type { ControlState, RuleRefusal } from './types.ts'

/** Pointer to the value that a rule wrote, or, with `yields`, would have written if the caller had not sent one. */
export type Written = Map<string, { value: unknown; rule: string; yields: boolean }>

interface Question {
  set: RuleSet
  next: Rec
  baseline: Rec
  touched: readonly (readonly string[])[]
  written: Written
  /** Read context of the baseline. */
  before: ReadContext
  isRestored: boolean
  /** Settles a record as if the caller had not sent the given places. */
  settleWithout: (record: Rec, places: readonly (readonly string[])[]) => Rec
  state: (pointer: string, segments?: readonly string[]) => ControlState
}

/** Refusals of changes to unknown fields and to fields whose control is hidden, disabled or fixed. */
export function lockedRefusals(question: Question): RuleRefusal[] {
  const refusals = new Map<string, RuleRefusal>()
  const locked = new Map<string, readonly string[]>()
  for (const segments of question.touched) {
    const node = nodeAt(question.set.root, segments)
    if (!node) refusals.set(formatPointer(segments), unknownField(segments))
    else for (const place of lockedBelow(node, segments, question)) locked.set(formatPointer(place), place)
  }
  for (const place of placesChangedByCaller([...locked.values()], question)) {
    const pointer = formatPointer(place)
    const { why } = question.state(pointer)
    const reason = why.find(({ effect }) => effect === 'show') ?? why.find(({ effect }) => effect === 'enable')
    refusals.set(pointer, { pointer, key: reason?.because ?? 'validation.field.readOnly' })
  }
  return [...refusals.values()]
}

/** The locked places whose value would differ if the caller had not sent them. */
function placesChangedByCaller(places: readonly (readonly string[])[], question: Question): readonly (readonly string[])[] {
  if (places.length === 0) return places
  const { set, next } = question
  const unsent = places.reduce((record, place) => {
    const node = nodeAt(set.root, place)
    return node ? withValueAt(record, place, valueBefore(node, place, question)) : record
  }, next)
  const settled = question.settleWithout(unsent, places)
  return places.filter((place) => !isSame(valueAt(settled, place), valueAt(next, place)))
}

function unknownField(segments: readonly string[]): RuleRefusal {
  return { pointer: formatPointer(segments), key: 'validation.field.unknown', params: { name: segments.at(-1) ?? '' } }
}

function lockedBelow(node: SchemaNode, segments: readonly string[], question: Question): (readonly string[])[] {
  if (!question.set.guarded.has(node)) return []
  const changed: (readonly string[])[] = []
  addChanged(changed, { node, segments }, question)
  return changed.filter((place) => {
    const state = question.state(formatPointer(place), place)
    return !state.enabled && !isWritten(place, question) && !isLetThrough(place, state, question)
  })
}

/** Whether the value is what an action writes, or an earlier one: these reach controls that the record's other values hide or disable. */
function isLetThrough(place: readonly string[], state: ControlState, { set, next, before, isRestored }: Question): boolean {
  const isAllowed = isRestored || isActionValue(set, { segments: place, value: valueAt(next, place) }, before)
  return isAllowed && isOpenToActions(state)
}

/** Whether the caller sent exactly what a rule writes, or nothing and a rule fills it. */
function isWritten(place: readonly string[], { written, next }: Question): boolean {
  const write = written.get(formatPointer(place))
  const sent = valueAt(next, place)
  return write !== undefined && (isSame(write.value, sent) || (!write.yields && isEmpty(sent)))
}

/** Collects guarded places at and below a touched one whose value differs from the baseline. */
function addChanged(changed: (readonly string[])[], { node, segments }: TargetPlace, question: Question): void {
  if (!question.set.guarded.has(node)) return
  const after = valueAt(question.next, segments)
  const before = valueBefore(node, segments, question)
  if (isUnchanged(before, after)) return
  if (
    !isContainer(after) ||
    !isContainer(before) ||
    Array.isArray(after) !== Array.isArray(before) ||
    hasOtherItems(before, after) ||
    hasOtherKeys(node, before, after)
  )
    changed.push(segments)
  if (!isContainer(after)) return
  for (const key of new Set([...Object.keys(after), ...removedKeys({ node, segments }, question)])) {
    const child = childNode(node, key)
    if (child) addChanged(changed, { node: child, segments: [...segments, key] }, question)
  }
}

/** Rows are sent as a whole, so a property missing from a row of a locked list was removed, unless it is read-only. */
function removedKeys({ node, segments }: TargetPlace, { baseline, next, state }: Question): string[] {
  const list = segments.slice(0, -1)
  if (node.parent?.item !== node || state(formatPointer(list), list).enabled) return []
  const place = counterpartPlace(baseline, next, segments)
  const before = place && valueAt(baseline, place)
  return isContainer(before) ? Object.keys(before).filter((key) => childNode(node, key)?.property.readOnly !== true) : []
}

/** The value in the baseline, or the default for a new row or object. */
function valueBefore(node: SchemaNode, segments: readonly string[], { baseline, next }: Question): unknown {
  const [only] = segments
  if (only !== undefined && segments.length === 1) return childOf(baseline, only)
  const place = counterpartPlace(baseline, next, segments)
  if (place && valueAt(baseline, place.slice(0, -1)) !== undefined) return valueAt(baseline, place)
  return node.item === undefined && node.children.size > 0 ? defaultsOf(node.property) : node.property.default
}

const isContainer = (value: unknown): value is object => value !== null && typeof value === 'object'

/** Whether map entries were added or removed. */
function hasOtherKeys(node: SchemaNode, before: object, after: object): boolean {
  return isMap(node) && !isSame(Object.keys(before).toSorted(), Object.keys(after).toSorted())
}

/** Whether items were added, removed or moved. */
function hasOtherItems(before: object, after: object): boolean {
  if (!Array.isArray(before) || !Array.isArray(after)) return false
  return before.length !== after.length || before.some((item, index) => !isSame(itemKey(item), itemKey(after[index])))
}
