import { proxy, ref } from 'valtio'
import type { RuleRefusal } from '../../../schemas/rules/types.ts'
import type { PageState } from '../../rules/combine-state.ts'

/** Observable state of one control. Each control subscribes to its own slot, so a keystroke elsewhere does not re-render it. */
export interface Slot {
  /** Objects and lists are kept by reference, because they are replaced as a whole. */
  value: unknown
  state: PageState
  /** First refusal of the field that should be shown. */
  error: RuleRefusal | undefined
  /** The rule that wrote the current value, until the person overwrites it. */
  writtenBy: string | undefined
}

/** Exempts objects from proxying, because nothing subscribes to their content. */
export const unwrapped = <T>(value: T): T => (typeof value === 'object' && value !== null ? (ref(value) as T) : value)

/** A fresh slot. */
export const newSlot = (value: unknown, state: PageState): Slot =>
  proxy({ value: unwrapped(value), state: unwrapped(state), error: undefined, writtenBy: undefined })
