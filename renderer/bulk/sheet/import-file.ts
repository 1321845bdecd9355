import { isBlank, trimInvisible } from '../../../schemas/vocabulary/blank.ts'
import { fieldValue, dottedPath } from '../../../schemas/vocabulary/paths/field-path.ts'
import { BASE_COLUMN, cellHash, mergeCell, readFingerprint } from '../../data/fingerprint.ts'
import type { CsvMapColumn } from '../../../schemas/csv.ts'
import { OID_COLUMN } from '../csv/headers.ts'
import type { FileRow } from '../csv/lines.ts'
import { formatCell, presentCell } from '../csv/values.ts'
import { columnOf, type SheetModel } from './sheet-model.ts'
import type { CellProblem, SheetRow } from './row.ts'

/** Text of a record's cell as exported. */
export function recordCell(row: Pick<SheetRow, 'record'>, column: CsvMapColumn): string {
  return formatCell(row.record && fieldValue(row.record, column.via ?? column.field), column)
}

/** Normalizes cell input: invisible text counts as empty, as on the service. */
export function normalizeCellText(text: string): string {
  return isBlank(text) ? '' : text
}

/** Matches file rows to sheet rows. */
export interface Matcher {
  /**
   * The row that the file row means, `'unknown'` for an identifier that does not exist here, `'ambiguous'` for a key of an earlier release that
   * several records have, `undefined` for a new one.
   */
  find(file: FileRow): SheetRow | 'unknown' | 'ambiguous' | undefined
  /** Line that already claimed the row, or undefined when this line is the first. */
  claim(row: SheetRow, line: number): number | undefined
}

/** Matches file rows to records by oid, else by the documented key; one-to-one. */
export class RowMatcher implements Matcher {
  private readonly byOid = new Map<string, SheetRow>()
  private readonly byKey = new Map<string, SheetRow>()
  /** By keys of earlier releases, in their order; undefined where several records share one. */
  private readonly byFormerKeys: Map<string, SheetRow | undefined>[]
  private readonly taken = new Map<SheetRow, number>()
  private readonly model: SheetModel

  constructor(rows: readonly SheetRow[], model: SheetModel) {
    this.model = model
    this.byFormerKeys = (model.map.formerKeys ?? []).map(() => new Map())
    for (const row of rows) {
      if (!row.record) continue
      this.byOid.set(row.record.oid, row)
      this.byKey.set(
        rowKey(this.model, (column) => recordCell(row, column)),
        row,
      )
      for (const [index, key] of (model.map.formerKeys ?? []).entries()) {
        const text = keyText(model, key, (column) => recordCell(row, column))
        const known = this.byFormerKeys[index]
        known?.set(text, known.has(text) ? undefined : row)
      }
    }
  }

  find(file: FileRow): ReturnType<Matcher['find']> {
    const oid = trimInvisible(file.cells[OID_COLUMN] ?? '')
    if (oid) return this.byOid.get(oid) ?? 'unknown'
    const cell = (column: CsvMapColumn): string => presentCell(file.cells[column.id] ?? this.assumed(column), column)
    return this.byKey.get(rowKey(this.model, cell)) ?? this.byFormerKey(file, cell)
  }

  /** A file that lacks a column of the key is of a time with another one. */
  private byFormerKey(file: FileRow, cell: (column: CsvMapColumn) => string): SheetRow | 'ambiguous' | undefined {
    const { formerKeys = [], key } = this.model.map
    const isThere = (name: string): boolean => {
      const column = columnNamed(this.model, name)
      return column !== undefined && (file.cells[column.id] ?? this.assumed(column)) !== ''
    }
    if (formerKeys.length === 0 || key.every(isThere)) return undefined
    const index = formerKeys.findIndex((former) => former.every(isThere))
    const known = this.byFormerKeys[index]
    const text = keyText(this.model, formerKeys[index] ?? [], cell)
    return known?.has(text) === true ? (known.get(text) ?? 'ambiguous') : undefined
  }

  /** Line that already claimed the row, or undefined when this line is the first. */
  claim(row: SheetRow, line: number): number | undefined {
    const earlier = this.taken.get(row)
    if (earlier === undefined) this.taken.set(row, line)
    return earlier
  }

  /** Value of a missing parent column: the current tenant. */
  private assumed(column: CsvMapColumn): string {
    return column.field === this.model.schema['x-entity'].parent ? this.model.tenant.name : ''
  }
}

/** The documented key of a row, from its cells. */
export function rowKey(model: SheetModel, cell: (column: CsvMapColumn) => string): string {
  return keyText(model, model.map.key, cell)
}

function columnNamed({ map }: SheetModel, name: string): CsvMapColumn | undefined {
  return map.columns.find((candidate) => candidate.id === dottedPath(name) || candidate.field === name || candidate.via === name)
}

function keyText(model: SheetModel, key: readonly string[], cell: (column: CsvMapColumn) => string): string {
  const parts = key.map((name) => {
    const column = columnNamed(model, name)
    return column ? trimInvisible(cell(column).normalize('NFC')) : ''
  })
  return JSON.stringify(parts)
}

/** Applies a file row to a sheet row: as a three-way merge if the export's fingerprint is present, else verbatim. */
export function applyCells(file: FileRow, row: SheetRow, model: SheetModel): void {
  const base = fingerprintOf(file, model)
  row.line = file.line
  if (file.surplus > 0) note(row, { column: '', severity: 'warning', key: 'bulk.row.surplus', params: { count: file.surplus } })
  for (const [id, cell] of Object.entries(file.cells)) {
    if (!model.map.columns.some((column) => column.id === id)) continue
    applyCell({ id, cell, baseHash: base.get(id) }, row, model)
  }
}

/** The fingerprint of a row by present columns: a file of before names them as they were called then. */
function fingerprintOf(file: FileRow, { map }: SheetModel): ReadonlyMap<string, string> {
  const base = readFingerprint(file.cells[BASE_COLUMN] ?? '')
  const renamed = map.columns.flatMap(({ id, aliases }) => {
    const earlier = base.has(id) ? undefined : aliases.find((alias) => base.has(alias))
    return earlier === undefined ? [] : [[id, base.get(earlier) ?? ''] as const]
  })
  return renamed.length === 0 ? base : new Map([...base, ...renamed])
}

/** A cell as it would be written now, and the fingerprint that fits it: both may be of a time with other options. */
function presentInput({ id, cell, baseHash }: CellInput, column: CsvMapColumn): CellInput {
  const present = Object.entries(column.was ?? {}).find(([name]) => baseHash === cellHash(name))?.[1]
  return { id, cell: presentCell(cell, column), baseHash: present === undefined ? baseHash : cellHash(present) }
}

interface CellInput {
  id: string
  cell: string
  baseHash: string | undefined
}

function applyCell(input: CellInput, row: SheetRow, model: SheetModel): void {
  const column = columnOf(model, input.id)
  const given = presentInput(input, column)
  const current = recordCell(row, column)
  const verdict = mergeCell(given.cell, current, given.baseHash)
  const text = normalizeCellText(given.cell)
  if (verdict === 'same' || verdict === 'untouched' || text === current) return
  if (given.cell.includes(';') && column.type !== 'list') {
    note(row, { column: given.id, severity: 'warning', key: 'bulk.cell.semicolon', params: { value: given.cell } })
    return
  }
  if (isFixed(column, row)) {
    note(row, { column: given.id, severity: 'warning', key: 'bulk.cell.readOnly', params: { value: given.cell } })
    return
  }
  if (verdict === 'conflict') row.conflicts = new Map(row.conflicts).set(given.id, { mine: text, theirs: current })
  else row.edits.set(given.id, text)
}

/** Whether a cell is fixed: in read-only columns, in create-only columns of an existing record, and in records that the person may not change. */
export function isFixed(column: CsvMapColumn, row: Pick<SheetRow, 'record'>): boolean {
  return column.readOnly || (column.createOnly && row.record !== undefined) || isLocked(row)
}

/** Whether the record of a row may not be changed. Where commands write records, the command `edit` stands for the change. */
export function isLocked({ record }: Pick<SheetRow, 'record'>): boolean {
  const change = record?.can['update'] ?? record?.can['edit']
  return change !== undefined && change !== true
}

function note(row: SheetRow, problem: Omit<CellProblem, 'from'>): void {
  row.problems.push({ ...problem, from: 'sheet' })
}
