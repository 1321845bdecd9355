import type { ComponentType } from 'react'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import type { ControlState } from '../../schemas/rules/types.ts'
import type { Translate } from '../widgets/contract.ts'

/** One value of the draft as a section sees it. */
export interface SectionField {
  readonly value: unknown
  readonly state: ControlState
  /** First message that is shown, translated. */
  readonly error: string | undefined
  /** Why it is locked, required or hidden, in words. */
  readonly why: string | undefined
}

/** Loading state of rows that belong to a record. `none`: there is no such record, or not yet. */
export type Related =
  | { state: 'none' }
  | { state: 'loading' }
  | { state: 'failed'; retry: () => void }
  | { state: 'found'; rows: readonly Rec[] }

/**
 * Props of a component that draws a whole section (`use` of a section): a diagram of the draft, a matrix. Pointers are JSON
 * Pointers into the record. It learns nothing of routing, fetching or where rules come from.
 */
export interface SectionProps {
  /** The fields that the screen assigns to the section, in its order; empty if it only draws fields of other sections. */
  fields: readonly string[]
  /** Hook: follows one value, so that a change elsewhere draws nothing anew; of a list, rows that come, go or move. */
  useField: (pointer: string) => SectionField
  /** Display options from the screen. */
  options: Readonly<Record<string, unknown>>
  /** Name of the entity, the stem of its text keys. */
  entity: string
  /** Hook: follows one value in words: the name of a referenced record, the label of an option; empty for nothing. */
  useText: (pointer: string) => string
  /** Hook: rows that the service knows of the record that a reference names. */
  useRelated: (reference: string, name: string) => Related
  /** Hook: the number of shown errors within a pointer. */
  useErrorCount: (pointer: string) => number
  change: (pointer: string, value: unknown) => void
  /** A person left the control: its first error may show. */
  leave: (pointer: string) => void
  /** Opens the tabs that contain a field of another section, and focuses the field. */
  goTo: (pointer: string) => void
  /** The id that the control of a field must have, so that errors and changes lead to it. */
  controlId: (pointer: string) => string
  label: (pointer: string) => string
  optionLabel: (pointer: string, value: unknown) => string
  /** The whole record is shown and not to be changed. */
  readOnly: boolean
  /** BCP 47 tag. */
  language: string
  t: Translate
}

/** Fetches the component of a section, which then is no part of what every editor loads. */
export type LoadSection = () => Promise<{ default: ComponentType<SectionProps> }>
