import type { CompiledCondition } from '../vocabulary/condition.ts'
import type { DataPath } from '../vocabulary/path.ts'
import type { SchemaNode } from '../vocabulary/schema-tree.ts'
import type { ValueSource } from '../vocabulary/source.ts'
import type { Action, Rule } from '../vocabulary/types.ts'

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

/** `x-rows` of a list, bound to its rows. */
export interface CompiledRowAccess {
  when: CompiledCondition
  because: string
  /** Why the first row stays. */
  keepFirst: string | undefined
}

/** An action of an object, its condition bound to the object. */
export interface CompiledAction {
  action: Action
  when: CompiledCondition | undefined
  /** Literals with the places that they are written to. */
  literals: readonly { node: SchemaNode; value: unknown }[]
}
