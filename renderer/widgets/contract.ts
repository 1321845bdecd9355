import type { FieldProps, WidgetProps } from '@rjsf/utils'
import type { ComponentType } from 'react'
import type { PropertySchema } from '../../schemas/vocabulary/types.ts'
import type { ControlState } from '../../schemas/rules/types.ts'
import type { OfferedText } from '../parts/controls/offers.tsx'
import type { DateDisplay } from '../parts/text/date-texts.ts'

/**
 * Everything about a widget; the `index.ts` of its folder holds it, and `registry.ts` lists it. `V` are the values of fields that it
 * shows, `O` the options that a screen may give it. Form control and filter are fetched when a page needs them, so that lists load no
 * form controls; from then on they are drawn at once (`parts.ts`).
 */
export interface Widget<N extends string = string, V = unknown, O extends object = object> {
  name: N
  /** Whether the widget can show a field of this schema; the compiler checks screens by `V`, this one runs in checkScreen. */
  fits: (property: PropertySchema) => boolean
  /** Names of the options; an unknown one fails the checks. */
  options: readonly (keyof O & string)[]
  /** Read-only display in lists, journals and summaries. */
  cell: ComponentType<CellProps>
  /** The form control, a widget as rjsf documents it. */
  control?: () => Promise<ComponentType<WidgetProps>>
  /** In place of `control`, for lists of records: a field as rjsf documents it. */
  field?: () => Promise<ComponentType<FieldProps>>
  /** The control hands over numbers that it has read itself; without it rjsf's own field reads the text of a number. */
  readsNumbers?: true
  /** The kind of filter that it edits in lists, and how. */
  filter?: { kind: FilterValue['kind']; control: () => Promise<ComponentType<FilterProps>> }
  /** Never there: carries `V` and `O` for the compiler. */
  uses?: { value: V; options: O }
}

/** What every form control finds in rjsf's `registry.formContext`. */
export interface FormContext {
  t: Translate
  /** BCP 47 tag. */
  language: string
}

/** What the editor adds to the `options` of a control, besides those that the screen gives. */
export interface EditorOptions {
  /** Ids for aria-describedby: help, error, notes. */
  describedBy?: string | undefined
  /** How dates are written: the screen's `dateDisplay`, or what the schema suggests (date, date-time, month). */
  display?: DateDisplay | undefined
  /** What may be given is not known yet: only the present value is offered. */
  busy?: boolean
  /** A stored secret exists that is not sent to browsers. */
  configured?: boolean
  /** The value is the name of a record that is yet to be made. */
  isNew?: boolean
  /** What holds as long as there is no value of its own (inheritable). */
  inherited?: object | string | number | boolean | null | undefined
  /** The name of the record that a value refers to. */
  nameOf?: (value: unknown) => string
  /** Reference candidates, searched on the service; absent for fields that are no references. */
  search?: (term: string) => Promise<Candidate[]>
  /** What may come next in a filter of records of the entities that another field names (filter). */
  complete?: (of: string, text: string, caret: number) => Promise<OfferedText>
  /**
   * Shows what is wrong with a filter as the field's error, or nothing any more; resolves with its position in the text. `isLeft`: the person
   * left the field (filter).
   */
  check?: (of: string, text: string, isLeft: boolean) => Promise<number | undefined>
  /** What the field holds that an option `of` names, as text (filter). */
  ofValue?: string | undefined
  /** Replaces the value by one that means the same: rules that wait for a change of it do not fire. */
  restate?: (value: unknown) => void
  /** Whether a new free value would be accepted (editable-select). */
  accepts?: (value: string) => boolean
  /** The reason why the current record would refuse a value, as text; undefined if it is allowed (month). */
  refusal?: ((value: unknown) => string | undefined) | undefined
}

/**
 * Props of our form controls: rjsf's `WidgetProps`, with the editor's options typed. What rules decide has arrived in rjsf's own
 * terms: `disabled`, `required`, and a `schema` whose `enum`, `minimum` and `maximum` are narrowed. A widget learns nothing of rules,
 * routing or fetching.
 */
export interface ControlProps<V = unknown> extends WidgetProps {
  value: V | undefined
  registry: WidgetProps['registry'] & { formContext: FormContext }
  options: WidgetProps['options'] & EditorOptions
}

/** One candidate of a reference: the value to store, its label, and a line that tells equal labels apart. */
export interface Candidate {
  value: string
  label: string
  hint?: string
  /** Tells candidates of one value apart. @default value */
  key?: string
  /** Values of fields beside the reference that go with it. */
  fills?: Readonly<Record<string, unknown>>
}

/** One of all candidates of a list whose rows refer to one record each. */
export interface MarkedCandidate extends Candidate {
  /** Note after its label, e.g. that it is disabled. A candidate with a note is not offered again. */
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
  /** Candidates with exactly this name, whatever its case. */
  named: (path: string, name: string) => Promise<Candidate[]>
  /** Hook: those of some columns that no row shows at present; none while there are no rows. */
  useHidden: (columns: readonly string[]) => ReadonlySet<string>
  /** Hook: positions of rows with a shown error. */
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

/** What a list of records needs, whether it is a field of a form or standalone. */
export interface ListProps {
  id: string
  label: string
  property: PropertySchema
  options: Readonly<Record<string, unknown>>
  disabled: boolean
  /** Shown but not to be changed, for every field of the page (consult mode). */
  readonly: boolean
  isInvalid: boolean
  describedBy: string | undefined
  inner: InnerValue
  /** The name of the record that a row refers to. */
  nameOf: (value: unknown) => string
  /** All candidates of a list whose rows refer to one record each (dual-list); `onSome` receives those that load before the others. */
  all?: (onSome: (some: readonly MarkedCandidate[]) => void) => Promise<MarkedCandidate[]>
  t: Translate
}

/** Props of every cell. */
export interface CellProps {
  value: unknown
  property: PropertySchema
  record: Record<string, unknown>
  optionLabel: (value: unknown) => string
  language: string
  options?: Readonly<Record<string, unknown>>
  /** How dates are written. @default what the schema suggests */
  display?: DateDisplay | undefined
  t?: Translate
}

/** The narrowing of one field. Dates are days of the reader's clock, `days` those of a calendar (`YYYY-MM-DD`), months `YYYY-MM`; both bounds are included. */
export type FilterValue =
  | { kind: 'oneOf'; values: (string | number | boolean)[] }
  | { kind: 'contains'; text: string }
  | { kind: 'range'; from?: number; to?: number }
  | { kind: 'dates' | 'days' | 'months'; from?: string; to?: string }

/** Props of every filter. Like all of a widget it knows no rules, routing or fetching. */
export interface FilterProps {
  id: string
  /** The field's name for assistive technology. */
  label: string
  value: FilterValue | undefined
  property: PropertySchema
  optionLabel: (value: unknown) => string
  language: string
  t: Translate
  /** How many rows each option would leave, in the reader's notation; undefined: not known. */
  countOf?: ((option: unknown) => string | undefined) | undefined
  /** `undefined`: the field is not narrowed. */
  onChange: (value: FilterValue | undefined) => void
}
