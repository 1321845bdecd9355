import type { SampleContext } from '../../../schemas/rules/checks/samples.ts'
import type { FactId } from '../../proofs/facts.ts'

/** What somebody does in an editor: a value at a pointer, an action of an object, or another turn of the context. */
export type Step = readonly [pointer: string, value: unknown] | { action: string; pointer: string } | { context: SampleContext }

/** How a control stands; what is not said does not matter. */
export interface Control {
  visible?: boolean
  enabled?: boolean
  required?: boolean
  options?: readonly unknown[]
  minimum?: number
  /** Because of what it is not as usual, as a person reads it. */
  reason?: string
  warning?: string
  /** Of a row of a list: whether it may be removed. */
  removable?: boolean
}

/** A transition of an edge box: what is there, what is done, and what becomes of it. */
export interface RuleRow {
  about: string
  /** What it proves. */
  facts?: readonly FactId[]
  /** Name of the valid sample that is stored; with `creating` the new box that is typed. */
  start: string
  creating?: true
  context?: SampleContext
  steps: readonly Step[]
  controls?: Record<string, Control>
  /** Values of the record afterwards; null: none. */
  values?: Record<string, unknown>
  /** Everything that is refused, as `pointer key`. */
  refused?: readonly string[]
}
