import type { Session } from '../../../schemas/rules/session/session.ts'
import type { ControlState, RuleRefusal } from '../../../schemas/rules/types.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { PageState } from '../../rules/combine-state.ts'

/** Dependencies of a draft; they decouple it from schema, rights and language. */
export interface DraftPorts {
  /** The stored record; `null` when creating. */
  base: Rec | null
  /** Revision of the stored record. */
  revision: number | undefined
  /** Starts rules on a record; called again when the draft is reset or merged. */
  open: (record: Rec, base: Rec | null, acted?: ReadonlyMap<string, unknown>) => Session
  /** Combines a control's rule state with rights and page modes. */
  stateOf: (pointer: string, ruled: ControlState) => PageState
  /** The record as the service would store it, with trimmed texts. */
  normalize: (record: Rec, base: Rec | null) => Rec
  /** All refusals of the current record. */
  check: (session: Session) => readonly RuleRefusal[]
  /** Fields of a new record that are sent even when untouched, e.g. its parent. */
  always: readonly string[]
  /** Reading order of two pointers. */
  compare: (one: string, other: string) => number
}

/** What a draft starts from. */
export interface DraftOrigin {
  base: Rec | null
  revision: number | undefined
  /** What actions wrote, by pointer. @default what they wrote in this draft */
  acted?: ReadonlyMap<string, unknown>
}

/** Counts for the bottom bar and the section headers. */
export interface Summary {
  /** Fields that the person changed and that differ from the stored record; a list counts once. */
  changed: readonly string[]
  /** Refusals to show, in reading order, one per field. */
  errors: readonly RuleRefusal[]
}
