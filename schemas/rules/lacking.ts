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
  record: Rec
  sight: Sight
  state: (pointer: string, segments?: readonly string[]) => ControlState
}

/**
 * What rules require and is missing, limit and is outside, or check and does not hold, in controls that are visible and enabled; and
 * lists that miss rows that may not go.
 */
export function lackingRefusals({ set, record, sight, state }: Question): RuleRefusal[] {
  const refusals = new Map<string, RuleRefusal>()
  const objects = objectsOf(record)
  for (const rule of set.rules) {
    if (rule.rule.effect !== 'require' && rule.rule.effect !== 'limit') continue
    for (const at of objects(rule.node)) {
      for (const { segments, node } of placesOfTargets(rule, at, sight)) {
        const pointer = formatPointer(segments)
        const refusal = refusals.has(pointer)
          ? undefined
          : controlRefusal({ pointer, value: valueAt(record, segments), property: node.property }, state(pointer, segments))
        if (refusal) refusals.set(pointer, refusal)
      }
    }
  }
  addChecked(refusals, { set, record, sight, state, objects })
  return [...refusals.values(), ...rowRefusals(set, sight).filter(({ pointer }) => !refusals.has(pointer))]
}

type Objects = (node: SchemaNode) => readonly (readonly string[])[]

/** Where the objects of a node are; many rules govern the same ones, so each node is looked for once. */
function objectsOf(record: Rec): Objects {
  const known = new Map<SchemaNode, (readonly string[])[]>()
  return (node) => {
    let places = known.get(node)
    if (places) return places
    known.set(node, (places = []))
    const found = places
    eachPlace(node, record, (at, object) => {
      if (object !== null && typeof object === 'object') found.push(at)
    })
    return found
  }
}

/** Of a place that lacks something already, nothing more is said. Whether its control is there is asked last: most checks hold. */
function addChecked(refusals: Map<string, RuleRefusal>, { set, record, sight, state, objects }: Question & { objects: Objects }): void {
  for (const rule of set.rules) {
    if (rule.rule.effect !== 'check') continue
    for (const at of objects(rule.node)) {
      for (const { segments } of placesOfTargets(rule, at, sight)) {
        const value = valueAt(record, segments)
        if (isEmpty(value) || !isBroken(rule, at, sight)) continue
        const pointer = formatPointer(segments)
        if (refusals.has(pointer) || !state(pointer, segments).enabled) continue
        refusals.set(pointer, { pointer, key: rule.rule.because, params: { ...told(rule, at, sight), value } })
      }
    }
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
