import { isEmpty, isUnchanged } from '../vocabulary/equality.ts'
import { formatPointer, parsePointer, valueAt, withValueAt } from '../vocabulary/paths/pointer.ts'
import { counterpartAt, type ReadContext } from '../vocabulary/read.ts'
import { eachPlace, nodeAt } from '../vocabulary/schema/schema-tree.ts'
import type { Rec } from '../vocabulary/types.ts'
import { holds as conditionHolds } from '../vocabulary/operators/condition.ts'
import { contextViewOf, isContextOnly } from './context-view.ts'
import { evaluateState, type Holds } from './control-state.ts'
import { withoutNulls } from './defaults.ts'
import { findRefusals } from './refusals.ts'
import { lockedRefusals, type Written } from './locked.ts'
import { ruleSetOf, type RuleSet } from './compile/rule-set.ts'
import type { ControlState, SettleInput, SettleResult } from './types.ts'
import { writesOf, type Write, type WriteView } from './writes.ts'

/**
 * The service's verdict on a change. Applies `set` and `clear` rules, then refuses values sent to hidden, disabled, fixed or unknown
 * fields, missing required values, and values outside limits. JSON Schema constraints are validated elsewhere; `applicableRefusals` drops
 * those of hidden or disabled controls by means of the returned `state`.
 */
export function settle(input: SettleInput): SettleResult {
  const set = ruleSetOf(input.rules)
  const baseline = input.stored ?? set.defaults
  const next = withoutNulls(input.next, set.root.property)
  const given = givenPlaces(input, next, baseline)
  const written: Written = new Map()
  const record = applyWriters(set, { input, next, baseline, given, written })
  const readContext = readContextOf(input, record)
  const settleWithout = (unsent: Rec, places: readonly (readonly string[])[]): Rec => {
    const isGiven: Given['isGiven'] = (segments) => !places.some((place) => overlaps(place, segments)) && given.isGiven(segments)
    return applyWriters(set, { input, next: unsent, baseline, given: { ...given, isGiven }, written: new Map() })
  }
  const state = stateFunction(set, readContext)
  const refusals = [
    ...lockedRefusals({
      set,
      next,
      baseline,
      before: readContextOf(input, baseline),
      isRestored: input.isRestored === true,
      touched: given.touched,
      written,
      state,
      settleWithout,
    }),
    ...findRefusals({ set, rules: contextViewOf(set, readContext).refusing, record, readContext, state }),
  ]
  const writes = [...written].flatMap(([pointer, { value, rule, yields }]) => (yields ? [] : [{ pointer, value, rule }]))
  return { record, refusals, writes, state }
}

function readContextOf(input: SettleInput, record: Rec): ReadContext {
  return { record, stored: input.stored, context: input.context, lookup: input.lookup }
}

function stateFunction(set: RuleSet, readContext: ReadContext): (pointer: string, segments?: readonly string[]) => ControlState {
  const known = new Map<string, ControlState>()
  const { states } = contextViewOf(set, readContext)
  const holds: Holds = (rule, at) => !rule.when || conditionHolds(rule.when, at, readContext)
  return (pointer, segments = parsePointer(pointer)) => {
    const node = nodeAt(set.root, segments)
    const isKept = node !== undefined && isContextOnly(set, node)
    let state = isKept ? states.get(node) : known.get(pointer)
    if (state === undefined) {
      state = evaluateState({ set, segments, readContext, holds })
      if (isKept) states.set(node, state)
      else known.set(pointer, state)
    }
    return state
  }
}

/** Cache of parsed pointers: spreadsheets touch the same few fields of every record. */
const parsed = new Map<string, readonly string[]>()
const MAX_PARSED = 1_000

function segmentsOf(pointer: string): readonly string[] {
  const known = parsed.get(pointer)
  if (known !== undefined) return known
  const segments = parsePointer(pointer)
  if (parsed.size < MAX_PARSED) parsed.set(pointer, segments)
  return segments
}

interface Given {
  touched: (readonly string[])[]
  isGiven: (segments: readonly string[]) => boolean
  isEmptied: WriteView['isEmptied']
}

/** Which values count as sent: by default only those that differ from the stored record, so that spreadsheets may send whole rows. */
function givenPlaces({ rules, touched, unchangedCounts }: SettleInput, next: Rec, baseline: Rec): Given {
  const places = touched.map(segmentsOf)
  const isChanged = (segments: readonly string[]): boolean => !isUnchanged(counterpartAt(baseline, next, segments), valueAt(next, segments))
  const isGiven = (segments: readonly string[]): boolean => {
    if (!places.some((place) => overlaps(place, segments))) return false
    if (!unchangedCounts) return isChanged(segments)
    if (places.some((place) => place.length >= segments.length)) return true
    // A row keeps its secret when the list around it is sent without.
    const isSecret = nodeAt(ruleSetOf(rules).root, segments)?.property['x-secret'] === true
    return isSecret ? isChanged(segments) : valueAt(next, segments) !== undefined
  }
  // A person who empties a field sees that it is mandatory.
  const isTyped = (segments: readonly string[]): boolean =>
    unchangedCounts === true && places.some((place) => place.length >= segments.length && overlaps(place, segments))
  const isEmptied: WriteView['isEmptied'] = (segments, { rule }) =>
    rule.refills === true && isEmpty(valueAt(next, segments)) && !isTyped(segments)
  return { touched: places, isGiven, isEmptied }
}

function overlaps(a: readonly string[], b: readonly string[]): boolean {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index++) if (a[index] !== b[index]) return false
  return true
}

interface Application {
  input: SettleInput
  next: Rec
  baseline: Rec
  given: Given
  written: Written
}

/** Runs the writing rules once, in order. All writes of a rule are collected before the first is applied. */
function applyWriters(set: RuleSet, { input, next, baseline, given, written }: Application): Rec {
  let record = next
  const winners = new Map<string, number>()
  for (const rule of contextViewOf(set, readContextOf(input, record)).writers) {
    const readContext = readContextOf(input, record)
    const view = {
      readContext,
      baseline,
      isGiven: given.isGiven,
      isEmptied: given.isEmptied,
      holds: (asked: { when: typeof rule.when }, at: readonly string[]) => !asked.when || conditionHolds(asked.when, at, readContext),
    }
    const writes: Write[] = []
    eachPlace(rule.node, record, (at, value) => {
      if (isObject(value)) writes.push(...writesOf(rule, at, view))
    })
    for (const { segments, value, yields } of writes) {
      const pointer = formatPointer(segments)
      if ((winners.get(pointer) ?? -1) > rule.priority) continue
      if (!yields) winners.set(pointer, rule.priority)
      written.set(pointer, { value, rule: rule.rule.id, yields })
      if (!yields && !isSameReference(record, segments, value)) record = withValueAt(record, segments, value)
    }
  }
  return record
}

const isObject = (value: unknown): boolean => value !== null && typeof value === 'object' && !Array.isArray(value)

const isSameReference = (record: Rec, segments: readonly string[], value: unknown): boolean => valueAt(record, segments) === value
