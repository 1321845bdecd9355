import { isBlank } from '../vocabulary/blank.ts'
import { holds, paramsOfCondition } from '../vocabulary/operators/condition.ts'
import { isEmpty, isSame } from '../vocabulary/equality.ts'
import { formatPointer, valueAt } from '../vocabulary/paths/pointer.ts'
import { counterpartAt, type ReadContext } from '../vocabulary/read.ts'
import { allNodes, eachPlace, type SchemaNode } from '../vocabulary/schema/schema-tree.ts'
import type { PropertySchema, Rec } from '../vocabulary/types.ts'
import type { CompiledRule } from './compile/compiled-rule.ts'
import { missingReferences } from './compile/references.ts'
import { rowRefusals } from './row-access.ts'
import type { RuleSet } from './compile/rule-set.ts'
import type { ControlState, RuleRefusal } from './types.ts'
import { placesOfTargets } from './writes.ts'

interface Question {
  set: RuleSet
  /** Rules to evaluate. @default every rule that can refuse */
  rules?: readonly CompiledRule[]
  record: Rec
  readContext: ReadContext
  state: (pointer: string, segments?: readonly string[]) => ControlState
}

/** A value that fails a check, before its control's state is known. */
interface Violation {
  segments: readonly string[]
  refusal: RuleRefusal
}

/** What one rule finds in a record. */
interface Finding {
  /** From rules with effect `require` or `limit`. */
  refusals: readonly RuleRefusal[]
  /** From rules with effect `check`. */
  violations: readonly Violation[]
}

/** Finds the objects of a node in the record. */
type Objects = (node: SchemaNode) => readonly (readonly string[])[]

/**
 * All refusals of a record: required values that are missing, limited values out of range, and failed checks, each only where the
 * control is visible and enabled; secrets sent empty; and protected list rows that were removed. `known` caches the findings per rule;
 * without it every rule runs on the whole record.
 */
export function findRefusals(question: Question, known?: Findings): RuleRefusal[] {
  const { set, rules = set.rules, record, readContext, state } = question
  const objects = objectsOf(record)
  const findings: Finding[] = []
  for (const rule of rules) {
    if (!refuses(rule)) continue
    const finding = known?.get(rule) ?? findingOf(rule, question, objects)
    known?.set(rule, finding)
    if (finding !== nothing) findings.push(finding)
  }
  const rows = rowRefusals(set, readContext)
  const secrets = emptySecretRefusals(set, readContext)
  if (findings.length === 0) return secrets.length === 0 ? rows : [...secrets, ...rows]
  const refusals = new Map(secrets.map((refusal) => [refusal.pointer, refusal]))
  for (const finding of findings)
    for (const refusal of finding.refusals) if (!refusals.has(refusal.pointer)) refusals.set(refusal.pointer, refusal)
  // One refusal per pointer. The control's state is evaluated last, because most checks hold.
  for (const { violations } of findings)
    for (const { segments, refusal } of violations)
      if (!refusals.has(refusal.pointer) && state(refusal.pointer, segments).enabled) refusals.set(refusal.pointer, refusal)
  return [...refusals.values(), ...rows.filter(({ pointer }) => !refusals.has(pointer))]
}

/** Findings of the rules of a session, by rule. */
export type Findings = Map<CompiledRule, Finding>

const requiresOrLimits = ({ rule: { effect } }: CompiledRule): boolean => effect === 'require' || effect === 'limit'

/** Whether a rule can refuse a value. */
export const refuses = (rule: CompiledRule): boolean => requiresOrLimits(rule) || rule.rule.effect === 'check'

/** Shared by all rules that refuse nothing. */
const nothing: Finding = { refusals: [], violations: [] }

function findingOf(rule: CompiledRule, question: Question, objects: Objects): Finding {
  const refusals: RuleRefusal[] = []
  const violations: Violation[] = []
  for (const at of objects(rule.node)) {
    if (requiresOrLimits(rule)) addRefusals(refusals, { rule, at }, question)
    else addViolations(violations, { rule, at }, question)
  }
  return refusals.length === 0 && violations.length === 0 ? nothing : { refusals, violations }
}

/** A rule, and the object that it governs. */
interface RuleAt {
  rule: CompiledRule
  at: readonly string[]
}

/** Cached per node, because many rules govern the same objects. */
function objectsOf(record: Rec): Objects {
  const known = new Map<SchemaNode, readonly (readonly string[])[]>()
  return (node) => {
    const places = known.get(node) ?? objectsAt(node, record)
    known.set(node, places)
    return places
  }
}

const ROOT: readonly (readonly string[])[] = [[]]

function objectsAt(node: SchemaNode, record: Rec): readonly (readonly string[])[] {
  if (node.parent === undefined) return ROOT
  const places: (readonly string[])[] = []
  eachPlace(node, record, (at, object) => {
    if (object !== null && typeof object === 'object') places.push(at)
  })
  return places
}

function addRefusals(refusals: RuleRefusal[], { rule, at }: RuleAt, { record, readContext, state }: Question): void {
  for (const { segments, node } of placesOfTargets(rule, at, readContext)) {
    const pointer = formatPointer(segments)
    const control = { pointer, value: valueAt(record, segments), property: node.property }
    const refusal = controlRefusal(control, state(pointer, segments))
    if (refusal !== undefined) refusals.push(refusal)
  }
}

function addViolations(violations: Violation[], { rule, at }: RuleAt, { record, readContext }: Question): void {
  for (const { segments } of placesOfTargets(rule, at, readContext)) {
    const value = valueAt(record, segments)
    if (isEmpty(value) || !isViolated(rule, at, readContext)) continue
    const params = { ...messageParams(rule, at, readContext), value }
    violations.push({ segments, refusal: { pointer: formatPointer(segments), key: rule.rule.because, params } })
  }
}

/** A check whose condition depends on a referenced record is skipped until that record is loaded. */
function isViolated({ when, that, follows }: CompiledRule, at: readonly string[], readContext: ReadContext): boolean {
  if (!that || (when && !holds(when, at, readContext)) || holds(that, at, readContext)) return false
  return !follows.when.some((path) => missingReferences(path, at, readContext).length > 0)
}

const messageParams = ({ that }: CompiledRule, at: readonly string[], readContext: ReadContext): Rec =>
  that ? paramsOfCondition(that, at, readContext) : {}

interface Control {
  pointer: string
  value: unknown
  property: PropertySchema
}

/** Refusal of a value by the state of its control; undefined when it fits, or when the control is hidden or disabled. */
function controlRefusal(control: Control, state: ControlState): RuleRefusal | undefined {
  const { pointer, value } = control
  if (!state.enabled) return undefined
  if (isEmpty(value)) return state.required ? { pointer, key: 'validation.field.mandatory' } : undefined
  if (state.options && !state.options.some((option) => isSame(option, value))) {
    const because = state.why.find(({ effect }) => effect === 'limit')?.because
    return { pointer, key: because ?? 'validation.field.option', params: { value, options: state.options } }
  }
  return boundRefusal(control, { min: state.minimum, max: state.maximum })
}

function boundRefusal(
  { pointer, value, property }: Control,
  limit: { min: number | undefined; max: number | undefined },
): RuleRefusal | undefined {
  if (typeof value !== 'number') return undefined
  if (value >= (limit.min ?? value) && value <= (limit.max ?? value)) return undefined
  const min = larger(limit.min, property.minimum)
  const max = smaller(limit.max, property.maximum)
  if (min !== undefined && max !== undefined) return { pointer, key: 'validation.field.between', params: { min, max } }
  return min === undefined
    ? { pointer, key: 'validation.field.atMost', params: { max } }
    : { pointer, key: 'validation.field.atLeast', params: { min } }
}

/** The tighter of two lower bounds; either may be missing. */
export const larger = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? (a ?? b) : Math.max(a, b)
/** The tighter of two upper bounds; either may be missing. */
export const smaller = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? (a ?? b) : Math.min(a, b)

/**
 * Constraint refusals (`toRefusals`) with the tighter bounds that rules set. Refusals of hidden or disabled controls are dropped,
 * because a person could not fix them. Refusals of unknown properties are kept.
 */
export function applicableRefusals(refusals: readonly RuleRefusal[], state: (pointer: string) => ControlState): RuleRefusal[] {
  return refusals.flatMap((refusal) => {
    if (refusal.key === 'validation.field.unknown') return [refusal]
    const { enabled, minimum, maximum } = state(refusal.pointer)
    return enabled ? [tightened(refusal, { minimum, maximum })] : []
  })
}

function tightened(refusal: RuleRefusal, { minimum, maximum }: Record<'minimum' | 'maximum', number | undefined>): RuleRefusal {
  const { key, params } = refusal
  if (key !== 'validation.field.between' || (minimum === undefined && maximum === undefined)) return refusal
  return { ...refusal, params: { min: larger(minimum, Number(params?.['min'])), max: smaller(maximum, Number(params?.['max'])) } }
}

const known = new WeakMap<RuleSet, readonly SchemaNode[]>()

function secretsOf(set: RuleSet): readonly SchemaNode[] {
  const secrets = known.get(set) ?? [...allNodes(set.root)].filter(({ property }) => property['x-secret'] === true)
  known.set(set, secrets)
  return secrets
}

/**
 * Refuses secrets sent as empty text, because nobody could see later that they are empty. An omitted secret stays unchanged; null
 * clears an optional one (DECISIONS section 8). An empty secret that is already stored is not refused.
 */
export function emptySecretRefusals(set: RuleSet, { record, stored }: ReadContext): RuleRefusal[] {
  const refusals: RuleRefusal[] = []
  for (const node of secretsOf(set))
    eachPlace(node, record, (segments, value) => {
      if (typeof value !== 'string' || !isBlank(value) || value === counterpartAt(stored, record, segments)) return
      refusals.push({ pointer: formatPointer(segments), key: 'validation.field.secretEmpty' })
    })
  return refusals
}
