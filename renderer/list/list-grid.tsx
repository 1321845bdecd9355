import { chakra } from '@chakra-ui/react'
import {
  CellStyleModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  ColumnAutoSizeModule,
  LocaleModule,
  RowStyleModule,
  ScrollApiModule,
  type CellFocusedEvent,
  createPart,
  type CellKeyDownEvent,
  type ColDef,
  type ColumnMovedEvent,
  type ColumnResizedEvent,
  type FirstDataRenderedEvent,
  type FullWidthCellKeyDownEvent,
  type RowClassParams,
  type RowClickedEvent,
  type SortChangedEvent,
  type SuppressKeyboardEventParams,
} from 'ag-grid-community'
import { AgGridReact } from 'ag-grid-react'
import { useMemo, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ServedRecord } from '../../schemas/plan.ts'
import { onReturn } from '../data/return-place.ts'
import { useHost } from '../host.tsx'
import { gridTexts } from '../parts/grid/grid-texts.ts'
import { bareScrollbar, gridTheme } from '../parts/grid/grid-theme.ts'
import { styleNonce } from '../parts/grid/style-nonce.ts'
import { ActionsHeader, ChoiceCell, ChoiceHeader, ColumnHeader, NumberCell, NumberHeader, ValueCell } from './grid-cells.tsx'
import type { ListColumn } from './columns/list-columns.ts'
import { useListContext } from './list-context.ts'
import type { ListState } from './list-state.ts'
import { RowActions } from './actions/row-actions.tsx'
import { rowHeights } from './row-heights.ts'
import { isSelected, withRows } from './actions/selection.ts'
import type { ColumnsModel } from './columns/use-columns.ts'

// Sheets register theirs for themselves: both stand on one copy of the library.
const modules = [
  ClientSideRowModelModule,
  ColumnApiModule,
  ColumnAutoSizeModule,
  CellStyleModule,
  LocaleModule,
  RowStyleModule,
  ScrollApiModule,
]

/** A drag or arrow keys, and a double click on the edge of a column, which fits it to its content. */
const sizedByPerson = new Set(['uiColumnResized', 'autosizeColumns'])

const moving =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#000" stroke-width="2"><path d="M3 12h18M7 8l-4 4 4 4M17 8l4 4-4 4"/></svg>'
// The one icon of the library that a list shows: beside the name of a column that is moved. Its own set is 7 KB gzipped.
const icons = createPart({
  feature: 'iconSet',
  css: `.ag-icon::before { mask-image: url("data:image/svg+xml,${encodeURIComponent(moving)}"); }`,
})

// The list's own frame has the border; and a focused cell must be seen.
const listGridTheme = gridTheme.withPart(icons).withParams({
  wrapperBorder: false,
  wrapperBorderRadius: 0,
  pinnedColumnBorder: false,
  browserColorScheme: 'inherit',
  focusShadow: 'inset 0 0 0 2px var(--chakra-colors-accent-solid)',
})

const given = styleNonce()
const nonce = given === undefined ? {} : { styleNonce: given }

const choiceColumn = 'choice'
const actionsColumn = 'actions'

// Given as a style, not as a recipe: recipes stand in a cascade layer, which the grid's own sheet would overrule.
const frameStyle = {
  ...bareScrollbar,
  '& .ag-row': { cursor: 'default' },
  '& .ag-cell': { display: 'flex', alignItems: 'center', lineHeight: 'normal' },
  '& .ag-cell > *': { minWidth: 0 },
  '& .ag-cell.numeric': { justifyContent: 'flex-end' },
  '& .ag-cell.bare, & .ag-header-cell.bare': { px: 0, justifyContent: 'center' },
  '& .bare .ag-header-cell-comp-wrapper': { justifyContent: 'center', alignItems: 'center' },
  '& .ag-row-selected::before': { bg: 'bg.selected' },
}

export interface ListGridProps {
  columns: ColumnsModel
  sort: ListState['sort']
  isStale: boolean
  onSort: (sort: ListState['sort']) => void
}

/** The rows of a page as a grid: arrows move, Enter opens, Space chooses, Tab leaves. */
export function ListGrid({ columns, sort, isStale, onSort }: ListGridProps) {
  const { rows, screen, selection, select, linkTo, fieldName, place } = useListContext()
  const { t } = useHost()
  const navigate = useNavigate()
  const frame = useRef<HTMLDivElement>(null)
  const isNumbered = screen.list?.numbered === true
  const columnDefs = useMemo(
    () => gridColumns(columns.visible, { sort, fieldName, isNumbered }),
    [columns.visible, sort, fieldName, isNumbered],
  )

  const open = (record: ServedRecord | undefined) => {
    const link = record && linkTo(record)
    if (link) void navigate(link.path, { state: link.state })
  }
  const press = (event: CellKeyDownEvent<ServedRecord> | FullWidthCellKeyDownEvent<ServedRecord>) => {
    const key = event.event instanceof KeyboardEvent ? event.event : undefined
    if (!key || !event.data || !('column' in event)) return
    if (key.key === 'Enter' && event.column.getColId() === actionsColumn) {
      document.activeElement?.querySelector<HTMLElement>('[data-row-menu]')?.click()
    } else if (key.key === 'Enter') {
      open(event.data)
    } else if (key.key === ' ') {
      key.preventDefault()
      select(withRows(selection, [event.data], !isSelected(selection, event.data.oid)))
    }
  }
  return (
    <chakra.div
      ref={frame}
      position="absolute"
      inset={0}
      fontVariantNumeric="tabular-nums"
      transition="opacity 150ms"
      opacity={isStale ? 0.55 : 1}
      aria-busy={isStale}
      css={frameStyle}
    >
      <AgGridReact<ServedRecord>
        modules={modules}
        theme={listGridTheme}
        {...nonce}
        {...gridTexts<ServedRecord>(t)}
        rowData={rows as ServedRecord[]}
        columnDefs={columnDefs}
        defaultColDef={defaultColumn}
        getRowId={({ data }) => data.oid}
        rowHeight={rowHeights[columns.density]}
        headerHeight={rowHeights[columns.density]}
        rowClassRules={{
          'ag-row-selected': ({ data }: RowClassParams<ServedRecord>) => data !== undefined && isSelected(selection, data.oid),
        }}
        animateRows={false}
        rowBuffer={4}
        suppressMultiSort
        suppressNoRowsOverlay
        suppressCellFocus={false}
        suppressDragLeaveHidesColumns
        maintainColumnOrder={false}
        tabToNextCell={() => false}
        tabToNextHeader={() => false}
        onRowClicked={(event: RowClickedEvent<ServedRecord>) => isPlainClick(event.event) && open(event.data)}
        onCellKeyDown={press}
        onCellFocused={({ rowIndex, column }: CellFocusedEvent<ServedRecord>) => {
          const oid = rowIndex === null ? undefined : rows[rowIndex]?.oid
          if (rowIndex === null || oid === undefined || !column) return
          place.remember({ kind: 'row', oid, index: rowIndex, column: typeof column === 'string' ? column : column.getColId() })
        }}
        onFirstDataRendered={({ api }: FirstDataRenderedEvent<ServedRecord>) => {
          const { returned } = place
          if (returned?.kind !== 'row') return
          const index = returnedIndex(rows, returned)
          onReturn(
            () => frame.current,
            () => {
              api.ensureIndexVisible(index)
              api.setFocusedCell(index, returned.column)
            },
          )
        }}
        onSortChanged={(event: SortChangedEvent) => {
          if (event.source !== 'uiColumnSorted') return
          const sorted = event.api.getColumnState().find((column) => column.sort)
          if (sorted?.sort) onSort({ by: sorted.colId, order: sorted.sort })
        }}
        onColumnResized={(event: ColumnResizedEvent) => {
          if (event.finished && event.column && sizedByPerson.has(event.source))
            columns.resize(event.column.getColId(), event.column.getActualWidth())
        }}
        onColumnMoved={(event: ColumnMovedEvent) => {
          if (!event.finished || !event.column || event.source !== 'uiColumnMoved') return
          const order = event.api.getAllDisplayedColumns().map((column) => column.getColId())
          const after = order[order.indexOf(event.column.getColId()) + 1]
          columns.move(event.column.getColId(), after === actionsColumn ? undefined : after)
        }}
      />
    </chakra.div>
  )
}

/** The row that was left; where it is gone, the one that took its place, or the last. */
function returnedIndex(rows: readonly ServedRecord[], { oid, index }: { oid: string; index: number }): number {
  const now = rows.findIndex((row) => row.oid === oid)
  return now < 0 ? Math.min(index, rows.length - 1) : now
}

/** A click on the row itself: not on a control or link in it, and not the end of marking text. */
function isPlainClick(event: Event | null | undefined): boolean {
  const target = event?.target
  if (!(target instanceof Element) || target.closest('a, button, input')) return false
  return (getSelection()?.toString() ?? '') === ''
}

const defaultColumn: ColDef<ServedRecord> = {
  sortingOrder: ['asc', 'desc'],
  // The service sorts; the grid only shows in which order the rows came.
  comparator: () => 0,
  minWidth: 64,
  suppressHeaderMenuButton: true,
  // Keys in a row's checkbox are its own, not the grid's.
  suppressKeyboardEvent: ({ event }: SuppressKeyboardEventParams) =>
    event.target instanceof Element && event.target.closest('input') !== null,
}

const fixedColumn: ColDef<ServedRecord> = {
  sortable: false,
  resizable: false,
  suppressMovable: true,
  minWidth: 40,
  width: 40,
  cellClass: 'bare',
  headerClass: 'bare',
}

interface ColumnParts {
  sort: ListState['sort']
  fieldName: (field: string) => string
  isNumbered: boolean
}

const numberColumn: ColDef<ServedRecord> = {
  ...fixedColumn,
  colId: 'number',
  headerName: '',
  headerComponent: NumberHeader,
  cellRenderer: NumberCell,
  cellClass: 'bare numeric',
  lockPosition: 'left',
  pinned: 'left',
}

function gridColumns(visible: readonly ListColumn[], { sort, fieldName, isNumbered }: ColumnParts): ColDef<ServedRecord>[] {
  const values = visible.map((column): ColDef<ServedRecord> => {
    const order = column.sortable && sort.by === column.field ? sort.order : undefined
    return {
      colId: column.field,
      field: column.field,
      headerName: fieldName(column.head),
      headerComponent: ColumnHeader,
      headerComponentParams: { listColumn: column, order },
      cellRenderer: ValueCell,
      cellRendererParams: { listColumn: column },
      sortable: column.sortable,
      sort: order ?? null,
      pinned: column.pinned ? 'left' : null,
      ...(column.grow === 0 ? { flex: null, width: column.width, minWidth: 64 } : { flex: column.grow, minWidth: column.width }),
      ...(column.numeric ? { cellClass: 'numeric' } : {}),
    } as ColDef<ServedRecord>
  })
  return [
    {
      ...fixedColumn,
      colId: choiceColumn,
      headerName: '',
      headerComponent: ChoiceHeader,
      cellRenderer: ChoiceCell,
      lockPosition: 'left',
      pinned: 'left',
    },
    ...(isNumbered ? [numberColumn] : []),
    ...values,
    {
      ...fixedColumn,
      colId: actionsColumn,
      headerName: '',
      headerComponent: ActionsHeader,
      cellRenderer: RowActions,
      lockPosition: 'right',
      pinned: 'right',
    },
  ]
}
