import type { CompiledCondition } from '../../vocabulary/operators/condition.ts'
import type { DataPath } from '../../vocabulary/paths/path.ts'
import type { SchemaNode } from '../../vocabulary/schema/schema-tree.ts'
import type { ValueSource } from '../../vocabulary/source.ts'
import type { Action, Rule } from '../../vocabulary/types.ts'

/** A rule bound to one object of the schema; a nested schema used three times yields each of its rules three times. */
export interface CompiledRule {
  rule: Rule
  /** Order in the schema, outer objects first. */
  index: number
  /**
   * If several rules write a field, the highest priority wins: forcing rules over those that yield to a person's value (edge-triggered,
   * untouched), later rules over earlier ones.
   */
  priority: number
  /** The object that the rule governs. */
  node: SchemaNode
  when: CompiledCondition | undefined
  /** Condition of a `check` rule. */
  that: CompiledCondition | undefined
  changed: readonly DataPath[]
  targets: readonly DataPath[]
  /** Fixed places of the targets, if all are top-level fields; absent if they depend on the record. */
  places: readonly TargetPlace[] | undefined
  /** Targets that are properties of the governed object itself; absent if one lies deeper. */
  own: readonly { name: string; node: SchemaNode }[] | undefined
  value: ValueSource | undefined
  options: ValueSource | undefined
  minimum: ValueSource | undefined
  maximum: ValueSource | undefined
  /** Paths into other records that the condition reads, and those that the values read. */
  follows: { when: readonly DataPath[]; values: readonly DataPath[] }
  /** Position in the evaluation order of writing rules. */
  rank: number
  /** The condition reads the one field that the rule writes ("the first one when none is chosen"). */
  asksItself: boolean
  /** The condition reads what this or a later rule writes; it sees the values from before the rule's turn. */
  readsBack: boolean
}

/** A concrete place that a rule governs. */
export interface TargetPlace {
  segments: readonly string[]
  node: SchemaNode
}

/** Whether the rule's value overrides a person's value while its condition holds. */
export const isForcing = ({ rule }: CompiledRule): boolean => rule.changed === undefined && rule.untouched !== true

/** A field right (`x-access`), bound to the object that holds the field. */
export interface CompiledAccess {
  right: 'read' | 'write'
  node: SchemaNode
  when: CompiledCondition
  /** Paths into other records that the condition reads. */
  follows: { when: readonly DataPath[] }
  because: string
}

/** `x-rows` of a list, bound to its rows. */
export interface CompiledRowAccess {
  when: CompiledCondition
  because: string
  /** Locale key of why the first row cannot be removed. */
  keepFirst: string | undefined
}

/** An action of an object, its condition bound to the object. */
export interface CompiledAction {
  action: Action
  when: CompiledCondition | undefined
  /** Literals and the places to write them to. */
  literals: readonly { node: SchemaNode; value: unknown }[]
  /** All places with the values to write to them. */
  writes: readonly { node: SchemaNode; value: unknown }[]
}

/** What an action of the object at `owner` writes to a place. */
export interface ActionTarget {
  compiled: CompiledAction
  owner: SchemaNode
  value: unknown
}
