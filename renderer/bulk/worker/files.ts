import type { ServedRecord } from '../../../schemas/plan.ts'
import { type FileRefusal, refused } from '../../data/file-error.ts'
import { BASE_COLUMN, fingerprint } from '../../data/fingerprint.ts'
import { OID_COLUMN, REVISION_COLUMN, SHEET_COLUMN } from '../csv/headers.ts'
import type { FilePart, KnownSheet } from '../csv/lines.ts'
import { readBook } from '../csv/read.ts'
import { writeCsv } from '../csv/write.ts'
import { recordCell } from '../sheet/import-file.ts'
import type { SheetRow } from '../sheet/row.ts'
import type { Sheet } from '../sheet/sheet.ts'
import { columnOf, sheetName } from '../sheet/sheet-model.ts'
import { cellText } from '../sheet/view.ts'
import type { WorkbookContents, WorkbookRequest } from '../xlsx/read.ts'
import type { SheetTable } from '../../data/workbook/write.ts'
import type { FileKind, ImportReport } from './protocol.ts'

const EXPORT_CHUNK = 5_000

type ReadFile = Pick<ImportReport, 'guessedEncoding' | 'formulas' | 'ignoredSheets'> & { parts: { sheet: string; file: FilePart }[] }

/** Reads a workbook whose bytes it takes over, and may be stopped meanwhile. */
export type ReadSheets = (request: WorkbookRequest) => Promise<WorkbookContents | 'cancelled'>

/** Reads a file of either kind; throws `FileError`. */
export async function readFile(
  bytes: Uint8Array<ArrayBuffer>,
  { kind, sheets, active, readSheets }: { kind: FileKind; sheets: readonly KnownSheet[]; active: string; readSheets: ReadSheets },
): Promise<ReadFile | 'cancelled'> {
  if (kind === 'csv') {
    const parts = readBook(bytes, sheets, active)
    const guessed = parts.map(({ file }) => file).find(({ encodingGuessed }) => encodingGuessed)
    return { parts, formulas: [], ignoredSheets: [], ...(guessed && { guessedEncoding: guessed.encoding }) }
  }
  const contents = await readSheets({ bytes, sheets, active })
  if (contents === 'cancelled') return contents
  const { parts, formulas, ignored } = contents
  return { parts, formulas, ignoredSheets: ignored }
}

/** Rows of a sheet that are exported. */
interface ExportedSheet {
  sheet: Sheet
  rows: readonly SheetRow[]
}

/** A CSV file; with the rows of several sheets, or of a list, a column names the sheet. */
export function csvOf(sheets: readonly ExportedSheet[], isBook: boolean): Blob {
  const parts = sheets.flatMap(({ sheet, rows }, index) =>
    exportRows(sheet, rows, { named: isBook || sheet.model.child !== undefined, marked: index === 0 }),
  )
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}

/** A workbook, made by code that is loaded for it, or why it cannot hold the rows. */
export async function workbookOf(sheets: readonly ExportedSheet[]): Promise<Blob | FileRefusal> {
  const { writeWorkbook } = await import('../../data/workbook/write.ts')
  return refused(() => writeWorkbook(sheets.map(({ sheet, rows }) => tableOf(sheet, rows))))
}

/** Chunks of a file, header first. `named`: with the sheet column. `marked`: with a BOM at the start. */
function exportRows(sheet: Sheet, rows: readonly SheetRow[], { named, marked }: { named: boolean; marked: boolean }): string[] {
  const ids = sheet.model.map.columns.map((column) => column.id)
  const own = exportColumns(sheet)
  const header = named ? [SHEET_COLUMN, ...own] : own
  const parts: string[] = []
  for (let at = 0; at === 0 || at < rows.length; at += EXPORT_CHUNK) {
    const lines = rows.slice(at, at + EXPORT_CHUNK).map((row) => exportRow(sheet, row, ids))
    parts.push(
      writeCsv(header, named ? lines.map((line) => ({ ...line, [SHEET_COLUMN]: sheetName(sheet.model) })) : lines, {
        head: at === 0,
        marked,
      }),
    )
  }
  return parts
}

function exportRow(sheet: Sheet, row: SheetRow, ids: readonly string[]): Record<string, string> {
  const cells = Object.fromEntries(ids.map((id) => [id, cellText(row, id, sheet.model)]))
  const base = Object.fromEntries(ids.map((id) => [id, recordCell(row, columnOf(sheet.model, id))]))
  const { record } = row
  if (!record) return cells
  return { ...cells, [OID_COLUMN]: oidOf(record), [REVISION_COLUMN]: String(record.revision), [BASE_COLUMN]: fingerprint(base) }
}

/** Oid for the export; for a nested row, that of its record. */
function oidOf(record: ServedRecord): string {
  const around = record['^'] as ServedRecord | undefined
  return (around ?? record).oid
}

/** Rows of a sheet as a table of a workbook, which has no column for the name of the sheet. */
function tableOf(sheet: Sheet, rows: readonly SheetRow[]): SheetTable {
  const columns = exportColumns(sheet)
  const ids = sheet.model.map.columns.map(({ id }) => id)
  return {
    name: sheetName(sheet.model),
    columns: columns.map((id) => {
      const type = sheet.model.map.columns.find((column) => column.id === id)?.type
      return { header: id, ...(type && { type }) }
    }),
    rows: rows.map((row) => {
      const cells = exportRow(sheet, row, ids)
      return columns.map((id) => cells[id] ?? '')
    }),
  }
}

/** Columns of a sheet as files have them. */
function exportColumns({ model }: Sheet): string[] {
  const ids = model.map.columns.map((column) => column.id)
  return [OID_COLUMN, ...ids.filter((id) => id !== OID_COLUMN), REVISION_COLUMN, BASE_COLUMN]
}
