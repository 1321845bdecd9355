import type { SchemaNode } from '../vocabulary/schema-tree.ts'
import type { EntitySchema, Rec } from '../vocabulary/types.ts'
import type { CompiledAccess, CompiledAction, CompiledRowAccess, CompiledRule } from './compiled-rule.ts'
import type { CompiledRules } from './types.ts'

/** What `compileRules` makes; sessions, `settle` and the explanations read it. */
export class RuleSet implements CompiledRules {
  readonly entity: string
  readonly schema: EntitySchema
  readonly root: SchemaNode
  readonly rules: readonly CompiledRule[]
  /** Rules that set or clear, in order of evaluation. */
  readonly writers: readonly CompiledRule[]
  /** Rules that show, enable, require, limit or warn of a place. */
  readonly governors: ReadonlyMap<SchemaNode, readonly CompiledRule[]>
  readonly access: ReadonlyMap<SchemaNode, readonly CompiledAccess[]>
  /** Lists whose stored rows not everybody may remove. */
  readonly rows: ReadonlyMap<SchemaNode, CompiledRowAccess>
  readonly actions: ReadonlyMap<SchemaNode, ReadonlyMap<string, CompiledAction>>
  /** Places that something may hide or lock, themselves or around or below them. */
  readonly guarded: ReadonlySet<SchemaNode>
  readonly dependencies: ReadonlyMap<string, { reads: string[]; writes: string[] }>
  /** Some rule reads what a later one writes. */
  readonly readsBack: boolean
  /** A new record before anyone touched it. */
  readonly defaults: Rec

  constructor(parts: Omit<RuleSet, 'readsBack'>) {
    this.entity = parts.entity
    this.schema = parts.schema
    this.root = parts.root
    this.rules = parts.rules
    this.writers = parts.writers
    this.governors = parts.governors
    this.access = parts.access
    this.rows = parts.rows
    this.actions = parts.actions
    this.guarded = parts.guarded
    this.dependencies = parts.dependencies
    this.defaults = parts.defaults
    this.readsBack = parts.writers.some((rule) => rule.readsBack)
  }
}

/** The rules as `compileRules` made them; throws on anything else. */
export function ruleSetOf(rules: CompiledRules): RuleSet {
  if (rules instanceof RuleSet) return rules
  throw new Error('rules must come from compileRules')
}
