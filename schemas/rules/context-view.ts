import { holds, pathsOfCondition, type CompiledCondition } from '../vocabulary/condition.ts'
import type { RuleContext } from '../vocabulary/context.ts'
import type { Sight } from '../vocabulary/read.ts'
import type { SchemaNode } from '../vocabulary/schema-tree.ts'
import { refuses } from './lacking.ts'
import type { CompiledRule, RuleSet } from './rule-set.ts'
import type { ControlState } from './types.ts'

/** What the context alone decides about the rules of a schema: the same for every record of an import, so it is found out once. */
export interface ContextView {
  /** Rules that write and may fire. */
  writers: readonly CompiledRule[]
  /** Rules that can refuse a value and may have something to say. */
  refusing: readonly CompiledRule[]
  /** States of `steady` places, as they were asked for. */
  states: Map<SchemaNode, ControlState>
}

interface Views {
  creating: WeakMap<RuleContext, ContextView>
  updating: WeakMap<RuleContext, ContextView>
  /** Places whose state nothing but the context decides. */
  steady: Map<SchemaNode, boolean>
}

const views = new WeakMap<RuleSet, Views>()

/** The view of a context, which must not be changed in place; another one while creating than while changing. */
export function contextViewOf(set: RuleSet, sight: Sight): ContextView {
  const { context, stored } = sight
  const known = viewsOf(set)[stored === null ? 'creating' : 'updating']
  const found = known.get(context)
  if (found !== undefined) return found
  const mayHold = ({ when }: CompiledRule): boolean => when === undefined || !isOfContext(when) || holds(when, [], sight)
  const view = {
    writers: set.writers.filter(mayHold),
    refusing: set.rules.filter((rule) => refuses(rule) && mayHold(rule)),
    states: new Map(),
  }
  known.set(context, view)
  return view
}

/** Whether nothing but the context decides about the control of a place. */
export function isSteady(set: RuleSet, node: SchemaNode): boolean {
  const known = viewsOf(set).steady
  const found = known.get(node) ?? findSteady(set, node)
  known.set(node, found)
  return found
}

function viewsOf(set: RuleSet): Views {
  const known = views.get(set) ?? { creating: new WeakMap(), updating: new WeakMap(), steady: new Map() }
  views.set(set, known)
  return known
}

function findSteady(set: RuleSet, node: SchemaNode): boolean {
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

/** Whether a condition reads nothing but the context; the calendar goes on by itself. */
function isOfContext(when: CompiledCondition): boolean {
  const known = ofContext.get(when) ?? pathsOfCondition(when).every(({ path }) => path.kind === 'context' && path.context.root !== 'now')
  ofContext.set(when, known)
  return known
}
