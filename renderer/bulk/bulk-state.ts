import type { PlanResult } from '../../schemas/plan.ts'
import { RequestError } from '../data/data-source.ts'
import type { SheetModel } from './sheet/sheet-model.ts'
import type { SheetSummary } from './sheet/summary.ts'
import type { SheetView } from './sheet/view.ts'
import type { FileRefusal } from '../data/file-error.ts'
import type { ImportReport, OpenConflict, PlanDraft, PlanKind, SheetState } from './worker/protocol.ts'

/** A running step; `total` 0 means unknown length. */
export interface Working {
  step: 'loading' | 'reading' | 'asking' | 'checking' | 'previewing' | 'applying' | 'undoing'
  done: number
  total: number
  /** Sheets of the workbook that is read; absent: rows are counted. */
  sheets?: number
  /** The service failed or did not answer, and is asked again. @default no */
  isRepeated?: boolean
}

/** The dry-run plan that waits for confirmation. */
export interface Proposal {
  kind: PlanKind
  draft: Omit<PlanDraft, 'body'>
  /** Number of items that raise a request. @default none */
  raised?: number
}

/** Result of the last apply; `undone` after undo. */
export interface Outcome extends Pick<Proposal, 'kind' | 'draft'> {
  result: Omit<PlanResult, 'items'>
  undone: boolean
}

/** A failure for the alert list. */
export interface Failure {
  /** Absent if the failure is not the service's. */
  error?: RequestError
}

export interface BulkState {
  /** The active sheet; present once loaded. */
  model: SheetModel | undefined
  /** All sheets, the entity's own first. */
  models: readonly SheetModel[]
  /** State of each sheet, if there are several. */
  sheets: readonly SheetState[]
  working: Working | undefined
  /** Loading failed, so there is no sheet. */
  broken: Failure | undefined
  failure: Failure | undefined
  /** The failure leaves open whether the rows were written. */
  isUnsettled: boolean
  /** Notice above the sheet (`validation.global.error`). */
  notice: 'invalid' | 'changedElsewhere' | 'nothingToUpdate' | 'nothingToDelete' | undefined
  /** Number of preview errors beyond those that the service listed. */
  moreErrors: number
  report: ImportReport | undefined
  refusal: FileRefusal | undefined
  proposal: Proposal | undefined
  outcome: Outcome | undefined
  summary: SheetSummary | undefined
  /** The first unresolved conflicts. */
  conflicts: readonly OpenConflict[]
  view: SheetView
  shown: number
  /** Incremented when the visible rows may have changed. */
  version: number
}

export const initialState: BulkState = {
  model: undefined,
  models: [],
  sheets: [],
  working: { step: 'loading', done: 0, total: 0 },
  broken: undefined,
  failure: undefined,
  isUnsettled: false,
  notice: undefined,
  moreErrors: 0,
  report: undefined,
  refusal: undefined,
  proposal: undefined,
  outcome: undefined,
  summary: undefined,
  conflicts: [],
  view: { kind: 'all', search: '' },
  shown: 0,
  version: 0,
}

/** Totals over all sheets. */
export function totals({
  sheets,
  summary,
}: Pick<BulkState, 'sheets' | 'summary'>): Pick<SheetState, 'worked' | 'selected' | 'selectedInvalid'> {
  if (sheets.length === 0) {
    const { total = 0, selected = 0, selectedInvalid = 0, kinds } = summary ?? {}
    return { worked: total - (kinds?.unchanged ?? 0), selected, selectedInvalid }
  }
  const sum = (of: (sheet: SheetState) => number): number => sheets.reduce((all, sheet) => all + of(sheet), 0)
  return {
    worked: sum(({ worked }) => worked),
    selected: sum(({ selected }) => selected),
    selectedInvalid: sum((sheet) => sheet.selectedInvalid),
  }
}

/** Number of rows with unapplied edits or imports. Rows just applied look edited until they are reloaded. */
export function unwrittenRows({
  sheets,
  summary,
  working,
  outcome,
}: Pick<BulkState, 'sheets' | 'summary' | 'working' | 'outcome'>): number {
  const { worked } = totals({ sheets, summary })
  if (!working || outcome?.kind !== 'write' || outcome.undone) return worked
  const { planned, inner = { created: 0, changed: 0, deleted: 0 } } = outcome.draft
  return worked - planned - inner.created - inner.changed - inner.deleted
}

/** Resets the messages of the previous step. */
export const clearedMessages = {
  failure: undefined,
  isUnsettled: false,
  notice: undefined,
  moreErrors: 0,
  report: undefined,
  refusal: undefined,
  outcome: undefined,
} as const

/** What the alert list shows of a thrown error. */
export function failureOf(cause: unknown): Failure {
  if (cause instanceof RequestError) return { error: cause }
  console.error(cause)
  return {}
}
