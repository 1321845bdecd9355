import { loadCsvMap } from '../../../schemas/generated/csv/load.ts'
import { isEntityName } from '../../../schemas/generated/entity-names.ts'
import type { ServedRecord } from '../../../schemas/plan.ts'
import { saveFile } from '../../data/csv-file.ts'
import { isReadable } from '../../data/filters/readable.ts'
import { optionLabel } from '../../data/labels.ts'
import { iteratePages } from '../../data/queries/iterate.ts'
import type { PageProps, RendererHost } from '../../host.tsx'
import type { FileRefusal } from '../../data/file-error.ts'
import { isSelected } from '../actions/selection.ts'
import type { ListColumn } from '../columns/list-columns.ts'
import { csvFile, importableColumns, shownText, type ExportColumn, type ExportFile } from './list-export.ts'
import type { ExportRequest, Reading } from './export-request.ts'

/** A list as a file shows it. */
interface List {
  shape: PageProps
  host: RendererHost
  visible: readonly ListColumn[]
  fieldName: (field: string) => string
}

/** Most rows that are printed. */
const PRINTED_ROWS = 5_000

/** Hands the browser a file of every row of a query, or of those of them that are chosen, page by page; answers why it cannot. */
export async function exportList(list: List, request: ExportRequest, reading: Reading): Promise<FileRefusal | undefined> {
  const { shape, host } = list
  const { name, plural } = shape.schema['x-entity']
  const columns = request.columns === 'importable' ? await importable(list) : asShown(list)
  const file = request.kind === 'csv' ? csvFile(columns) : tableFile(plural, columns)
  await readRows(host, { entity: name, request, file }, reading)
  const content = await file.blob()
  if (reading.signal.aborted) return undefined
  if (!(content instanceof Blob)) return content
  saveFile(`${shape.screen.bulk?.file ?? plural}.${request.kind}`, content)
  return undefined
}

/** Every row of a query, or that there are too many to print. */
export async function readForPaper(
  { shape, host }: List,
  query: ExportRequest['query'],
  { signal, onProgress }: Reading,
): Promise<ServedRecord[] | FileRefusal> {
  const rows: ServedRecord[] = []
  for await (const { records, meta } of iteratePages(host.source, { entity: shape.schema['x-entity'].name, query, signal })) {
    if (meta.totalCount > PRINTED_ROWS) return { key: 'list.print.tooMany', params: { limit: PRINTED_ROWS } }
    rows.push(...records)
    onProgress({ done: rows.length, total: meta.totalCount })
  }
  return rows
}

interface Rows {
  entity: string
  request: ExportRequest
  file: Pick<ExportFile, 'add'>
}

async function readRows({ source }: RendererHost, { entity, request, file }: Rows, { signal, onProgress }: Reading): Promise<void> {
  const { query, chosen } = request
  if (chosen?.mode === 'some') {
    file.add([...chosen.records.values()])
    return
  }
  let done = 0
  for await (const { records, meta } of iteratePages(source, { entity, query, signal })) {
    file.add(chosen ? records.filter(({ oid }) => isSelected(chosen, oid)) : records)
    done += records.length
    onProgress({ done, total: meta.atLeast === true ? undefined : meta.totalCount })
  }
}

async function importable({ shape, host }: List): Promise<ExportColumn[]> {
  const { name } = shape.schema['x-entity']
  if (!isEntityName(name)) throw new Error(`No spreadsheet columns of "${name}"`)
  return importableColumns(await loadCsvMap(name), (field) => isReadable(shape.schema, field, host.ruleContext(name)))
}

function asShown({ shape, host, visible, fieldName }: List): ExportColumn[] {
  const { name } = shape.schema['x-entity']
  return visible.map((column) => ({
    header: fieldName(column.head),
    ...(column.property.type === 'integer' || column.property.type === 'number' ? { type: column.property.type } : {}),
    text: (record) => shownText(column, record, (value) => optionLabel(host, { entity: name, field: column.field, value })),
  }))
}

/** Collects rows for a workbook, which the worker of sheets then makes. */
function tableFile(name: string, columns: readonly ExportColumn[]): ExportFile {
  const rows: string[][] = []
  return {
    add: (records: readonly ServedRecord[]) => {
      for (const record of records) rows.push(columns.map(({ text }) => text(record)))
    },
    blob: async () => {
      const { makeWorkbook } = await import('../../data/workbook/make.ts')
      return makeWorkbook([{ name, columns: columns.map(({ header, type }) => ({ header, ...(type && { type }) })), rows }])
    },
  }
}
