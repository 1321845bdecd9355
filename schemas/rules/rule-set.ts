import type { CompiledCondition } from '../vocabulary/condition.ts'
import type { DataPath } from '../vocabulary/path.ts'
import type { SchemaNode } from '../vocabulary/schema-tree.ts'
import type { ValueSource } from '../vocabulary/source.ts'
import type { EntitySchema, Rec, Rule } from '../vocabulary/types.ts'
import type { CompiledAction } from './actions.ts'
import type { CompiledRowAccess } from './row-access.ts'
import type { CompiledRules } from './types.ts'

/** A rule at one object of the schema; a schema that is used three times brings each of its rules three times. */
export interface CompiledRule {
  rule: Rule
  /** Order in the schema, outer objects first. */
  index: number
  /**
   * Of several rules that write one field the highest wins: those that force a value over those that yield to a person's
   * (edge-triggered, untouched), later ones over earlier ones.
   */
  priority: number
  /** The object that the rule governs. */
  node: SchemaNode
  when: CompiledCondition | undefined
  /** Of a check: what must hold. */
  that: CompiledCondition | undefined
  changed: readonly DataPath[]
  targets: readonly DataPath[]
  /** Where the targets always are: fields of the record itself. Absent when it depends on the record. */
  places: readonly TargetPlace[] | undefined
  /** The targets by name, where all of them are properties of the governed object itself. Absent where one lies deeper. */
  own: readonly { name: string; node: SchemaNode }[] | undefined
  value: ValueSource | undefined
  options: ValueSource | undefined
  minimum: ValueSource | undefined
  maximum: ValueSource | undefined
  /** Paths into other records that the condition reads, and those that the values read. */
  follows: { when: readonly DataPath[]; values: readonly DataPath[] }
  /** Order of evaluation among rules that write. */
  rank: number
  /** Asks about the one field that it writes ("the first one when none is chosen"). */
  asksItself: boolean
  /** Reads what it or a later rule writes: it sees those places as they were before its turn. */
  readsBack: boolean
}

/** A concrete place that a rule governs. */
export interface TargetPlace {
  segments: readonly string[]
  node: SchemaNode
}

/** The rule's value stands above what a person gives, as long as its condition holds. */
export const isForcing = ({ rule }: CompiledRule): boolean => rule.changed === undefined && rule.untouched !== true

/** A right on a field (`x-access`), bound to the object in which the field stands. */
export interface CompiledAccess {
  right: 'read' | 'write'
  node: SchemaNode
  when: CompiledCondition
  /** Paths into other records that the condition reads. */
  follows: { when: readonly DataPath[] }
  because: string
}

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
