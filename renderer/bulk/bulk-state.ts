import type { PlanResult } from '../../schemas/plan.ts'
import type { SheetModel } from './sheet/sheet-model.ts'
import type { SheetSummary } from './sheet/summary.ts'
import type { SheetView } from './sheet/view.ts'
import type { ImportRefusal, ImportReport, OpenConflict, PlanDraft, PlanKind, SheetState } from './worker/protocol.ts'

/** A long step under way; `total` 0 means that its length is not known. */
export interface Working {
  step: 'loading' | 'reading' | 'asking' | 'checking' | 'previewing' | 'applying' | 'undoing'
  done: number
  total: number
}

/** What waits for a person's yes: the exact plan, already tried on the service without a trace. */
export interface Proposal {
  kind: PlanKind
  draft: Omit<PlanDraft, 'body'>
  /** How many of the items only raise a request. @default none */
  raised?: number
}

/** What the last apply did; `undone` after it was taken back. */
export interface Outcome extends Pick<Proposal, 'kind' | 'draft'> {
  result: Omit<PlanResult, 'items'>
  undone: boolean
}

/** A failure as the alert list shows it. */
export interface Failure {
  messages: string[]
  /** Absent: the failure is not the service's. */
  status?: number
  requestId?: string
}

export interface BulkState {
  /** The sheet that is shown; present once it is open. */
  model: SheetModel | undefined
  /** All sheets, the entity's own first. */
  models: readonly SheetModel[]
  /** How each of them stands, where there are several. */
  sheets: readonly SheetState[]
  working: Working | undefined
  /** Loading failed: there is no sheet. */
  broken: Failure | undefined
  failure: Failure | undefined
  /** Locale key of a message above the sheet (`validation.global.error`). */
  notice: 'invalid' | 'nothingToUpdate' | 'nothingToDelete' | undefined
  /** Errors of the last preview that the service counted and did not list. */
  moreErrors: number
  report: ImportReport | undefined
  refusal: ImportRefusal | undefined
  proposal: Proposal | undefined
  outcome: Outcome | undefined
  summary: SheetSummary | undefined
  /** The first conflicts that wait for a decision. */
  conflicts: readonly OpenConflict[]
  view: SheetView
  shown: number
  /** Grows whenever the rows that the grid shows may differ. */
  version: number
}

export const initialState: BulkState = {
  model: undefined,
  models: [],
  sheets: [],
  working: { step: 'loading', done: 0, total: 0 },
  broken: undefined,
  failure: undefined,
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

/** What all sheets hold together. */
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

/** Rows that hold something a person typed or imported and has not applied. What was just written still looks like it until it is read again. */
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

/** Clears what belonged to the step before. */
export const clearedMessages = {
  failure: undefined,
  notice: undefined,
  moreErrors: 0,
  report: undefined,
  refusal: undefined,
  outcome: undefined,
} as const
