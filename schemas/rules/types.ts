import type { RuleContext, ReferenceLookup } from '../vocabulary/context.ts'
import type { EntitySchema, Rec, Rule } from '../vocabulary/types.ts'

/**
 * Public interface of the rule engine: incremental in the browser (`openSession`), one-shot on the service (`settle`), with the same
 * evaluator. Paths of values are JSON Pointers without the leading '#': `/wans/wan1/state`, `/lan/subnets/3/prefix`.
 */

/** One deciding value, as shown by `why`: "DHCP: on (needs: off)". */
export interface TraceFact {
  /** Pointer or `$context` path that was read. */
  path: string
  actual: unknown
  /** The test in the condition language, e.g. `"L3"`, `{ "not": true }`. */
  needed: unknown
  holds: boolean
}

/** Why a control has its state: the rule, its text key, and the deciding values. */
export interface Explanation {
  rule: string
  effect: Rule['effect']
  because: string
  facts: TraceFact[]
}

/** A referenced record that rules read. */
export interface NeededReference {
  entity: string
  oid: string
}

/** A notice at a control that does not refuse the value. */
export interface Warning {
  rule: string
  about?: string
  because: string
}

/** The state of one control after all rules. Without rules: visible, enabled, not required, no limits. */
export interface ControlState {
  visible: boolean
  enabled: boolean
  required: boolean
  options?: readonly unknown[]
  minimum?: number
  maximum?: number
  /** Referenced records that the state depends on and that are not loaded; the state is provisional until they are. */
  awaits?: readonly NeededReference[]
  /** Notices of a visible control; absent if there are none. */
  warnings?: readonly Warning[]
  /** One explanation for each difference from the default state. */
  why: readonly Explanation[]
}

/** Whether a row may be removed, else the text key of the reason. */
export type RowState = { deletable: true } | { deletable: false; because: string }

/** Whether an action of an object can be used, else the text key of the reason. */
export type ActionState = { available: true } | { available: false; because: string }

/** Result of a change in a session: the writes of `set` and `clear` rules, and the controls whose state changed. */
export interface ChangeOutcome {
  writes: { pointer: string; value: unknown; rule: string }[]
  states: string[]
}

export interface RuleSession {
  state(pointer: string): ControlState
  /** Applies a person's change, marks the pointer as touched and runs the dependent rules. */
  change(pointer: string, value: unknown): ChangeOutcome
  /** Replaces a person's value by an equivalent one (e.g. the oid of a record entered by name) without firing edge-triggered rules. */
  replaceEquivalent(pointer: string, value: unknown): ChangeOutcome
  /** Applies a context change (`$editor.changingDeployment`, a loaded reference). `paths` are `$editor.x` or `ref:entity/oid`. */
  contextChanged(next: RuleContext, paths: string[]): ChangeOutcome
  /** Structural change of a list (insert, remove, move) at the list's pointer. */
  listChanged(pointer: string, next: unknown[]): ChangeOutcome
  /** Whether the row at a pointer may be removed from its list. */
  rowState(pointer: string): RowState
  /** Performs the action of an object. What it writes stands in for the stored values, so that no rule brings those back. */
  act(pointer: string, name: string): ChangeOutcome
  /** Whether the action of the object at a pointer can be used. */
  actionState(pointer: string, name: string): ActionState
  readonly record: Rec
}

/** Refusal by a rule or a constraint; becomes an entry of problem+json `errors`. */
export interface RuleRefusal {
  pointer: string
  key: string
  params?: Rec
  /** The words of a service that names no key of ours. */
  message?: string
  /** The value is valid, but the caller is not allowed to do this. */
  forbidden?: true
}

export interface SettleInput {
  rules: CompiledRules
  /** `null` when creating. */
  stored: Rec | null
  /** The stored record with the caller's changes merged in; for a new record, with defaults. */
  next: Rec
  /** Pointers that the caller sent. */
  touched: readonly string[]
  context: RuleContext
  lookup: ReferenceLookup
  /**
   * Every value in `touched` was typed by a person (editor, inline cell), so edge-triggered rules do not overwrite it even if it equals the
   * stored value. Absent: values equal to the stored ones do not count as sent (spreadsheets, whole records).
   */
  unchangedCounts?: boolean | undefined
  /** The values are those of an earlier version of the record, so that controls hidden or disabled by its other values take them. */
  isRestored?: boolean | undefined
}

/**
 * The service's verdict: the record after `set` and `clear` rules, and the refusals (values sent to disabled or hidden fields, missing
 * required values, values outside limits).
 */
export interface SettleResult {
  record: Rec
  refusals: RuleRefusal[]
  /** Writes of `set` and `clear` rules. */
  writes: { pointer: string; value: unknown; rule: string }[]
  /** Control state in the settled record, for `applicableRefusals`. */
  state: (pointer: string) => ControlState
}

/** A schema's rules, parsed, ordered and indexed by what they read. */
export interface CompiledRules {
  readonly entity: string
  readonly schema: EntitySchema
  /** For checks and docs: the paths that each rule reads and the fields it writes, by rule id. */
  readonly dependencies: ReadonlyMap<string, { reads: string[]; writes: string[] }>
}

export type Settle = (input: SettleInput) => SettleResult
