import type { PlanItem, PlanItemResult, ServedRecord } from '../../../schemas/plan.ts'
import { trimInvisible } from '../../../schemas/vocabulary/blank.ts'
import { fieldAt } from '../../../schemas/vocabulary/paths/field-path.ts'
import type { CsvMapColumn } from '../../../schemas/csv.ts'
import type { FilePart, FileRow } from '../csv/lines.ts'
import { candidateOf, type Candidate, type SheetScope } from './candidate.ts'
import { checkRow, columnOfPointer, type ChildChanges, type RowValidators } from './check.ts'
import { OID_COLUMN } from '../csv/headers.ts'
import { normalizeCellText, isFixed, recordCell, rowKey, RowMatcher, applyCells, type Matcher } from './import-file.ts'
import { References, withNames } from './references.ts'
import { NO_CONFLICTS, pick, selectWork, type CellConflict, type SheetRow } from './row.ts'
import { RowKeys } from './row-keys.ts'
import { isUnmatched, loseRecord, withoutEmpty } from './row-state.ts'
import { columnOf, parentColumn, type SheetModel } from './sheet-model.ts'

/** Progress of a long step: rows done and rows in total. */
export interface StepProgress {
  done: number
  total: number
}

const CHUNK = 500

/**
 * The rows of the bulk page: records of the service, edits and imports, and their problems. Independent of screen and transport; long steps
 * are generators driven by the worker, so that they can be cancelled.
 */
export class Sheet {
  readonly model: SheetModel
  readonly references: References
  private readonly validators: RowValidators
  protected readonly scope: SheetScope
  protected rows: SheetRow[] = []
  private readonly byId = new Map<number, SheetRow>()
  private readonly newByLabel = new Map<string, number>()
  private nextId = 1
  private readonly keys: RowKeys
  /** Overrides the check of an edited row: rows of several sheets that form one record are checked together. */
  onEdit: ((row: SheetRow) => void) | undefined

  constructor(model: SheetModel, validators: RowValidators, references = new References()) {
    this.model = model
    this.references = references
    this.validators = validators
    const newRow = (label: string): string | undefined => {
      const id = this.newByLabel.get(label)
      return id === undefined ? undefined : `row${id}`
    }
    this.scope = { model, references, newRow }
    this.keys = new RowKeys(model)
  }

  get all(): readonly SheetRow[] {
    return this.rows
  }

  row(id: number): SheetRow {
    const row = this.byId.get(id)
    if (!row) throw new Error(`the sheet has no row ${id}`)
    return row
  }

  /**
   * Loads records. Known rows keep their edits; rows whose record was deleted become new rows if edited. A new row becomes that of a record
   * that has appeared with its key: a service without plans keeps what it made before it refused another row.
   */
  load(records: readonly ServedRecord[]): void {
    const known = new Map(this.rows.flatMap((row) => (row.record ? [[row.record.oid, row] as const] : [])))
    const made = new Map(this.rows.flatMap((row) => (row.record ? [] : [[this.rowKeyOf(row), row] as const])))
    for (const served of records) {
      const record = withNames(served, this.model, this.references)
      const row = known.get(record.oid)
      const created = row || made.size === 0 ? undefined : made.get(this.rowKeyOf({ record, edits: new Map() }))
      if (row) this.refresh(row, record)
      else if (created) this.adopt(created, record)
      else this.add({ record })
    }
  }

  private rowKeyOf(row: Pick<SheetRow, 'record' | 'edits'>): string {
    return rowKey(this.model, (column) => row.edits.get(column.id) ?? recordCell(row, column))
  }

  /** Turns a new row into that of its record. */
  private adopt(row: SheetRow, record: ServedRecord): void {
    row.record = record
    this.settle(row)
    for (const [id, text] of row.edits) if (recordCell(row, columnOf(this.model, id)) === text) row.edits.delete(id)
    selectWork(row)
  }

  /** Finishes a full load: removes rows whose record was deleted, unless something is to be written to it, and sorts the others by name. */
  dropMissing(oids: ReadonlySet<string>): void {
    for (const row of this.rows) if (row.record && !oids.has(row.record.oid) && loseRecord(row, this.model)) this.settle(row)
    this.keep((row) => !row.record || oids.has(row.record.oid))
    const label = this.labelColumn()
    if (!label) return
    const order = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
    const keyed = this.rows.map((row) => ({ row, text: row.record && recordCell(row, label) }))
    keyed.sort((a, b) =>
      a.text !== undefined && b.text !== undefined ? order.compare(a.text, b.text) : Number(!a.row.record) - Number(!b.row.record),
    )
    this.rows = keyed.map(({ row }) => row)
  }

  private labelColumn(): CsvMapColumn | undefined {
    return this.model.map.columns.find(({ field }) => field === this.model.schema['x-entity'].label)
  }

  /** Takes over the record as it is now. Edits are kept; an edit of a cell that somebody else changed meanwhile becomes a conflict. */
  private refresh(row: SheetRow, record: ServedRecord): void {
    const before: Pick<SheetRow, 'record'> = { ...row }
    row.record = record
    this.settle(row)
    const conflicts = new Map<string, CellConflict>()
    for (const [id, mine] of [...row.edits, ...[...row.conflicts].map(([id, conflict]) => [id, conflict.mine] as const)]) {
      const column = columnOf(this.model, id)
      const theirs = recordCell(row, column)
      if (mine === theirs) row.edits.delete(id)
      else if (row.conflicts.has(id) || recordCell(before, column) !== theirs) {
        row.edits.delete(id)
        conflicts.set(id, { mine, theirs })
      }
    }
    row.conflicts = conflicts.size > 0 ? conflicts : NO_CONFLICTS
  }

  /** Adds an empty new row, or the row of a record. */
  add(init: { record?: ServedRecord } = {}): SheetRow {
    const row: SheetRow = { id: this.nextId, edits: new Map(), problems: [], conflicts: NO_CONFLICTS, selected: false, ...init }
    this.nextId += 1
    this.rows.push(row)
    this.byId.set(row.id, row)
    return row
  }

  /** Adds a new row for manual input, assigned to the current tenant unless that may have none. */
  addEmpty(): SheetRow {
    return this.belowTenant(this.add())
  }

  private belowTenant(row: SheetRow): SheetRow {
    const { atTop, parentFixed, schema, tenant } = this.model
    const isOwn = parentFixed || (!atTop && schema['x-entity'].isTenant !== true)
    const parent = isOwn && !row.record ? parentColumn(this.model) : undefined
    if (parent) row.edits.set(parent.id, tenant.name)
    return row
  }

  /** Imports a file's rows without checking them. Yields after each chunk. */
  *importFile(file: FilePart): Generator<StepProgress> {
    const matcher = this.matcher()
    const namesNoParent = file.headers.missing.includes(parentColumn(this.model)?.id ?? '')
    for (let at = 0; at < file.rows.length; at += 1) {
      const fileRow = file.rows[at]
      if (!fileRow) continue
      const found = matcher.find(fileRow)
      const row = found === undefined || typeof found === 'string' ? this.add() : found
      if (found === 'ambiguous') row.problems.push({ column: '', severity: 'error', key: 'bulk.row.ambiguousKey', from: 'sheet' })
      if (found === 'unknown') row.gone = this.goneOf(fileRow)
      const earlier = matcher.claim(row, fileRow.line)
      if (earlier === undefined) this.take(fileRow, row)
      else this.duplicate(fileRow.line, earlier)
      if (namesNoParent && !found) this.belowTenant(row)
      selectWork(row)
      if (at % CHUNK === CHUNK - 1) yield { done: at + 1, total: file.rows.length }
    }
    this.indexNewRows()
  }

  protected goneOf(file: FileRow): NonNullable<SheetRow['gone']> {
    return { oid: trimInvisible(file.cells[OID_COLUMN] ?? '') }
  }

  protected matcher(): Matcher {
    return new RowMatcher(this.rows, this.model)
  }

  protected take(file: FileRow, row: SheetRow): void {
    applyCells(file, row, this.model)
  }

  private duplicate(line: number, earlier: number): void {
    const row = this.add()
    row.line = line
    row.problems.push({ column: '', severity: 'error', key: 'bulk.row.duplicate', params: { line: earlier }, from: 'sheet' })
  }

  /** Reference labels to resolve before rows can be checked. */
  unknownReferences(): { column: string; entity: string; labels: string[] }[] {
    return this.model.map.columns.flatMap((column) => {
      const entity = fieldAt(this.model.schema, column.field)?.['x-ref']?.entity
      if (column.via === undefined || entity === undefined) return []
      const labels = this.references.unrequested(
        entity,
        this.rows.flatMap((row) => row.edits.get(column.id) ?? []),
      )
      return labels.length > 0 ? [{ column: column.id, entity, labels }] : []
    })
  }

  /** Checks edited rows. Yields after each chunk. */
  *check(rows: readonly SheetRow[] = this.rows): Generator<StepProgress> {
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows[at]
      if (row && (row.edits.size > 0 || !row.record)) this.checkOne(row)
      if (at % CHUNK === CHUNK - 1) yield { done: at + 1, total: rows.length }
    }
  }

  /** Checks one row, including the changes of nested sheets in its record. */
  checkOne(row: SheetRow, inner?: ChildChanges): void {
    if (isUnmatched(row)) return
    const warnings = row.problems.filter((problem) => problem.severity === 'warning')
    row.problems = [...warnings, ...checkRow(row, this.scope, { ...this.validators, inner })]
    this.keys.update(row)
  }

  /** Clears the problems of a row without changes. */
  settle(row: SheetRow): void {
    row.problems = []
    this.keys.release(row)
  }

  /** The changes of a row. */
  candidate(row: SheetRow): Candidate {
    return candidateOf(row, this.scope)
  }

  /** Edits one cell; entering the record's own text removes the edit. Fixed cells get a warning instead. */
  edit(id: number, column: string, text: string): void {
    const row = this.row(id)
    const definition = columnOf(this.model, column)
    row.problems = row.problems.filter((problem) => problem.column !== column)
    if (row.conflicts.has(column)) row.conflicts = new Map([...row.conflicts].filter(([id]) => id !== column))
    if (isFixed(definition, row)) {
      row.problems.push({ column, severity: 'warning', key: 'bulk.cell.readOnly', params: { value: text }, from: 'sheet' })
      return
    }
    const before = recordCell(row, definition)
    const given = before === text ? text : normalizeCellText(text)
    if (before === given) row.edits.delete(column)
    else row.edits.set(column, given)
    selectWork(row)
    if (!row.record) this.indexNewRows()
    if (this.onEdit) this.onEdit(row)
    else if (row.edits.size > 0 || !row.record) this.checkOne(row)
    else this.settle(row)
  }

  /** Makes the row of a deleted record one of a new record. */
  renew(row: SheetRow): void {
    delete row.gone
    selectWork(row)
    this.indexNewRows()
    if (this.onEdit) this.onEdit(row)
    else this.checkOne(row)
  }

  /** Takes rows out of the sheet. */
  leaveOut(rows: readonly SheetRow[]): void {
    const out = new Set(rows)
    this.keep((row) => !out.has(row))
  }

  /** Resolves a conflict: keeps the file's text or the record's. */
  resolve(id: number, column: string, choice: 'mine' | 'theirs'): void {
    const conflict = this.row(id).conflicts.get(column)
    if (!conflict) return
    this.edit(id, column, choice === 'mine' ? conflict.mine : conflict.theirs)
  }

  /** Reverts to the service's records; removes new rows. */
  revert(ids: ReadonlySet<number>): void {
    for (const id of ids) {
      const row = this.row(id)
      row.edits.clear()
      row.conflicts = NO_CONFLICTS
      this.settle(row)
      pick(row, false)
      delete row.line
    }
    this.keep((row) => row.record !== undefined || !ids.has(row.id))
  }

  /** Removes applied new rows, which the next load brings back as records. */
  settleApplied(rows: readonly SheetRow[]): void {
    const gone = new Set(rows.filter((row) => !row.record).map((row) => row.id))
    for (const row of rows) {
      row.edits.clear()
      this.settle(row)
      pick(row, false)
      delete row.line
    }
    this.keep((row) => !gone.has(row.id))
  }

  protected keep(test: (row: SheetRow) => boolean): void {
    this.rows = this.rows.filter((row) => {
      const kept = test(row)
      if (!kept) {
        this.byId.delete(row.id)
        this.keys.release(row)
      }
      return kept
    })
    this.indexNewRows()
  }

  private indexNewRows(): void {
    this.newByLabel.clear()
    const column = this.labelColumn()
    if (!column || !parentColumn(this.model)) return
    for (const row of this.rows) {
      const label = row.record ? undefined : row.edits.get(column.id)
      if (label) this.newByLabel.set(label, row.id)
    }
  }

  /** Plan items of rows: updates with touched fields, creates with a name that other rows can refer to. */
  planItems(rows: readonly SheetRow[]): PlanItem[] {
    const entity = this.model.map.entity
    return rows.map((row) => {
      const { changes } = candidateOf(row, this.scope)
      return row.record
        ? { entity, action: 'update', oid: row.record.oid, revision: row.record.revision, changes }
        : { entity, action: 'create', ref: `row${row.id}`, changes: withoutEmpty(changes) }
    })
  }

  /** Assigns the service's refusals to cells; `rows` in the order of the plan's items. */
  applyVerdict(results: readonly PlanItemResult[], rows: readonly SheetRow[]): void {
    for (const row of rows) row.problems = row.problems.filter((problem) => problem.from !== 'service')
    for (const result of results) {
      const row = rows[result.index]
      if (!row) continue
      for (const error of result.errors ?? []) {
        const pointer = error.pointer.replace(/^\/items\/\d+\/changes/, '')
        const column = pointer.startsWith('/items') ? '' : columnOfPointer(pointer, row, this.model)
        const problem = { column, severity: 'error', key: error.key, from: 'service' } as const
        row.problems.push(error.params ? { ...problem, params: error.params } : problem)
      }
    }
  }
}
