import type { SchemaNode } from '../../vocabulary/schema/schema-tree.ts'
import type { EntitySchema, Rec } from '../../vocabulary/types.ts'
import type { ActionTarget, CompiledAccess, CompiledAction, CompiledRowAccess, CompiledRule } from './compiled-rule.ts'
import type { CompiledRules } from '../types.ts'

/** Compiled rules, used by sessions, `settle` and explanations. */
export class RuleSet implements CompiledRules {
  readonly entity: string
  readonly schema: EntitySchema
  readonly root: SchemaNode
  readonly rules: readonly CompiledRule[]
  /** `set` and `clear` rules in evaluation order. */
  readonly writers: readonly CompiledRule[]
  /** `show`, `enable`, `require`, `limit` and `warn` rules by place. */
  readonly governors: ReadonlyMap<SchemaNode, readonly CompiledRule[]>
  readonly access: ReadonlyMap<SchemaNode, readonly CompiledAccess[]>
  /** Lists with protected rows. */
  readonly rows: ReadonlyMap<SchemaNode, CompiledRowAccess>
  readonly actions: ReadonlyMap<SchemaNode, ReadonlyMap<string, CompiledAction>>
  /** What actions write, by place. */
  readonly actionTargets: ReadonlyMap<SchemaNode, readonly ActionTarget[]>
  /** Places that may be hidden or locked, and their ancestors and descendants. */
  readonly guarded: ReadonlySet<SchemaNode>
  readonly dependencies: ReadonlyMap<string, { reads: string[]; writes: string[] }>
  /** Whether a rule reads what a later one writes. */
  readonly readsBack: boolean
  /** The initial values of a new record. */
  readonly defaults: Rec

  constructor(parts: Omit<RuleSet, 'readsBack' | 'actionTargets'>) {
    this.entity = parts.entity
    this.schema = parts.schema
    this.root = parts.root
    this.rules = parts.rules
    this.writers = parts.writers
    this.governors = parts.governors
    this.access = parts.access
    this.rows = parts.rows
    this.actions = parts.actions
    this.actionTargets = targetsOf(parts.actions)
    this.guarded = parts.guarded
    this.dependencies = parts.dependencies
    this.defaults = parts.defaults
    this.readsBack = parts.writers.some((rule) => rule.readsBack)
  }
}

function targetsOf(actions: RuleSet['actions']): Map<SchemaNode, ActionTarget[]> {
  const targets = new Map<SchemaNode, ActionTarget[]>()
  for (const [owner, named] of actions)
    for (const compiled of named.values())
      for (const { node, value } of compiled.writes) targets.set(node, [...(targets.get(node) ?? []), { compiled, owner, value }])
  return targets
}

/** Narrows to the result of `compileRules`; throws on anything else. */
export function ruleSetOf(rules: CompiledRules): RuleSet {
  if (rules instanceof RuleSet) return rules
  throw new Error('rules must come from compileRules')
}
