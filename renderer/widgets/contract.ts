import type { PropertySchema } from '../../schemas/vocabulary/types.ts'
import type { ControlState } from '../../schemas/rules/types.ts'

/**
 * Meta data of a widget (`widget.ts` of each widget folder). A widget folder holds `widget.ts`, `edit.tsx` (form control),
 * `cell.tsx` (read-only display in lists, journals, consult mode) and, where it filters, `filter.tsx`.
 */
export interface Widget {
  name: string
  /** Whether the widget can show a field of this schema; the compiler's check is in `Screen`, this one runs in checkScreen. */
  fits: (property: PropertySchema) => boolean
  /** Option names that the widget reads; an unknown option fails the checks. */
  options: readonly string[]
}

/** One candidate of a reference: the value to store, its label, and a line that tells equal labels apart. */
export interface Candidate {
  value: string
  label: string
  hint?: string
}

/** One of all candidates of a list whose rows refer to one record each. */
export interface MarkedCandidate extends Candidate {
  /** What stands behind its label: that it is disabled, for instance. Such a one is not offered anew. */
  mark?: string
  /** Why it is shown and not offered: another record has it. */
  held?: string
}

/** What one cell of a structured value shows; the object lives as long as the cell and is only read. */
export interface InnerCell {
  readonly value: unknown
  readonly state: ControlState
  readonly error: string | undefined
  /** What rules warn of there, in words; it refuses nothing. */
  readonly warning: string | undefined
  /** Why the cell is disabled or required, in words. */
  readonly why: string | undefined
}

/**
 * Access to the parts of a structured value, so that a keystroke in one cell redraws that cell and nothing else.
 * Paths are JSON Pointers below the value: `/3/prefix`.
 */
export interface InnerValue {
  /** Hook: subscribes to one cell. */
  useCell: (path: string) => InnerCell
  /** Hook: subscribes to the number and order of rows; a new list only when rows come, go or move. */
  useRows: () => readonly InnerRow[]
  /** The rows as they are now. */
  rows: () => readonly InnerRow[]
  change: (path: string, value: unknown) => void
  blur: (path: string) => void
  /** Replaces the rows (insertion, removal, paste). */
  replace: (rows: InnerRow[]) => void
  /** Whether the cell may be changed now. */
  isEnabled: (path: string) => boolean
  /** Whether the row may be removed now; else the reason, translated. */
  mayRemove: (index: number) => true | string
  /** Label of a column. */
  label: (column: string) => string
  optionLabel: (column: string, value: unknown) => string
  /** Hook: the name of the record that a cell refers to; its identifier until the name is known, empty for none. */
  useName: (path: string) => string
  /** Candidates of a cell that refers to a record. */
  search: (path: string, term: string) => Promise<Candidate[]>
  /** Hook: those of some columns that no row shows at present; none while there are no rows. */
  useHidden: (columns: readonly string[]) => ReadonlySet<string>
  /** Hook: positions of rows in which a shown error stands. */
  useInvalidRows: () => ReadonlySet<number>
  /** Hook: the first shown error of each row that has one, by position. */
  useRowErrors: () => ReadonlyMap<number, string>
  /** Hook: the path of the cell that is to take the focus; a new object for every request. */
  useFocusRequest: () => { path: string } | undefined
}

/** One row of a list. */
export type InnerRow = Record<string, unknown>

/** Texts of a widget's own controls (add row, show secret); `src` hands the function in. */
export type Translate = (key: string, params?: Record<string, unknown>) => string

/** Props of every `edit.tsx`. A widget learns nothing of rules, routing or fetching. */
export interface EditProps<T = unknown> {
  id: string
  name: string
  value: T | undefined
  property: PropertySchema
  state: ControlState
  /** First message of the field, translated. */
  error?: string
  options: Record<string, unknown>
  /** Label per enum value or reference. */
  optionLabel: (value: unknown) => string
  /** Reference candidates, searched on the service; absent for fields that are no references. */
  search?: (term: string) => Promise<Candidate[]>
  /** All candidates of a list whose rows refer to one record each (dual-list); `onSome` hears of those that came before the others. */
  all?: (onSome: (some: readonly MarkedCandidate[]) => void) => Promise<MarkedCandidate[]>
  onChange: (value: T | undefined) => void
  /** Puts the value in another way that means the same: rules that wait for a change of it do not fire. Controls that may do so alone have it. */
  onRestate?: (value: unknown) => void
  onBlur: () => void
  /** Ids for aria-describedby: help, error, why. */
  describedBy: string | undefined
  /** Name of the control, for widgets whose parts need names of their own. */
  label: string
  /** What may be given is not known yet: only the present value is offered. */
  busy?: boolean
  /** Shown but not to be changed, for every field of the page (consult mode). */
  readOnly?: boolean
  /** A stored secret exists that is not sent to browsers. */
  configured?: boolean
  /** BCP 47 tag. */
  language: string
  t: Translate
  /** Lists and other structured values only. */
  inner?: InnerValue
  /** The value is the name of a record that is yet to be made. */
  isNew?: boolean
  /** What holds as long as there is no value of its own (inheritable). */
  inherited?: unknown
  /** Whether a new free value would be accepted (editable-select). */
  accepts?: (value: string) => boolean
  /** Why a value would be refused as the record stands, in words; undefined: it would be taken (month). */
  refusal?: ((value: unknown) => string | undefined) | undefined
}

/** Props of every `cell.tsx`. */
export interface CellProps {
  value: unknown
  property: PropertySchema
  record: Record<string, unknown>
  optionLabel: (value: unknown) => string
  language: string
  options?: Readonly<Record<string, unknown>>
  t?: Translate
}
