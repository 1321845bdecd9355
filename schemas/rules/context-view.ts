import { holds, pathsOfCondition, type CompiledCondition } from '../vocabulary/operators/condition.ts'
import type { RuleContext } from '../vocabulary/context.ts'
import type { ReadContext } from '../vocabulary/read.ts'
import type { SchemaNode } from '../vocabulary/schema/schema-tree.ts'
import { refuses } from './refusals.ts'
import type { CompiledRule } from './compile/compiled-rule.ts'
import type { RuleSet } from './compile/rule-set.ts'
import type { ControlState } from './types.ts'

/** The part of rule evaluation that depends on the context alone. It is the same for all records of an import, so it is computed once. */
export interface ContextView {
  /** Rules that write and may fire. */
  writers: readonly CompiledRule[]
  /** Rules that can refuse a value and whose condition may hold. */
  refusing: readonly CompiledRule[]
  /** Cached states of `steady` places. */
  states: Map<SchemaNode, ControlState>
}

interface Views {
  creating: WeakMap<RuleContext, ContextView>
  updating: WeakMap<RuleContext, ContextView>
  /** Places whose state depends on the context alone. */
  steady: Map<SchemaNode, boolean>
}

const views = new WeakMap<RuleSet, Views>()

/** The view of a context object, which must not be mutated. Creating and updating have different views. */
export function contextViewOf(set: RuleSet, readContext: ReadContext): ContextView {
  const { context, stored } = readContext
  const known = viewsOf(set)[stored === null ? 'creating' : 'updating']
  const found = known.get(context)
  if (found !== undefined) return found
  const mayHold = ({ when }: CompiledRule): boolean => when === undefined || !isOfContext(when) || holds(when, [], readContext)
  const view = {
    writers: set.writers.filter(mayHold),
    refusing: set.rules.filter((rule) => refuses(rule) && mayHold(rule)),
    states: new Map(),
  }
  known.set(context, view)
  return view
}

/** Whether the control's state depends on the context alone. */
export function isContextOnly(set: RuleSet, node: SchemaNode): boolean {
  const known = viewsOf(set).steady
  const found = known.get(node) ?? computeContextOnly(set, node)
  known.set(node, found)
  return found
}

function viewsOf(set: RuleSet): Views {
  const known = views.get(set) ?? { creating: new WeakMap(), updating: new WeakMap(), steady: new Map() }
  views.set(set, known)
  return known
}

function computeContextOnly(set: RuleSet, node: SchemaNode): boolean {
  const demands = (set.governors.get(node) ?? []).filter(({ rule: { effect } }) => effect !== 'show' && effect !== 'enable')
  if (!demands.every(({ rule, when }) => rule.effect === 'require' && isSettled(when))) return false
  for (let around: SchemaNode | undefined = node; around; around = around.parent) {
    const guards = (set.governors.get(around) ?? []).filter((rule) => !demands.includes(rule))
    if (!guards.every(({ rule: { effect }, when }) => (effect !== 'show' && effect !== 'enable') || isSettled(when))) return false
    if (!(set.access.get(around) ?? []).every(({ when }) => isSettled(when))) return false
  }
  return true
}

const isSettled = (when: CompiledCondition | undefined): boolean => when === undefined || isOfContext(when)

const ofContext = new WeakMap<CompiledCondition, boolean>()

/** Whether a condition reads the context alone. `$now` does not count, because it changes by itself. */
function isOfContext(when: CompiledCondition): boolean {
  const known = ofContext.get(when) ?? pathsOfCondition(when).every(({ path }) => path.kind === 'context' && path.context.root !== 'now')
  ofContext.set(when, known)
  return known
}
