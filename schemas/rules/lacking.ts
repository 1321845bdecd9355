import { holds, paramsOfCondition } from '../vocabulary/condition.ts'
import { isEmpty, isSame } from '../vocabulary/equality.ts'
import { formatPointer, valueAt } from '../vocabulary/pointer.ts'
import type { Sight } from '../vocabulary/read.ts'
import { eachPlace, type SchemaNode } from '../vocabulary/schema-tree.ts'
import type { PropertySchema, Rec } from '../vocabulary/types.ts'
import { missingReferences } from './references.ts'
import { rowRefusals } from './row-access.ts'
import { placesOfTargets } from './writes.ts'
import type { CompiledRule, RuleSet } from './rule-set.ts'
import type { ControlState, RuleRefusal } from './types.ts'

interface Question {
  set: RuleSet
  /** Those that may have something to say. @default every rule that can refuse */
  rules?: readonly CompiledRule[]
  record: Rec
  sight: Sight
  state: (pointer: string, segments?: readonly string[]) => ControlState
}

/** A value that a check refuses, whatever its control is like. */
interface Broken {
  segments: readonly string[]
  refusal: RuleRefusal
}

/** What one rule finds in a record. */
interface Finding {
  /** Of rules that require or limit. */
  lacking: readonly RuleRefusal[]
  /** Of rules that check. */
  broken: readonly Broken[]
}

/** Where the objects of a node are. */
type Objects = (node: SchemaNode) => readonly (readonly string[])[]

/**
 * What rules require and is missing, limit and is outside, or check and does not hold, in controls that are visible and enabled; and
 * lists that miss rows that may not go. `known` keeps what a rule found; without it every rule looks at the whole record.
 */
export function lackingRefusals(question: Question, known?: Findings): RuleRefusal[] {
  const { set, rules = set.rules, record, sight, state } = question
  const objects = objectsOf(record)
  const findings: Finding[] = []
  for (const rule of rules) {
    if (!refuses(rule)) continue
    const finding = known?.get(rule) ?? findingOf(rule, question, objects)
    known?.set(rule, finding)
    if (finding !== nothing) findings.push(finding)
  }
  const rows = rowRefusals(set, sight)
  if (findings.length === 0) return rows
  const refusals = new Map<string, RuleRefusal>()
  for (const { lacking } of findings)
    for (const refusal of lacking) if (!refusals.has(refusal.pointer)) refusals.set(refusal.pointer, refusal)
  // Of a place that lacks something already, nothing more is said. Whether its control is there is asked last: most checks hold.
  for (const { broken } of findings)
    for (const { segments, refusal } of broken)
      if (!refusals.has(refusal.pointer) && state(refusal.pointer, segments).enabled) refusals.set(refusal.pointer, refusal)
  return [...refusals.values(), ...rows.filter(({ pointer }) => !refusals.has(pointer))]
}

/** Findings of the rules of a session, by rule. */
export type Findings = Map<CompiledRule, Finding>

const requiresOrLimits = ({ rule: { effect } }: CompiledRule): boolean => effect === 'require' || effect === 'limit'

/** Whether a rule can refuse a value. */
export const refuses = (rule: CompiledRule): boolean => requiresOrLimits(rule) || rule.rule.effect === 'check'

/** Of a rule that has nothing against the record. */
const nothing: Finding = { lacking: [], broken: [] }

function findingOf(rule: CompiledRule, question: Question, objects: Objects): Finding {
  const lacking: RuleRefusal[] = []
  const broken: Broken[] = []
  for (const at of objects(rule.node)) {
    if (requiresOrLimits(rule)) addLacking(lacking, { rule, at }, question)
    else addBroken(broken, { rule, at }, question)
  }
  return lacking.length === 0 && broken.length === 0 ? nothing : { lacking, broken }
}

/** A rule, and the object that it governs. */
interface Asked {
  rule: CompiledRule
  at: readonly string[]
}

/** Many rules govern the same objects, so each node is looked for once. */
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

function addLacking(lacking: RuleRefusal[], { rule, at }: Asked, { record, sight, state }: Question): void {
  for (const { segments, node } of placesOfTargets(rule, at, sight)) {
    const pointer = formatPointer(segments)
    const control = { pointer, value: valueAt(record, segments), property: node.property }
    const refusal = controlRefusal(control, state(pointer, segments))
    if (refusal !== undefined) lacking.push(refusal)
  }
}

function addBroken(broken: Broken[], { rule, at }: Asked, { record, sight }: Question): void {
  for (const { segments } of placesOfTargets(rule, at, sight)) {
    const value = valueAt(record, segments)
    if (isEmpty(value) || !isBroken(rule, at, sight)) continue
    const params = { ...told(rule, at, sight), value }
    broken.push({ segments, refusal: { pointer: formatPointer(segments), key: rule.rule.because, params } })
  }
}

/** Nothing is broken as long as a referenced record that decides is not here. */
function isBroken({ when, that, follows }: CompiledRule, at: readonly string[], sight: Sight): boolean {
  if (!that || (when && !holds(when, at, sight)) || holds(that, at, sight)) return false
  return !follows.when.some((path) => missingReferences(path, at, sight).length > 0)
}

const told = ({ that }: CompiledRule, at: readonly string[], sight: Sight): Rec => (that ? paramsOfCondition(that, at, sight) : {})

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
