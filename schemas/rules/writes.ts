import { isEmpty, isSame, isUnchanged } from '../vocabulary/equality.ts'
import { valueAt } from '../vocabulary/paths/pointer.ts'
import { counterpartAt, counterpartPlace, placesOf, readPath, seenRecord, type ReadContext } from '../vocabulary/read.ts'
import { childNode, type SchemaNode } from '../vocabulary/schema/schema-tree.ts'
import { evaluateSource } from '../vocabulary/source.ts'
import { clearedValue } from './defaults.ts'
import type { CompiledRule, TargetPlace } from './compile/compiled-rule.ts'

/** Input of a writing rule. */
export interface WriteView {
  readContext: ReadContext
  /** The record to compare with to detect changes: the stored one, or the defaults of a new one. */
  baseline: Record<string, unknown>
  /** Whether the caller or person supplied the value at the place. */
  isGiven: (segments: readonly string[]) => boolean
  /** Whether the place was emptied, other than by a person's typing, so that it counts as untouched again for the rule. */
  isEmptied: (segments: readonly string[], rule: CompiledRule) => boolean
  holds: (rule: CompiledRule, at: readonly string[]) => boolean
}

/** A value that a rule writes. `yields`: the caller's own value has precedence (edge-triggered and untouched rules). */
export interface Write {
  segments: readonly string[]
  value: unknown
  yields: boolean
}

/** The writes of a rule for the object at `at`; empty if it does not fire or its value cannot be computed. */
export function writesOf(rule: CompiledRule, at: readonly string[], view: WriteView): Write[] {
  if (!isTriggered(rule, at, view) || !view.holds(rule, at)) return []
  const value = rule.rule.effect === 'set' && rule.value ? evaluateSource(rule.value, at, view.readContext) : undefined
  if (rule.rule.effect === 'set' && value === undefined) return []
  return placesOfTargets(rule, at, view.readContext).flatMap(({ segments, node }) => {
    const emptied = rule.rule.untouched === true && view.isEmptied(segments, rule)
    const given = !emptied && (rule.rule.changed !== undefined || rule.rule.untouched === true) && view.isGiven(segments)
    if (!given && !emptied && rule.rule.untouched && !rule.rule.changed && !isFollowing(rule, at, { segments, view })) return []
    return [{ segments, value: rule.rule.effect === 'clear' ? clearedValue(node.property) : value, yields: given }]
  })
}

/** Concrete places that a rule governs for the object at `at`, in existing objects only. */
export function placesOfTargets(rule: CompiledRule, at: readonly string[], readContext: ReadContext): readonly TargetPlace[] {
  if (rule.places) return rule.places
  if (rule.own) return rule.own.map(({ name, node }) => ({ segments: [...at, name], node }))
  return rule.targets.flatMap((target) => {
    const { found, pattern } = placesOf(target, at, readContext)
    if (pattern.length > at.length + 1) readContext.watch?.place(pattern.slice(0, -1), true)
    return found
      .filter((segments) => segments.length === at.length + 1 || isObject(valueAt(readContext.record, segments.slice(0, -1))))
      .map((segments) => ({ segments, node: descend(rule.node, segments.slice(rule.node.depth)) }))
  })
}

const isObject = (value: unknown): boolean => value !== null && typeof value === 'object'

function descend(node: SchemaNode, segments: readonly string[]): SchemaNode {
  const found = segments.reduce<SchemaNode | undefined>((current, segment) => current && childNode(current, segment), node)
  if (!found) throw new Error(`no schema for ${segments.join('/')} below ${node.pattern}`)
  return found
}

/** Level-triggered rules always fire; edge-triggered ones if one of their paths differs from the baseline. */
export function isTriggered(
  rule: CompiledRule,
  at: readonly string[],
  { readContext, baseline }: Pick<WriteView, 'readContext' | 'baseline'>,
): boolean {
  if (!rule.rule.changed) return true
  const record = seenRecord(readContext)
  return rule.changed.some((path) =>
    readPath(path, at, readContext).some(
      (reading) => reading.at !== undefined && !isUnchanged(counterpartAt(baseline, record, reading.at), reading.value),
    ),
  )
}

/** Whether a stored field still counts as untouched: it is empty or holds what the rule would write for the stored record. */
function isFollowing(
  rule: CompiledRule,
  at: readonly string[],
  { segments, view }: { segments: readonly string[]; view: WriteView },
): boolean {
  const { stored, context, lookup } = view.readContext
  const record = seenRecord(view.readContext)
  const place = stored && counterpartPlace(stored, record, at)
  if (!stored || !place) return true
  const before = counterpartAt(stored, record, segments)
  if (isEmpty(before) || !rule.value) return true
  return isSame(before, evaluateSource(rule.value, place, { stored, record: stored, context, lookup }))
}
