import { traceCondition, type CompiledCondition } from '../vocabulary/operators/condition.ts'
import { isSame } from '../vocabulary/equality.ts'
import type { DataPath } from '../vocabulary/paths/path.ts'
import type { ReadContext } from '../vocabulary/read.ts'
import { nodeAt, type SchemaNode } from '../vocabulary/schema/schema-tree.ts'
import { evaluateSource } from '../vocabulary/source.ts'
import { formatPointer } from '../vocabulary/paths/pointer.ts'
import { missingReferences } from './compile/references.ts'
import type { CompiledRule } from './compile/compiled-rule.ts'
import type { RuleSet } from './compile/rule-set.ts'
import type { ControlState, Explanation, NeededReference, Warning } from './types.ts'
import { isTriggered } from './writes.ts'

/** Evaluates a rule's condition: cached in a session, uncached in `settle`. */
export type Holds = (rule: { when: CompiledCondition | undefined; node: SchemaNode }, at: readonly string[]) => boolean

/** Why a state differs from the default; converted to an `Explanation` on demand. */
interface Reason {
  rule: string
  effect: Explanation['effect']
  because: string
  when?: CompiledCondition | undefined
  at: readonly string[]
}

interface Draft {
  visible: boolean
  enabled: boolean
  required: boolean
  options: readonly unknown[] | undefined
  minimum: number | undefined
  maximum: number | undefined
  warnings: Warning[] | undefined
  reasons: Reason[]
  /** By entity and oid. */
  awaits: Map<string, NeededReference> | undefined
  /** Disabled regardless of rules. */
  fixed: boolean
}

/** State of the control at a place of the record. A hidden or disabled object or list hides or disables what is in it. */
export function evaluateState(question: Question): ControlState {
  const { set, segments, readContext } = question
  const node = nodeAt(set.root, segments)
  if (!node) throw new Error(`schema "${set.schema.$id}" has no place ${formatPointer(segments)}`)
  if (!set.guarded.has(node) && !set.governors.has(node)) return plain
  const draft: Draft = {
    visible: true,
    enabled: true,
    required: false,
    options: undefined,
    minimum: undefined,
    maximum: undefined,
    warnings: undefined,
    reasons: [],
    awaits: undefined,
    fixed: false,
  }
  for (let around: SchemaNode | undefined = node; around; around = around.parent) {
    if (!set.guarded.has(around)) continue
    guard(draft, around, question)
  }
  for (const rule of set.governors.get(node) ?? []) applyRequirements(draft, rule, question)
  draft.enabled &&= draft.visible
  draft.required &&= draft.enabled
  const awaits = draft.fixed || draft.awaits === undefined ? [] : [...draft.awaits.values()]
  if (!draft.visible) draft.warnings = undefined
  return draft.reasons.length === 0 && awaits.length === 0 && !draft.warnings ? plain : new ReasonedState(draft, awaits, readContext)
}

/** The control to evaluate, and the data to evaluate it on. */
export interface Question {
  set: RuleSet
  segments: readonly string[]
  readContext: ReadContext
  holds: Holds
}

/** Show and enable rules, rights and fixed fields of one place. */
function guard(draft: Draft, node: SchemaNode, { set, segments, readContext, holds }: Question): void {
  for (const rule of set.governors.get(node) ?? []) {
    const { effect, id, because } = rule.rule
    if (effect !== 'show' && effect !== 'enable') continue
    const at = segments.slice(0, rule.node.depth)
    collectAwaited(draft, rule.follows.when, { at, readContext })
    if (holds(rule, at)) continue
    draft[effect === 'show' ? 'visible' : 'enabled'] = false
    draft.reasons.push({ rule: id, effect, because, when: rule.when, at })
  }
  for (const access of set.access.get(node) ?? []) {
    const at = segments.slice(0, access.node.depth)
    collectAwaited(draft, access.follows.when, { at, readContext })
    if (holds(access, at)) continue
    draft[access.right === 'read' ? 'visible' : 'enabled'] = false
    draft.reasons.push({
      rule: `x-access.${access.right}`,
      effect: access.right === 'read' ? 'show' : 'enable',
      because: access.because,
      when: access.when,
      at,
    })
  }
  guardFixed(draft, node, readContext)
}

function guardFixed(draft: Draft, { property }: SchemaNode, readContext: ReadContext): void {
  if (property.readOnly) {
    draft.enabled = false
    draft.fixed = true
    draft.reasons.push({ rule: 'readOnly', effect: 'enable', because: 'validation.field.readOnly', at: [] })
  } else if (property['x-frozen'] === 'createOnly' && readContext.stored !== null) {
    draft.enabled = false
    draft.fixed = true
    draft.reasons.push({ rule: 'x-frozen', effect: 'enable', because: 'validation.field.frozen', at: [] })
  }
}

/** Require, limit and warn rules of one place. */
function applyRequirements(draft: Draft, rule: CompiledRule, question: Question): void {
  const { segments, readContext, holds } = question
  const { effect, id, because } = rule.rule
  if (effect === 'warn') return warn(draft, rule, question)
  if (effect !== 'require' && effect !== 'limit') return
  const at = segments.slice(0, rule.node.depth)
  collectAwaited(draft, rule.follows.when, { at, readContext })
  if (!holds(rule, at)) return
  collectAwaited(draft, rule.follows.values, { at, readContext })
  const applies = effect === 'require' ? (draft.required = true) : applyLimit(draft, rule, { at, readContext })
  if (applies) draft.reasons.push({ rule: id, effect, because, when: rule.when, at })
}

/** Tests the trigger before the condition, because most warnings do not fire. */
function warn(draft: Draft, rule: CompiledRule, { set, segments, readContext, holds }: Question): void {
  const at = segments.slice(0, rule.node.depth)
  if (!isTriggered(rule, at, { readContext, baseline: readContext.stored ?? set.defaults }) || !holds(rule, at)) return
  const { id, about, because } = rule.rule
  ;(draft.warnings ??= []).push({ rule: id, ...(about === undefined ? {} : { about }), because })
}

/** Collects referenced records that `paths` need and that are not loaded. */
function collectAwaited(
  draft: Draft,
  paths: readonly DataPath[],
  { at, readContext }: { at: readonly string[]; readContext: ReadContext },
): void {
  for (const path of paths)
    for (const found of missingReferences(path, at, readContext)) (draft.awaits ??= new Map()).set(`${found.entity}/${found.oid}`, found)
}

/** Allowed options: a list, or a single value. */
const choicesOf = (value: unknown): readonly unknown[] | undefined => {
  if (Array.isArray(value)) return value as unknown[]
  return value === undefined || value === null ? undefined : [value]
}

/** Applies a limit; sources that are not loaded do not limit anything. */
function applyLimit(draft: Draft, rule: CompiledRule, { at, readContext }: { at: readonly string[]; readContext: ReadContext }): boolean {
  const value = (source: CompiledRule['options']): unknown => source && evaluateSource(source, at, readContext)
  const [options, minimum, maximum] = [choicesOf(value(rule.options)), value(rule.minimum), value(rule.maximum)]
  if (options) draft.options = draft.options ? draft.options.filter((option) => options.some((other) => isSame(option, other))) : options
  if (typeof minimum === 'number') draft.minimum = Math.max(minimum, draft.minimum ?? minimum)
  if (typeof maximum === 'number') draft.maximum = Math.min(maximum, draft.maximum ?? maximum)
  return options !== undefined || typeof minimum === 'number' || typeof maximum === 'number'
}

/**
 * A state that differs from the default. Explanations are computed on demand, for the record that this state was computed from. A
 * class, because a getter defined per object is ten times slower.
 */
class ReasonedState implements ControlState {
  readonly visible: boolean
  readonly enabled: boolean
  readonly required: boolean
  readonly options?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly awaits?: readonly NeededReference[]
  readonly warnings?: readonly Warning[]
  readonly #reasons: readonly Reason[]
  readonly #readContext: ReadContext
  #why: readonly Explanation[] | undefined

  constructor(draft: Draft, awaits: readonly NeededReference[], readContext: ReadContext) {
    this.visible = draft.visible
    this.enabled = draft.enabled
    this.required = draft.required
    if (draft.options !== undefined) this.options = draft.options
    if (draft.minimum !== undefined) this.minimum = draft.minimum
    if (draft.maximum !== undefined) this.maximum = draft.maximum
    if (awaits.length > 0) this.awaits = awaits
    if (draft.warnings !== undefined) this.warnings = draft.warnings
    this.#reasons = draft.reasons
    this.#readContext = readContext
  }

  get why(): readonly Explanation[] {
    if (this.#why === undefined) {
      const { watch: _, ...unwatched } = this.#readContext
      this.#why = this.#reasons.map((reason) => explain(reason, unwatched))
    }
    return this.#why
  }
}

/** The default state: visible, enabled and not required. */
const plain: ControlState = Object.freeze({ visible: true, enabled: true, required: false, why: Object.freeze([]) })

function explain({ rule, effect, because, when, at }: Reason, readContext: ReadContext): Explanation {
  return { rule, effect, because, facts: when ? traceCondition(when, at, readContext) : [] }
}

/** Whether two states render the same, ignoring explanations. */
export function isSameState(a: ControlState, b: ControlState): boolean {
  return (
    a.visible === b.visible &&
    a.enabled === b.enabled &&
    a.required === b.required &&
    a.minimum === b.minimum &&
    a.maximum === b.maximum &&
    isSame(a.options, b.options) &&
    isSame(a.awaits, b.awaits) &&
    isSame(a.warnings, b.warnings)
  )
}
