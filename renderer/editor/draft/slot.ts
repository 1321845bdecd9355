import { proxy, ref } from 'valtio'
import type { RuleRefusal } from '../../../schemas/rules/types.ts'
import type { PageState } from '../../rules/combine-state.ts'

/** What one control needs to know. Each control subscribes to its own slot, so a keystroke elsewhere does not redraw it. */
export interface Slot {
  /** Structured values are kept by reference: they change as a whole. */
  value: unknown
  state: PageState
  /** First refusal of the field, once it may be shown. */
  error: RuleRefusal | undefined
  /** The rule that wrote the present value, until a person types over it. */
  writtenBy: string | undefined
}

/** Structured values and states stand in a slot unwrapped: nobody subscribes to their insides. */
export const unwrapped = <T>(value: T): T => (typeof value === 'object' && value !== null ? (ref(value) as T) : value)

/** A fresh slot. */
export const newSlot = (value: unknown, state: PageState): Slot =>
  proxy({ value: unwrapped(value), state: unwrapped(state), error: undefined, writtenBy: undefined })
