import type { PlanResult, ServedRecord } from '../../../schemas/plan.ts'
import type { HeaderProblem } from '../csv/headers.ts'
import type { ResolvedLabels } from '../sheet/references.ts'
import type { PlannedCell } from '../sheet/planned-cells.ts'
import type { SheetModel } from '../sheet/sheet-model.ts'
import type { SheetSummary } from '../sheet/summary.ts'
import type { RowWindow, SheetView } from '../sheet/view.ts'

/** What an imported file looked like, for the message above the sheet. */
export interface ImportReport {
  rows: number
  /** Sheets that it has rows of. */
  sheets: string[]
  encoding: string
  encodingGuessed: boolean
  delimiter: string
  headerProblems: HeaderProblem[]
  /** Ids of columns that the file lacks. */
  missing: string[]
}

/** A refused file: locale key and params. */
export interface ImportRefusal {
  key: string
  params: Record<string, unknown>
}

/** `sheets`: every row of every sheet, one sheet after the other in one file. */
export type ExportScope = 'view' | 'selected' | 'invalid' | 'sheets'

export interface ReferenceQuestion {
  column: string
  entity: string
  labels: string[]
}

/** A conflict that waits for a decision, with the row's name. */
export interface OpenConflict {
  row: number
  line: number | undefined
  name: string
  column: string
  mine: string
  theirs: string
}

/** Which rows a plan is about: the selected ones that have something to write, or the selected known ones to delete. */
export type PlanKind = 'write' | 'delete'

export interface PlanDraft {
  /** JSON of the Plan, ready to send; a blob, so that no thread but the worker copies it. */
  body: Blob
  /** Rows in the plan, and selected rows that are left out (unchanged, invalid or in conflict, or new on delete). */
  planned: number
  skipped: number
  creates: number
  updates: number
  /** Cells that it changes; on delete rows that go. */
  cells: number
  /** Rows of lists within the records; absent where the records have no sheets of lists. */
  inner?: { created: number; changed: number; deleted: number }
}

/** How a sheet stands, for the choice of sheets. */
export interface SheetState {
  name: string
  total: number
  /** Rows that hold something typed or imported. */
  worked: number
  invalid: number
  selected: number
  selectedInvalid: number
}

/** The worker's commands: name to arguments and answer. Everything is structured-clone data. */
export interface Commands {
  open: { args: [model: SheetModel]; answer: void }
  /** Shows another sheet: the entity's own, or that of a list. */
  use: { args: [sheet: string]; answer: void }
  sheets: { args: []; answer: SheetState[] }
  /** Entities whose records the sheets call by name, and must know before records are loaded. */
  namedEntities: { args: []; answer: string[] }
  load: { args: [records: ServedRecord[]]; answer: void }
  dropMissing: { args: [oids: string[]]; answer: void }
  importFile: { args: [bytes: ArrayBuffer]; answer: ImportReport | ImportRefusal | 'cancelled' }
  questions: { args: []; answer: ReferenceQuestion[] }
  learn: { args: [lesson: ResolvedLabels]; answer: void }
  check: { args: []; answer: 'done' | 'cancelled' }
  add: { args: []; answer: number }
  edit: { args: [edits: { id: number; column: string; text: string }[]]; answer: void }
  conflicts: { args: [limit: number]; answer: OpenConflict[] }
  /** Without a row: every conflict. */
  resolve: { args: [choice: 'mine' | 'theirs', cell?: { id: number; column: string }]; answer: void }
  select: { args: [ids: number[] | 'view', selected: boolean]; answer: void }
  /** Selects a row that is not, and the other way round: the page may not have heard yet what an earlier key did. */
  toggle: { args: [id: number]; answer: void }
  revert: { args: []; answer: void }
  show: { args: [view: SheetView]; answer: number }
  window: { args: [start: number, end: number]; answer: RowWindow[] }
  summary: { args: []; answer: SheetSummary }
  plan: { args: [kind: PlanKind]; answer: PlanDraft }
  /** Cells of the last plan. */
  preview: { args: [start: number, end: number]; answer: PlannedCell[] }
  verdict: { args: [answer: ArrayBuffer]; answer: Omit<PlanResult, 'items'> }
  export: { args: [scope: ExportScope]; answer: string[] }
}

export type CommandName = keyof Commands

export interface Request<N extends CommandName = CommandName> {
  call: number
  name: N
  args: Commands[N]['args']
}

export type Reply =
  | { call: number; kind: 'answer'; answer: unknown }
  | { call: number; kind: 'failure'; message: string }
  | { call: number; kind: 'progress'; done: number; total: number }

/** Sent without a call number: stops the step under way. */
export const CANCEL = 'cancel'
