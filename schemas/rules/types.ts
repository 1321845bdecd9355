import type { RuleContext, ReferenceLookup } from '../vocabulary/context.ts'
import type { EntitySchema, Rec, Rule } from '../vocabulary/types.ts'

/**
 * The rule engine's public face. Incremental in the browser (`openSession`), one-shot on the service (`settle`),
 * the same evaluator beneath. Implemented in `schemas/rules/`.
 *
 * Paths of values are JSON Pointers without the leading '#': `/wans/wan1/state`, `/lan/subnets/3/prefix`.
 */

/** One value that decided, as `why` shows it: "DHCP: on (needs: off)". */
export interface TraceFact {
  /** Pointer or `$context` path that was read. */
  path: string
  actual: unknown
  /** The test in the condition language, e.g. `"L3"`, `{ "not": true }`. */
  needed: unknown
  holds: boolean
}

/** Why a control is as it is: the rule, its text key, and the values that decided. */
export interface Explanation {
  rule: string
  effect: Rule['effect']
  because: string
  facts: TraceFact[]
}

/** A record of another entity that rules read. */
export interface NeededReference {
  entity: string
  oid: string
}

/** A notice at a control, which refuses nothing. */
export interface Warning {
  rule: string
  about?: string
  because: string
}

/** The state of one control after all rules. Absent rules: visible, enabled, not required, no limits. */
export interface ControlState {
  visible: boolean
  enabled: boolean
  required: boolean
  options?: readonly unknown[]
  minimum?: number
  maximum?: number
  /** Referenced records that decide and that the lookup does not have: until it does, the state is not the last word. */
  awaits?: readonly NeededReference[]
  /** Notices, as long as the control is visible; absent when there are none. */
  warnings?: readonly Warning[]
  /** Explanations for every way in which the state differs from the default. */
  why: readonly Explanation[]
}

/** Whether a row may be removed, else the text key of the reason. */
export type RowState = { deletable: true } | { deletable: false; because: string }

/** Whether an action of an object can be used, else the text key of the reason. */
export type ActionState = { available: true } | { available: false; because: string }

/** Result of a change in an open session: what `set`/`clear` rules wrote besides, and whose state differs now. */
export interface ChangeOutcome {
  writes: { pointer: string; value: unknown; rule: string }[]
  states: string[]
}

export interface RuleSession {
  state(pointer: string): ControlState
  /** Applies a person's change; marks the pointer as touched; runs dependent rules only. */
  change(pointer: string, value: unknown): ChangeOutcome
  /** Says what a person gave in another way (the identifier of what was named): rules that wait for a change of it do not fire. */
  restate(pointer: string, value: unknown): ChangeOutcome
  /** Context changed (`$editor.changingDeployment`, a reference got loaded). `paths` as in conditions: `$editor.x`, `ref:entity/oid`. */
  contextChanged(next: RuleContext, paths: string[]): ChangeOutcome
  /** Structural change of a list (insert, remove, move) at the list's pointer. */
  listChanged(pointer: string, next: unknown[]): ChangeOutcome
  /** Whether the row at a pointer may be removed from its list. */
  rowState(pointer: string): RowState
  /** Whether the action of the object at a pointer can be used. */
  actionState(pointer: string, name: string): ActionState
  readonly record: Rec
}

/** Refusal by a rule or a constraint; becomes an entry of problem+json `errors`. */
export interface RuleRefusal {
  pointer: string
  key: string
  params?: Rec
  /** Not the value is wrong, the caller may not do this. */
  forbidden?: true
}

export interface SettleInput {
  rules: CompiledRules
  /** `null` when creating. */
  stored: Rec | null
  /** The record as it would be with the caller's changes merged in, defaults filled when creating. */
  next: Rec
  /** Pointers that the caller sent. */
  touched: readonly string[]
  context: RuleContext
  lookup: ReferenceLookup
  /**
   * Everything in `touched` was typed by a person (editor, inline cell), even what equals the stored value, so that edge-triggered
   * rules keep off it. Absent: what equals the stored value was merely sent along (spreadsheets, whole records) and does not count.
   */
  unchangedCounts?: boolean | undefined
}

/** The service's verdict: the record after `set`/`clear`, and the refusals (touched but disabled or hidden, missing though required, outside limits). */
export interface SettleResult {
  record: Rec
  refusals: RuleRefusal[]
  /** What `set` and `clear` rules wrote, by which rule. */
  writes: { pointer: string; value: unknown; rule: string }[]
  /** State of any control of the settled record, for `applicableRefusals`. */
  state: (pointer: string) => ControlState
}

/** A schema's rules, parsed, ordered and indexed by the paths they read. Throws on unknown operator, path or cycle (naming the cycle). */
export interface CompiledRules {
  readonly entity: string
  readonly schema: EntitySchema
  /** For checks and docs: rule id to the paths it reads and the fields it writes. */
  readonly dependencies: ReadonlyMap<string, { reads: string[]; writes: string[] }>
}

export type Settle = (input: SettleInput) => SettleResult
