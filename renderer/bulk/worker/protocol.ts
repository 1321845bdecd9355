import type { PlanResult, ServedRecord } from '../../../schemas/plan.ts'
import type { FileRefusal } from '../../data/file-error.ts'
import type { HeaderProblem } from '../csv/headers.ts'
import type { ResolvedLabels } from '../sheet/references.ts'
import type { PlannedCell } from '../sheet/planned-cells.ts'
import type { Replacement } from '../sheet/replace.ts'
import type { SheetModel } from '../sheet/sheet-model.ts'
import type { SheetSummary } from '../sheet/summary.ts'
import type { RowWindow, SheetView } from '../sheet/view.ts'

/** Summary of an imported file, for the message above the sheet. */
export interface ImportReport {
  rows: number
  /** Sheets with rows in the file. */
  sheets: string[]
  /** The encoding that was guessed, where the file does not say which it has. */
  guessedEncoding?: string
  /** Cells of a workbook that hold formulas, and sheets of it that were not read. */
  formulas: string[]
  ignoredSheets: string[]
  headerProblems: HeaderProblem[]
  /** Ids of missing columns. */
  missing: string[]
}

/** Kinds of files that are read and written. */
export type FileKind = 'csv' | 'xlsx'

/** `sheets`: all rows of all sheets in one file. */
export type ExportScope = 'view' | 'selected' | 'invalid' | 'sheets'

export interface ReferenceQuestion {
  column: string
  entity: string
  labels: string[]
}

/** An unresolved conflict, with the row's label. */
export interface OpenConflict {
  row: number
  line: number | undefined
  name: string
  column: string
  mine: string
  theirs: string
  /** Others deleted the record: the conflict is one of the whole row. */
  gone?: true
}

/** Kind of plan: write the selected changed rows, or delete the existing records that a person selected. */
export type PlanKind = 'write' | 'delete'

export interface PlanDraft {
  /** The plan as JSON in a blob, so that only the worker holds a copy. */
  body: Blob
  /** Number of rows in the plan, and of selected rows left out (unchanged, invalid or in conflict; new ones on delete). */
  planned: number
  skipped: number
  creates: number
  updates: number
  /** Number of changed cells, or of deleted rows. */
  cells: number
  /** Row counts of nested lists; absent if there are no nested sheets. */
  inner?: { created: number; changed: number; deleted: number }
}

/** The service's response to a plan; the sheet itself keeps the results of each row. */
export interface Verdict extends Omit<PlanResult, 'items'> {
  /** Number of rows that were refused because somebody else changed their record after it was loaded. */
  changedElsewhere: number
}

/** State of a sheet, for the tabs. */
export interface SheetState {
  name: string
  total: number
  /** Number of rows with edits or imports. */
  worked: number
  invalid: number
  selected: number
  selectedInvalid: number
}

/** The worker's commands with their arguments and answers; all of it is structured-cloneable. */
export interface Commands {
  open: { args: [model: SheetModel]; answer: void }
  /** Switches to another sheet: the entity's own or a nested one. */
  use: { args: [sheet: string]; answer: void }
  sheets: { args: []; answer: SheetState[] }
  /** Entities whose names must be loaded before the records. */
  namedEntities: { args: []; answer: string[] }
  load: { args: [records: ServedRecord[]]; answer: void }
  dropMissing: { args: [oids: string[]]; answer: void }
  importFile: { args: [bytes: ArrayBuffer, kind?: FileKind]; answer: ImportReport | FileRefusal | 'cancelled' }
  questions: { args: []; answer: ReferenceQuestion[] }
  learn: { args: [lesson: ResolvedLabels]; answer: void }
  check: { args: []; answer: 'done' | 'cancelled' }
  add: { args: []; answer: number }
  edit: { args: [edits: { id: number; column: string; text: string }[]]; answer: void }
  /** Replaces text in one column of the ticked visible rows, or of all visible ones; answers how many cells changed. */
  replace: { args: [replacement: Replacement]; answer: number }
  conflicts: { args: [limit: number]; answer: OpenConflict[] }
  /** Without a cell: resolves all conflicts. */
  resolve: { args: [choice: 'mine' | 'theirs', cell?: { id: number; column: string }]; answer: void }
  select: { args: [ids: number[] | 'view', selected: boolean]; answer: void }
  /** Toggles the selection of a row in the worker, because the page's state may lag behind quick key presses. */
  toggle: { args: [id: number]; answer: void }
  revert: { args: []; answer: void }
  show: { args: [view: SheetView]; answer: number }
  window: { args: [start: number, end: number]; answer: RowWindow[] }
  summary: { args: []; answer: SheetSummary }
  plan: { args: [kind: PlanKind]; answer: PlanDraft }
  /** Cells of the last drafted plan. */
  preview: { args: [start: number, end: number]; answer: PlannedCell[] }
  verdict: { args: [answer: ArrayBuffer]; answer: Verdict }
  export: { args: [scope: ExportScope, kind: FileKind]; answer: Blob | FileRefusal }
}

export type CommandName = keyof Commands

export interface Request<N extends CommandName = CommandName> {
  call: number
  name: N
  args: Commands[N]['args']
}

/** How far a command is. */
export interface Progress {
  done: number
  /** 0: not known yet. */
  total: number
  /** Sheets of the workbook that is read; absent: rows are counted. */
  sheets?: number
}

export type Reply =
  | { call: number; kind: 'answer'; answer: unknown }
  | { call: number; kind: 'failure'; message: string }
  | ({ call: number; kind: 'progress' } & Progress)

/** Message that cancels the running step. */
export const CANCEL = 'cancel'
