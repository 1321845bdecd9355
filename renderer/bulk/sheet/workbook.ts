import type { PlanItem, PlanItemResult, ServedRecord } from '../../../schemas/plan.ts'
import type { FilePart } from '../csv/lines.ts'
import { mergeRecords } from '../../../schemas/vocabulary/changes.ts'
import type { RowValidators } from './check.ts'
import { ChildSheet } from './child-sheet.ts'
import { entryOf, hasChanges, listChanges, assembleLists, placeInLists, type AssembledList, type RowSelection } from './lists.ts'
import { namedColumns } from './references.ts'
import { kindOf, selectWork, type CellProblem, type SheetRow } from './row.ts'
import { isUnmatched, withoutEmpty } from './row-state.ts'
import { Sheet, type StepProgress } from './sheet.ts'
import { sheetName, type SheetModel } from './sheet-model.ts'

/** A plan item with its source rows, to assign the service's refusals to them. */
export interface BookItem {
  item: PlanItem
  /** Row of the record. */
  main: SheetRow
  /** The item also writes cells of the record's row. */
  isMain: boolean
  lists: AssembledList[]
}

const nothing = (): boolean => false
const CHUNK = 500

/** The sheet of an entity and its nested sheets; all their changes in a record become one plan item. */
export class Workbook {
  readonly main: Sheet
  readonly children: readonly ChildSheet[]
  active: Sheet

  constructor(model: SheetModel, validators: RowValidators) {
    this.main = new Sheet(model, validators)
    this.children = (model.children ?? []).map((child) => new ChildSheet(child, validators, this.main))
    this.active = this.main
    if (this.children.length > 0) this.main.onEdit = (row) => this.edited(row)
    for (const sheet of this.children) sheet.onEdit = (row) => this.editedChild(sheet, row)
  }

  get sheets(): readonly Sheet[] {
    return [this.main, ...this.children]
  }

  use(name: string): void {
    this.active = this.sheet(name)
  }

  sheet(name: string): Sheet {
    const found = this.sheets.find(({ model }) => sheetName(model) === name)
    if (!found) throw new Error(`there is no sheet '${name}'`)
    return found
  }

  load(records: readonly ServedRecord[]): void {
    this.main.load(records)
  }

  dropMissing(oids: ReadonlySet<string>): void {
    this.main.dropMissing(oids)
    for (const sheet of this.children) sheet.reload()
  }

  /** Entities whose record names the sheet resolves itself. */
  namedEntities(): string[] {
    return [...new Set(this.sheets.flatMap(({ model }) => namedColumns(model).map(({ entity = '' }) => entity)))]
  }

  /** Adds an empty new row to the active sheet. */
  addEmpty(): SheetRow {
    this.forget()
    return this.active.addEmpty()
  }

  /** Imports the parts of a file, records first, so that nested rows may precede their records in the file. */
  *importParts(parts: readonly { sheet: string; file: FilePart }[]): Generator<StepProgress> {
    const named = (name: string) => parts.filter((part) => part.sheet === name)
    for (const { model } of this.sheets) {
      for (const { file } of named(sheetName(model))) yield* this.sheet(sheetName(model)).importFile(file)
      this.forget()
    }
  }

  private forget(): void {
    for (const sheet of this.children) sheet.forget()
  }

  /** Checks all records with changes. */
  *check(): Generator<StepProgress> {
    if (this.children.length === 0) {
      yield* this.main.check()
      return
    }
    const records = new Set(this.main.all.filter(hasChanges))
    for (const sheet of this.children) {
      for (const row of sheet.all) {
        const parent = hasChanges(row) ? sheet.parentOf(row) : undefined
        if (parent) records.add(parent)
        else if (hasChanges(row)) this.checkOrphan(sheet, row)
      }
    }
    let done = 0
    for (const row of records) {
      this.checkRecord(row)
      done += 1
      if (done % CHUNK === 0) yield { done, total: records.size }
    }
  }

  /** Checks a row whose record is unknown or not named. */
  private checkOrphan(sheet: ChildSheet, row: SheetRow): void {
    const warnings = row.problems.filter(({ severity }) => severity === 'warning')
    const column = sheet.parentIds()[0]?.id ?? ''
    row.problems = [...warnings, { column, severity: 'error', key: 'bulk.row.unknownParent', from: 'sheet' }]
  }

  /** Checks a record with all changes of the sheets. */
  private checkRecord(row: SheetRow): void {
    const lists = this.children.flatMap((sheet) => assembleLists(sheet, row, { write: () => true, remove: nothing }))
    for (const sheet of this.children) for (const one of sheet.rowsOf(row)) this.checkCells(sheet, one)
    const take = ({ pointer, key, params }: { pointer: string; key: string; params?: Record<string, unknown> }): boolean =>
      this.placed({ pointer, key, ...(params && { params }), from: 'sheet' }, lists)
    this.main.checkOne(row, { changes: listChanges(lists), touched: lists.map(({ path }) => path), take })
  }

  /** Checks the cells of a nested row by themselves. */
  private checkCells(sheet: ChildSheet, row: SheetRow): void {
    if (row.problems.length === 0 && !hasChanges(row)) return
    const warnings = row.problems.filter(({ severity }) => severity === 'warning')
    const { problems } = sheet.candidate(row)
    const entry = sheet.model.map.columns.find(({ field }) => field === '*')?.id ?? ''
    const isNowhere = entryOf(sheet, row) === null && !problems.some(({ column }) => column === entry)
    const missing: CellProblem[] = isNowhere ? [{ column: entry, severity: 'error', key: 'validation.field.mandatory', from: 'sheet' }] : []
    row.problems = [...warnings, ...problems, ...missing]
  }

  /** Assigns a refusal to the cell of a nested row; false if it belongs to none. The first one of a cell is kept. */
  private placed(
    refusal: { pointer: string; key: string; params?: Record<string, unknown>; from: CellProblem['from'] },
    lists: readonly AssembledList[],
  ): boolean {
    const found = placeInLists(refusal.pointer, lists)
    if (!found) return false
    const { row, column } = found
    if (row.problems.some((problem) => problem.severity === 'error' && problem.column === column)) return true
    const { key, params, from } = refusal
    row.problems.push({ column, severity: 'error', key, from, ...(params && { params }) })
    return true
  }

  private edited(row: SheetRow): void {
    this.forget()
    this.recheck(row)
  }

  private editedChild(sheet: ChildSheet, row: SheetRow): void {
    const before = sheet.parentOf(row)
    if (!row.record) sheet.forget()
    const parent = sheet.parentOf(row)
    if (before && before !== parent) this.recheck(before)
    if (parent) this.recheck(parent)
    else this.checkOrphan(sheet, row)
  }

  private recheck(row: SheetRow): void {
    const isIdle = !hasChanges(row) && this.children.every((sheet) => !sheet.rowsOf(row).some(hasChanges))
    for (const sheet of this.children) for (const one of sheet.rowsOf(row)) if (isIdle) one.problems = []
    if (isIdle) this.main.settle(row)
    else this.checkRecord(row)
  }

  /** Settles that others deleted the record of a row: makes a new record of it, with the rows of its lists, or leaves it out. */
  resolveGone(row: SheetRow, choice: 'mine' | 'theirs'): void {
    const oid = row.gone?.oid
    const inner = this.active === this.main ? this.children : []
    const rowsIn = (sheet: Sheet): SheetRow[] => sheet.all.filter(({ gone }) => gone?.within && gone.oid === oid)
    for (const sheet of inner) {
      if (choice === 'theirs') sheet.leaveOut(rowsIn(sheet))
      for (const one of choice === 'mine' ? rowsIn(sheet) : []) {
        delete one.gone
        sheet.putInto(one, row)
        selectWork(one)
      }
    }
    if (choice === 'mine') this.active.renew(row)
    else this.active.leaveOut([row])
    this.forget()
  }

  revert(): void {
    for (const sheet of this.sheets) sheet.revert(new Set(sheet.all.map(({ id }) => id)))
    this.forget()
  }

  /** Plan items of the selected changed rows of all sheets, one per record. */
  writeItems(): BookItem[] {
    const wanted: RowSelection = { write: isReady, remove: nothing }
    return this.itemsOf(new Set(this.main.all.filter(isReady)), wanted)
  }

  /** Plan items that remove the selected rows of the active nested sheet. */
  removalItems(): BookItem[] {
    const remove = (row: SheetRow): boolean => row.selected && row.picked === true && row.record?.can['update'] === true
    return this.itemsOf(
      new Set(),
      { write: nothing, remove },
      this.children.filter((sheet) => sheet === this.active),
    )
  }

  private itemsOf(own: ReadonlySet<SheetRow>, wanted: RowSelection, sheets = this.children): BookItem[] {
    const records = new Set(own)
    for (const sheet of sheets) {
      for (const row of sheet.all) {
        const parent = wanted.write(row) || wanted.remove(row) ? sheet.parentOf(row) : undefined
        if (parent?.record) records.add(parent)
      }
    }
    return [...records].map((main) => {
      const lists = sheets.flatMap((sheet) => assembleLists(sheet, main, wanted))
      return { main, isMain: own.has(main), lists, item: this.itemOf(main, own.has(main), lists) }
    })
  }

  private itemOf(main: SheetRow, isMain: boolean, lists: readonly AssembledList[]): PlanItem {
    const { map } = this.main.model
    const inner = listChanges(lists)
    const [item] = isMain ? this.main.planItems([main]) : []
    if (item && lists.length === 0) return item
    if (item) return { ...item, changes: mergeRecords(item.changes ?? {}, main.record ? inner : withoutEmpty(inner)) }
    const { record } = main
    if (!record) throw new Error('a record that is not made has no lists')
    return { entity: map.entity, action: 'update', oid: record.oid, revision: record.revision, changes: inner }
  }

  /** Assigns the service's refusals to cells. */
  applyVerdict(results: readonly PlanItemResult[], items: readonly BookItem[]): void {
    for (const { lists } of items)
      for (const { origins } of lists)
        for (const row of origins) if (row.problems.length > 0) row.problems = row.problems.filter(({ from }) => from !== 'service')
    const left = results.map((result) => {
      const lists = items[result.index]?.lists ?? []
      const errors = (result.errors ?? []).filter(({ pointer, key, params }) => {
        const path = pointer.replace(/^\/items\/\d+\/changes/, '')
        return !this.placed({ pointer: path, key, ...(params && { params }), from: 'service' }, lists)
      })
      return { ...result, errors }
    })
    this.main.applyVerdict(
      left,
      items.map(({ main }) => main),
    )
  }

  /** Clears the changes of applied items. */
  settleApplied(items: readonly BookItem[], kind: 'write' | 'delete'): void {
    this.main.settleApplied(items.filter(({ isMain }) => isMain).map(({ main }) => main))
    for (const sheet of this.children) {
      const mine = items.flatMap(({ lists }) => lists.filter((list) => list.sheet === sheet)).flatMap(({ origins }) => origins)
      if (kind === 'write') sheet.settleApplied(mine.filter(isReady))
    }
    this.forget()
  }
}

/** Whether a row is selected and can be written. */
export function isReady(row: SheetRow): boolean {
  const kind = kindOf(row)
  return row.selected && !isUnmatched(row) && (kind === 'new' || kind === 'changed')
}
