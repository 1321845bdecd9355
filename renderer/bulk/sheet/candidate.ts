import { fieldAt, withFieldValue } from '../../../schemas/vocabulary/paths/field-path.ts'
import { normalizeValue } from '../../../schemas/vocabulary/normalize-text.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { parseCell } from '../csv/values.ts'
import type { CsvMapColumn } from '../../../schemas/csv.ts'
import { columnOf, parentColumn, type SheetModel } from './sheet-model.ts'
import type { References } from './references.ts'
import type { CellProblem, SheetRow } from './row.ts'

/** The changes of a row: touched properties with their values, and cells that could not be parsed. */
export interface Candidate {
  changes: Rec
  /** Paths of the changed fields. */
  touched: string[]
  problems: CellProblem[]
}

/** Context for parsing and checking rows. */
export interface SheetScope {
  model: SheetModel
  references: References
  /** Finds a new row of the same sheet by label, so that a file may contain parents and children. */
  newRow: (label: string) => string | undefined
}

interface Cell {
  text: string
  column: CsvMapColumn
  scope: SheetScope
}

/** Parses the row's edits. References become oids, or `@ref` of a row that the same plan creates. */
export function candidateOf(row: SheetRow, scope: SheetScope): Candidate {
  const { model } = scope
  const candidate: Candidate = { changes: {}, touched: [], problems: [] }
  for (const [id, text] of row.edits) {
    const column = columnOf(model, id)
    if (column.via !== undefined) resolveReference({ text, column, scope }, candidate)
    else readValue({ text, column, scope }, candidate)
  }
  const parent = parentColumn(model)
  if (!row.record && !model.atTop && parent && !row.edits.get(parent.id)) {
    candidate.problems.push({ column: parent.id, severity: 'error', key: 'validation.field.mandatory', from: 'sheet' })
  }
  return candidate
}

function put(candidate: Candidate, field: string, value: unknown): void {
  candidate.touched.push(field)
  if (field.includes('/')) candidate.changes = withFieldValue(candidate.changes, field, value)
  else candidate.changes[field] = value
}

/** Normalizes a value as the service does. */
function normalizeCell(value: unknown, { column, scope }: Pick<Cell, 'column' | 'scope'>): unknown {
  const property = fieldAt(scope.model.schema, column.field)
  return property === undefined ? value : normalizeValue(value, undefined, property)
}

function readValue({ text, column, scope }: Cell, candidate: Candidate): void {
  const parsed = parseCell(text, column, scope.model.optionLabels[column.field])
  if ('key' in parsed) candidate.problems.push({ column: column.id, severity: 'error', from: 'sheet', ...parsed })
  else put(candidate, column.field, normalizeCell(parsed.value, { column, scope }) ?? (column.type === 'string' ? '' : null))
}

function resolveReference({ text, column, scope }: Cell, candidate: Candidate): void {
  const { model, references, newRow } = scope
  const fail = (key: string): void => {
    candidate.problems.push({ column: column.id, severity: 'error', key, params: { value: text }, from: 'sheet' })
  }
  if (text === '') {
    put(candidate, column.field, null)
    return
  }
  const isParent = model.schema['x-entity'].parent === column.field
  const standsBelow = isParent && model.schema['x-entity'].isTenant === true
  if (standsBelow && model.parentFixed) {
    if (text === model.tenant.name) put(candidate, column.field, model.tenant.oid)
    else fail('bulk.parent.notCurrent')
    return
  }
  const property = fieldAt(model.schema, column.field)
  const { entity = '', creates = false, where } = property?.['x-ref'] ?? {}
  const isOffered = (record: Rec | undefined): boolean =>
    record !== undefined && Object.entries(where ?? {}).every(([name, values]) => values.includes(record[name] as string))
  const { unknown = unknownKey(model, isParent) } = property?.['x-csv'] || {}
  const found = references.recordsNamed(entity, text).filter(isOffered)
  const created = newRow(text)
  if (found.length === 1) put(candidate, column.field, found[0]?.['oid'])
  else if (found.length > 1) fail('bulk.reference.ambiguous')
  else if (created !== undefined && standsBelow) put(candidate, column.field, `@${created}`)
  else if (isOffered(references.lookup(entity, text))) put(candidate, column.field, text)
  else if (creates) put(candidate, column.field, text)
  else fail(unknown)
}

/** Locale key of the refusal of a name that no offered record has. */
function unknownKey({ atTop, schema }: SheetModel, isParent: boolean): string {
  if (!isParent) return 'bulk.reference.unknown'
  return atTop || schema['x-entity'].isTenant !== true ? 'bulk.parent.notAuthorised' : 'bulk.parent.notCurrent'
}
