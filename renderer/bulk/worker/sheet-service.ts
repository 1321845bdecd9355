import type { Plan, PlanItem, PlanResult } from '../../../schemas/plan.ts'
import { BASE_COLUMN, fingerprint } from '../../data/fingerprint.ts'
import { OID_COLUMN, REVISION_COLUMN } from '../csv/columns.ts'
import { FileError, readCsv } from '../csv/read.ts'
import { writeCsv } from '../csv/write.ts'
import type { Judges } from '../sheet/check.ts'
import { recordCell } from '../sheet/import-file.ts'
import { PlannedCells, rowName } from '../sheet/planned-cells.ts'
import { kindOf, type SheetRow } from '../sheet/row.ts'
import { Sheet, type StepProgress } from '../sheet/sheet.ts'
import { columnOf, type SheetModel } from '../sheet/sheet-model.ts'
import { summarise } from '../sheet/summary.ts'
import { cellText, viewRows, windowOf, type SheetView } from '../sheet/view.ts'
import type { CommandName, Commands, ImportReport, OpenConflict, PlanDraft } from './protocol.ts'

/** Runs a long step in pieces: reports progress, lets other messages in, stops when cancelled. */
export type RunSteps = (steps: Generator<StepProgress>) => Promise<'done' | 'cancelled'>

type Handlers = { [N in CommandName]: (...args: Commands[N]['args']) => Commands[N]['answer'] | Promise<Commands[N]['answer']> }

const EXPORT_CHUNK = 5_000

/** The sheet behind the worker's commands; needs no worker itself, so that tests and benchmarks drive it directly. */
export function createSheetService(judgesOf: (model: SheetModel) => Promise<Judges>, run: RunSteps): Handlers {
  let sheet: Sheet | undefined
  let view: SheetView = { kind: 'all', search: '' }
  let shown: SheetRow[] = []
  let planned: SheetRow[] = []
  let cells: PlannedCells | undefined
  const open = (): Sheet => {
    if (!sheet) throw new Error('the sheet is not open')
    return sheet
  }
  const reshow = (): number => {
    shown = viewRows(open().all, view, open().model)
    return shown.length
  }
  return {
    open: async (model) => {
      sheet = new Sheet(model, await judgesOf(model))
      shown = []
    },
    load: (records) => open().load(records),
    dropMissing: (oids) => open().dropMissing(new Set(oids)),
    importFile: (bytes) => importFile(open(), bytes, run),
    questions: () => open().unknownReferences(),
    learn: (lesson) => open().references.learn(lesson),
    check: () => run(open().check()),
    add: () => open().addEmpty().id,
    edit: (edits) => edits.forEach(({ id, column, text }) => open().edit(id, column, text)),
    conflicts: (limit) => conflicts(open(), limit),
    resolve: (choice, cell) => {
      const cells = cell ? [cell] : conflicts(open(), Infinity).map(({ row, column }) => ({ id: row, column }))
      for (const { id, column } of cells) open().resolve(id, column, choice)
    },
    select: (ids, selected) => {
      const rows = ids === 'view' ? shown : ids.map((id) => open().row(id))
      for (const row of rows) row.selected = selected
    },
    revert: (scope) =>
      open().revert(
        new Set(
          open()
            .all.filter((row) => scope === 'all' || row.selected)
            .map((row) => row.id),
        ),
      ),
    show: (next) => {
      view = next
      return reshow()
    },
    window: (start, end) => shown.slice(start, end).map((row) => windowOf(row, open().model)),
    summary: () => summarise(open().all, shown),
    plan: (kind) => {
      const draft = kind === 'write' ? writePlan(open()) : deletePlan(open())
      planned = draft.rows
      cells = new PlannedCells(planned, open().model, kind)
      return { ...draft.draft, cells: cells.count }
    },
    preview: (start, end) => cells?.slice(start, end) ?? [],
    verdict: (answer) => verdict(open(), planned, answer),
    export: (scope) => exportRows(open(), exported(open(), scope, shown)),
  }
}

async function importFile(sheet: Sheet, bytes: ArrayBuffer, run: RunSteps): Promise<Commands['importFile']['answer']> {
  try {
    const file = readCsv(new Uint8Array(bytes), sheet.model.map)
    if ((await run(sheet.importFile(file))) === 'cancelled') return 'cancelled'
    const report: ImportReport = {
      rows: file.rows.length,
      encoding: file.encoding,
      encodingGuessed: file.encodingGuessed,
      delimiter: file.delimiter,
      headerProblems: file.headers.problems,
      missing: file.headers.missing,
    }
    return report
  } catch (cause) {
    if (cause instanceof FileError) return { key: cause.key, params: cause.params }
    throw cause
  }
}

function encodePlan(sheet: Sheet, items: PlanItem[]): Blob {
  const plan: Plan = { items, source: 'bulk', tenantOid: sheet.model.tenant.oid }
  return new Blob([JSON.stringify(plan)], { type: 'application/json' })
}

interface DraftedPlan {
  rows: SheetRow[]
  draft: Omit<PlanDraft, 'cells'>
}

function writePlan(sheet: Sheet): DraftedPlan {
  const selected = sheet.all.filter((row) => row.selected)
  const rows = selected.filter((row) => kindOf(row) === 'new' || kindOf(row) === 'changed')
  const creates = rows.filter((row) => !row.record).length
  const body = encodePlan(sheet, sheet.planItems(rows))
  return { rows, draft: { body, planned: rows.length, skipped: selected.length - rows.length, creates, updates: rows.length - creates } }
}

function deletePlan(sheet: Sheet): DraftedPlan {
  const selected = sheet.all.filter((row) => row.selected)
  const rows = selected.filter((row) => row.record?.can['delete'] === true)
  const items = rows.flatMap((row): PlanItem[] =>
    row.record ? [{ entity: sheet.model.map.entity, action: 'delete', oid: row.record.oid, revision: row.record.revision }] : [],
  )
  return {
    rows,
    draft: { body: encodePlan(sheet, items), planned: rows.length, skipped: selected.length - rows.length, creates: 0, updates: 0 },
  }
}

function conflicts(sheet: Sheet, limit: number): OpenConflict[] {
  const open: OpenConflict[] = []
  for (const row of sheet.all) {
    for (const [column, { mine, theirs }] of row.conflicts) {
      if (open.length >= limit) return open
      open.push({ row: row.id, line: row.line, name: rowName(row, sheet.model), column, mine, theirs })
    }
  }
  return open
}

/** Reads the service's answer; when all was applied the rows count as written and wait for the reload. */
function verdict(sheet: Sheet, rows: readonly SheetRow[], answer: ArrayBuffer): Omit<PlanResult, 'items'> {
  const { items, ...rest } = JSON.parse(new TextDecoder().decode(answer)) as PlanResult
  sheet.takeVerdict(
    items.filter((item) => item.verdict === 'refused'),
    rows,
  )
  if (rest.applied && !rest.dryRun) sheet.settleApplied(rows)
  return rest
}

function exported(sheet: Sheet, scope: 'view' | 'selected' | 'invalid', shown: readonly SheetRow[]): readonly SheetRow[] {
  if (scope === 'view') return shown
  return sheet.all.filter((row) => (scope === 'selected' ? row.selected : kindOf(row) === 'invalid'))
}

/** Parts of one file, to be joined by the caller: header first. */
function exportRows(sheet: Sheet, rows: readonly SheetRow[]): string[] {
  const ids = sheet.model.map.columns.map((column) => column.id)
  const header = [OID_COLUMN, ...ids.filter((id) => id !== OID_COLUMN), REVISION_COLUMN, BASE_COLUMN]
  const parts: string[] = []
  for (let at = 0; at === 0 || at < rows.length; at += EXPORT_CHUNK) {
    const lines = rows.slice(at, at + EXPORT_CHUNK).map((row) => exportRow(sheet, row, ids))
    parts.push(writeCsv(header, lines, at === 0))
  }
  return parts
}

function exportRow(sheet: Sheet, row: SheetRow, ids: readonly string[]): Record<string, string> {
  const cells = Object.fromEntries(ids.map((id) => [id, cellText(row, id, sheet.model)]))
  const base = Object.fromEntries(ids.map((id) => [id, recordCell(row, columnOf(sheet.model, id))]))
  const { record } = row
  if (!record) return cells
  return { ...cells, [OID_COLUMN]: record.oid, [REVISION_COLUMN]: String(record.revision), [BASE_COLUMN]: fingerprint(base) }
}
