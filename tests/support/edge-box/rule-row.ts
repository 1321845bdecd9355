import type { SampleContext } from '../../../schemas/rules/checks/samples.ts'
import type { FactId } from '../../proofs/facts.ts'

/** A step in an editor: sets the value at a pointer, runs an action of an object, or changes the context. */
export type Step = readonly [pointer: string, value: unknown] | { action: string; pointer: string } | { context: SampleContext }

/** Expected state of a control; absent properties are not checked. */
export interface Control {
  visible?: boolean
  enabled?: boolean
  required?: boolean
  options?: readonly unknown[]
  minimum?: number
  /** The reason for the state, as shown to the user. */
  reason?: string
  warning?: string
  /** Whether a list row may be removed. */
  removable?: boolean
}

/** A test case for the rules of an edge box: the initial box, the steps, and the expected result. */
export interface RuleRow {
  about: string
  /** Facts that the row proves. */
  facts?: readonly FactId[]
  /** Name of the valid sample to start with: the stored box, or with `creating` the new box. */
  start: string
  creating?: true
  context?: SampleContext
  steps: readonly Step[]
  controls?: Record<string, Control>
  /** Values of the resulting record by pointer; `null` if it must have none. */
  values?: Record<string, unknown>
  /** All refusals, as `pointer key`. */
  refused?: readonly string[]
}
