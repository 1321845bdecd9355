import type { ColDef } from 'ag-grid-community'
import type { CsvMapColumn } from '../../../schemas/csv.ts'
import { exactText } from '../../parts/text/date-texts.ts'
import type { SheetModel } from '../sheet/sheet-model.ts'
import type { RowWindow } from '../sheet/view.ts'
import { isChoiceColumn } from './cell-choice.tsx'
import { choiceEditor, type ChoiceOfCell } from './choice-editor.ts'

type T = (key: string, params?: Record<string, unknown>) => string

export interface ColumnOptions {
  t: T
  optionLabels: Record<string, Record<string, string>>
  language: string
  /** Hints of column headers, by column id. */
  heads?: SheetModel['heads']
  /** Pixels beside the margin: a column of texts does not reach beyond them, so that its texts end with dots where they are cut. */
  roomPx: number
  /** The column stays while the others scroll sideways. @default no */
  isPinned?: boolean
  /** Fields shown in the monospaced font. */
  isMono: (field: string) => boolean
  /** Called with the cell being edited by choosing. */
  onChoice: (choice: ChoiceOfCell | undefined) => void
}

/** Tooltip of a cell: its problems, its conflict, its previous text. */
export function cellNote(row: RowWindow, column: string, t: T): string | undefined {
  const problems = row.problems.filter((problem) => problem.column === column).map((problem) => t(problem.key, problem.params))
  const conflict = row.conflicts[column]
  if (conflict) problems.push(t('bulk.cell.conflict', { mine: conflict.mine, theirs: conflict.theirs }))
  const before = row.before[column]
  if (before !== undefined) problems.push(before === '' ? t('bulk.cell.wasEmpty') : t('bulk.cell.was', { before }))
  return problems.length > 0 ? problems.join('\n') : undefined
}

const has = (row: RowWindow | undefined, column: string, severity: 'error' | 'warning'): boolean =>
  row?.problems.some((problem) => problem.column === column && problem.severity === severity) ?? false

/** Whether a cell is editable: read-only columns and locked records never, create-only columns on new rows. */
export function isEditable(column: CsvMapColumn, row: RowWindow | undefined): boolean {
  return row !== undefined && !column.readOnly && !row.locked && !(column.createOnly && row.record)
}

/** Estimated width of a letter, and padding. Measuring texts would require rendering them. */
const LETTER_PX = 7
const TEXT_PX = 210
const LEAST_PX = 110
const PADDING_PX = 24

/** Width of a header with its mark and sort arrow. */
const headWidth = (text: string): number => text.length * LETTER_PX + PADDING_PX + 2 * LETTER_PX

/** Least width of a column of texts. */
const textWidth = (roomPx: number): number => Math.max(LEAST_PX, Math.min(TEXT_PX, roomPx))

/** The shown columns in the order of the grid: the one that names a row, or the record of a nested row, first. */
export function shownOrder({ shown, map, schema, child }: Pick<SheetModel, 'shown' | 'map' | 'schema' | 'child'>): readonly string[] {
  const names = ({ field }: CsvMapColumn): boolean => (child ? field.startsWith('^/') : field === schema['x-entity'].label)
  const first = map.columns.find((column) => names(column) && shown.includes(column.id))?.id
  return first === undefined ? shown : [first, ...shown.filter((id) => id !== first)]
}

/** Creates a grid column. */
export function sheetColumn(column: CsvMapColumn, around: ColumnOptions): ColDef<RowWindow> {
  const { t, language } = around
  const labels = around.optionLabels[column.field]
  const head = around.heads?.[column.id]
  const header = column.headers[language] ?? column.headers['en'] ?? column.id
  const headerName = column.required || head?.required === true ? `${header} *` : header
  return {
    colId: column.id,
    headerName,
    headerTooltip: head === undefined ? column.id : `${column.id}\n\n${head.explanation}`,
    // Free-text columns share the remaining width; a narrow sheet scrolls.
    ...(column.type === 'enum'
      ? { minWidth: LEAST_PX, width: Math.max(150, headWidth(headerName)) }
      : { minWidth: textWidth(around.roomPx), ...(around.isPinned ? { pinned: 'left', width: textWidth(around.roomPx) } : { flex: 1 }) }),
    resizable: true,
    sortable: true,
    sortingOrder: ['asc', 'desc', null],
    suppressHeaderMenuButton: true,
    valueGetter: ({ data }) => data?.cells[column.id] ?? '',
    valueFormatter: ({ value }) => labels?.[String(value)] ?? String(value ?? ''),
    editable: ({ data }) => isEditable(column, data),
    cellEditor: isChoiceColumn(column) ? choiceEditor(column, around.onChoice) : 'agTextCellEditor',
    tooltipValueGetter: ({ data, valueFormatted, column: shown }) => {
      const text = valueFormatted ?? ''
      const isCut = shown !== undefined && 'getActualWidth' in shown && text.length * LETTER_PX > shown.getActualWidth() - PADDING_PX
      const note = data && cellNote(data, column.id, t)
      // Files and their cells have date-times in UTC.
      const read = column.type === 'date-time' ? exactText(text, { language }) : text
      return isCut || read !== text ? [read, note].filter((line) => line !== undefined).join('\n\n') : note
    },
    cellClassRules: {
      'sheet-mono': () => around.isMono(column.field),
      'sheet-fixed': ({ data }) => !isEditable(column, data),
      'sheet-changed': ({ data }) => data?.before[column.id] !== undefined,
      'sheet-warning': ({ data }) => has(data, column.id, 'warning'),
      'sheet-conflict': ({ data }) => data?.conflicts[column.id] !== undefined,
      'sheet-invalid': ({ data }) => has(data, column.id, 'error'),
    },
  }
}
