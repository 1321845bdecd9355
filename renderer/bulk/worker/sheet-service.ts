import type { Plan, PlanItem, PlanResult } from '../../../schemas/plan.ts'
import { FileError, refused } from '../../data/file-error.ts'
import type { RowValidators } from '../sheet/check.ts'
import { PlannedCells, PlannedSheets, rowName } from '../sheet/planned-cells.ts'
import { replaceIn, rowsToFill } from '../sheet/replace.ts'
import { kindOf, pick, type SheetRow } from '../sheet/row.ts'
import type { Sheet, StepProgress } from '../sheet/sheet.ts'
import { sheetName, type SheetModel } from '../sheet/sheet-model.ts'
import { summarise } from '../sheet/summary.ts'
import { viewRows, windowOf, type SheetView } from '../sheet/view.ts'
import { isReady, Workbook, type BookItem } from '../sheet/workbook.ts'
import { csvOf, readFile, workbookOf, type ReadSheets } from './files.ts'
import type { CommandName, Commands, FileKind, ImportReport, OpenConflict, PlanDraft, PlanKind, SheetState, Verdict } from './protocol.ts'

/** Runs a long step in chunks: reports progress, processes other messages in between, stops when cancelled. */
export type RunSteps = (steps: Generator<StepProgress>) => Promise<'done' | 'cancelled'>

type Handlers = { [N in CommandName]: (...args: Commands[N]['args']) => Commands[N]['answer'] | Promise<Commands[N]['answer']> }

/** Implements the worker's commands; independent of the worker, so that tests and benchmarks can call it directly. */
export function createSheetService(
  judgesOf: (model: SheetModel) => Promise<RowValidators>,
  run: RunSteps,
  readSheets: ReadSheets,
): Handlers {
  let book: Workbook | undefined
  let view: SheetView = { kind: 'all', search: '' }
  let shown: SheetRow[] = []
  let planned: { items: BookItem[]; kind: PlanKind } = { items: [], kind: 'write' }
  let cells: PlannedSheets | undefined
  const opened = (): Workbook => {
    if (!book) throw new Error('the sheet is not open')
    return book
  }
  const active = (): Sheet => opened().active
  const reshow = (): number => {
    shown = viewRows(active().all, view, active().model)
    return shown.length
  }
  return {
    open: async (model) => {
      book = new Workbook(model, await judgesOf(model))
      shown = []
    },
    use: (name) => {
      opened().use(name)
      shown = []
    },
    sheets: () => opened().sheets.map(stateOf),
    namedEntities: () => opened().namedEntities(),
    load: (records) => opened().load(records),
    dropMissing: (oids) => opened().dropMissing(new Set(oids)),
    importFile: (bytes, kind = 'csv') => importFile(opened(), { bytes, kind }, { run, readSheets }),
    questions: () => opened().sheets.flatMap((sheet) => sheet.unknownReferences()),
    learn: (lesson) => opened().main.references.learn(lesson),
    check: () => run(opened().check()),
    add: () => opened().addEmpty().id,
    edit: (edits) => edits.forEach(({ id, column, text }) => active().edit(id, column, text)),
    replace: (replacement) => replaceIn(active(), rowsToFill(shown), replacement),
    conflicts: (limit) => conflicts(active(), limit),
    resolve: (choice, cell) => {
      const open = conflicts(active(), Infinity).filter(({ gone }) => !gone)
      const cells = cell ? [cell] : open.map(({ row, column }) => ({ id: row, column }))
      for (const { id, column } of cells) {
        const row = active().row(id)
        if (row.gone) opened().resolveGone(row, choice)
        else active().resolve(id, column, choice)
      }
    },
    select: (ids, selected) => {
      const rows = ids === 'view' ? shown : ids.map((id) => active().row(id))
      for (const row of rows) if (row.gone === undefined) pick(row, selected)
    },
    toggle: (id) => {
      const row = active().row(id)
      if (row.gone === undefined) pick(row, !row.selected)
    },
    revert: () => opened().revert(),
    show: (next) => {
      view = next
      return reshow()
    },
    window: (start, end) => shown.slice(start, end).map((row) => windowOf(row, active().model)),
    summary: () => summarise(active().all, active().model, shown),
    plan: (kind) => {
      const draft = draftOf(opened(), kind)
      planned = { items: draft.items, kind }
      cells = draft.cells
      return { ...draft.draft, cells: cells.count }
    },
    preview: (start, end) => cells?.slice(start, end) ?? [],
    verdict: (answer) => verdict(opened(), planned, answer),
    export: (scope, kind) => {
      const sheets = scope === 'sheets' ? opened().sheets : [active()]
      const tables = sheets.map((sheet) => ({ sheet, rows: scope === 'sheets' ? sheet.all : exported(sheet, scope, shown) }))
      return kind === 'csv' ? csvOf(tables, scope === 'sheets') : workbookOf(tables)
    },
  }
}

function stateOf({ model, all }: Sheet): SheetState {
  const { total, kinds, selected, selectedInvalid } = summarise(all, model)
  return {
    name: sheetName(model),
    total,
    worked: total - kinds.unchanged,
    invalid: kinds.invalid + kinds.conflict,
    selected,
    selectedInvalid,
  }
}

interface ImportedFile {
  bytes: ArrayBuffer
  kind: FileKind
}

async function importFile(
  book: Workbook,
  { bytes, kind }: ImportedFile,
  { run, readSheets }: { run: RunSteps; readSheets: ReadSheets },
): Promise<Commands['importFile']['answer']> {
  return refused(async () => {
    const sheets = book.sheets.map(({ model }) => ({ name: sheetName(model), map: model.map }))
    const found = await readFile(new Uint8Array(bytes), { kind, sheets, active: sheetName(book.active.model), readSheets })
    if (found === 'cancelled') return found
    const { parts, ...read } = found
    const files = parts.map(({ file }) => file)
    const [first] = files
    if (!first) throw new FileError('bulk.file.noHeader')
    if ((await run(book.importParts(parts))) === 'cancelled') return 'cancelled'
    const report: ImportReport = {
      rows: files.reduce((sum, { rows }) => sum + rows.length, 0),
      sheets: parts.map(({ sheet }) => sheet),
      ...read,
      headerProblems: files.flatMap(({ headers }) => headers.problems),
      missing: first.headers.missing,
    }
    return report
  })
}

function encodePlan(sheet: Sheet, items: PlanItem[]): Blob {
  const plan: Plan = { items, source: 'bulk', tenantOid: sheet.model.tenant.oid }
  return new Blob([JSON.stringify(plan)], { type: 'application/json' })
}

interface DraftedPlan {
  items: BookItem[]
  cells: PlannedSheets
  draft: Omit<PlanDraft, 'cells'>
}

function draftOf(book: Workbook, kind: PlanKind): DraftedPlan {
  if (kind === 'write') return writePlan(book)
  return book.active === book.main ? deletePlan(book) : removalPlan(book)
}

function writePlan(book: Workbook): DraftedPlan {
  const items = book.writeItems()
  const main = items.filter(({ isMain }) => isMain).map((item) => item.main)
  const inner = book.children.map((sheet) => ({ sheet, rows: rowsOf(items, sheet) }))
  const rows = inner.flatMap((one) => one.rows)
  const creates = main.filter((row) => !row.record).length
  const selected = book.sheets.reduce((sum, sheet) => sum + sheet.all.filter((row) => row.selected).length, 0)
  const created = rows.filter((row) => !row.record).length
  return {
    items,
    cells: new PlannedSheets(
      [{ sheet: book.main, rows: main }, ...inner].map((one) => new PlannedCells(one.rows, one.sheet.model, 'write')),
    ),
    draft: {
      body: encodePlan(
        book.main,
        items.map(({ item }) => item),
      ),
      planned: items.length,
      skipped: selected - main.length - rows.length,
      creates,
      updates: items.length - creates,
      ...(book.children.length > 0 && { inner: { created, changed: rows.length - created, deleted: 0 } }),
    },
  }
}

/** Rows of a nested sheet that the items write. */
function rowsOf(items: readonly BookItem[], sheet: Sheet): SheetRow[] {
  return items.flatMap(({ lists }) => lists.flatMap((list) => (list.sheet === sheet ? list.origins.filter(isReady) : [])))
}

function deletePlan({ main }: Workbook): DraftedPlan {
  const selected = main.all.filter((row) => row.selected && row.picked === true)
  const items = selected.flatMap((row): BookItem[] =>
    row.record?.can['delete'] === true
      ? [
          {
            main: row,
            isMain: true,
            lists: [],
            item: { entity: main.model.map.entity, action: 'delete', oid: row.record.oid, revision: row.record.revision },
          },
        ]
      : [],
  )
  return removed({ main, items, rows: items.map((item) => item.main), sheet: main, selected: selected.length })
}

/** Rows of nested lists are removed by updating their records. */
function removalPlan(book: Workbook): DraftedPlan {
  const { active: sheet, main } = book
  const selected = sheet.all.filter((row) => row.selected && row.picked === true)
  const rows = selected.filter((row) => row.record?.can['update'] === true)
  return removed({ main, items: book.removalItems(), rows, sheet, selected: selected.length })
}

function removed({
  main,
  items,
  rows,
  sheet,
  selected,
}: {
  main: Sheet
  items: BookItem[]
  rows: SheetRow[]
  sheet: Sheet
  selected: number
}): DraftedPlan {
  return {
    items,
    cells: new PlannedSheets([new PlannedCells(rows, sheet.model, 'delete')]),
    draft: {
      body: encodePlan(
        main,
        items.map(({ item }) => item),
      ),
      planned: rows.length,
      skipped: selected - rows.length,
      creates: 0,
      updates: 0,
      ...(sheet !== main && { inner: { created: 0, changed: 0, deleted: rows.length } }),
    },
  }
}

function conflicts(sheet: Sheet, limit: number): OpenConflict[] {
  const open: OpenConflict[] = []
  for (const row of sheet.all) {
    if (row.gone && !row.gone.within && open.length < limit) open.push(goneConflict(row, sheet.model))
    for (const [column, { mine, theirs }] of row.conflicts) {
      if (open.length >= limit) return open
      open.push({ row: row.id, line: row.line, name: rowName(row, sheet.model), column, mine, theirs })
    }
  }
  return open
}

/** Others deleted the record: a conflict of the whole row, by the name that the file gives it. */
function goneConflict(row: SheetRow, model: SheetModel): OpenConflict {
  const name = rowName(row, model) || (row.gone?.oid ?? '')
  return { row: row.id, line: row.line, name, column: '', mine: '', theirs: '', gone: true }
}

/** Processes the service's answer; after an apply, rows count as written until the reload. */
function verdict(book: Workbook, { items: planned, kind }: { items: BookItem[]; kind: PlanKind }, answer: ArrayBuffer): Verdict {
  const { items, ...rest } = JSON.parse(new TextDecoder().decode(answer)) as PlanResult
  const refused = items.filter((item) => item.verdict === 'refused')
  book.applyVerdict(refused, planned)
  if (rest.applied && !rest.dryRun) book.settleApplied(planned, kind)
  const changedElsewhere = refused.filter(({ errors = [] }) => errors.some(({ key }) => key === 'service.revision.stale')).length
  return { ...rest, changedElsewhere }
}

function exported(sheet: Sheet, scope: 'view' | 'selected' | 'invalid', shown: readonly SheetRow[]): readonly SheetRow[] {
  if (scope === 'view') return shown
  return sheet.all.filter((row) => (scope === 'selected' ? row.selected : kindOf(row) === 'invalid'))
}
