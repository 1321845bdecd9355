import { chakra } from '@chakra-ui/react'
import {
  CellStyleModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  ColumnAutoSizeModule,
  LocaleModule,
  RenderApiModule,
  RowStyleModule,
  ScrollApiModule,
  TooltipModule,
  iconSetQuartzLight,
  type CellFocusedEvent,
  type CellKeyDownEvent,
  type FirstDataRenderedEvent,
  type FullWidthCellKeyDownEvent,
  type GridApi,
  type GridOptions,
  type GridReadyEvent,
  type RowClassParams,
  type RowClickedEvent,
  type SortChangedEvent,
} from 'ag-grid-community'
import { AgGridReact } from 'ag-grid-react'
import { useEffect, useMemo, useRef, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ServedRecord } from '../../schemas/plan.ts'
import { onReturn } from '../data/page-history.ts'
import { useHost } from '../host.tsx'
import { gridTexts, styleNonce } from '../parts/grid/grid-options.ts'
import { bareScrollbar, gridTheme } from '../parts/grid/grid-theme.ts'
import { useHeadMenu } from './columns/column-menus.tsx'
import { actionsColumn, defaultColumn, gridColumns } from './grid-columns.tsx'
import { useArrangement } from './columns/use-arrangement.ts'
import { useOverlap } from './columns/use-overlap.ts'
import { useListContext } from './list-context.ts'
import type { ListState } from './list-state.ts'
import { rowHeights } from './row-heights.ts'
import { isSelected, withRows } from './actions/selection.ts'
import type { ColumnsModel } from './columns/use-columns.ts'
import { useFittedColumns } from './columns/use-fitted-columns.ts'

// Sheets register their own modules; both share one copy of the library.
const modules = [
  ClientSideRowModelModule,
  ColumnApiModule,
  ColumnAutoSizeModule,
  CellStyleModule,
  LocaleModule,
  RenderApiModule,
  RowStyleModule,
  ScrollApiModule,
  TooltipModule,
]

// The list's own frame has the border; and a focused cell must be seen.
const listGridTheme = gridTheme.withPart(iconSetQuartzLight).withParams({
  wrapperBorder: false,
  wrapperBorderRadius: 0,
  pinnedColumnBorder: false,
  browserColorScheme: 'inherit',
  focusShadow: 'inset 0 0 0 2px var(--chakra-colors-accent-solid)',
})

const given = styleNonce()
const nonce = given === undefined ? {} : { styleNonce: given }

// A style, not a recipe: recipes are in a cascade layer, which the grid's own style sheet would override.
const frameStyle = {
  ...bareScrollbar,
  '& .ag-row': { cursor: 'default' },
  '& .ag-cell': { display: 'flex', alignItems: 'center', lineHeight: 'normal' },
  '& .ag-cell > *': { minWidth: 0 },
  '& .ag-sort-none-icon': { opacity: 0 },
  '& .ag-header-cell:is(:hover, :focus) .ag-sort-none-icon': { opacity: 1 },
  '& .ag-cell.ag-right-aligned-cell': { justifyContent: 'flex-end', fontVariantNumeric: 'tabular-nums' },
  '& .ag-cell.bare, & .ag-header-cell.bare': { px: 0, justifyContent: 'center' },
  '& .bare .ag-header-cell-comp-wrapper': { justifyContent: 'center', alignItems: 'center' },
  '& .ag-header-cell.unseen .ag-header-cell-text': { srOnly: true, textOverflow: 'clip' },
  '& .ag-header-cell[aria-sort]:not([aria-sort=none])': { color: 'fg' },
  '& .ag-row-selected::before': { bg: 'bg.selected' },
}

/** Pixels that a fitted column has beyond its widest content and the paddings of its cells. */
const fitPaddingPx = 4

export interface ListGridProps {
  columns: ColumnsModel
  sort: ListState['sort']
  isStale: boolean
  /** Covers the grid while its columns are fitted to their content for the first time. */
  loading: ReactNode
  onSort: (sort: ListState['sort']) => void
  /** Rows with heads of groups between them. @default the rows of the list */
  rowData?: ServedRecord[]
  options?: GridOptions<ServedRecord>
}

/** The rows of a page as a grid: arrows move, Enter opens, Space chooses, Tab leaves. */
export function ListGrid({ columns, sort, isStale, loading, onSort, rowData, options }: ListGridProps) {
  const { rows: pageRows, schema, screen, selection, select, linkTo, fieldName, place } = useListContext()
  const { t } = useHost()
  const rows = rowData ?? pageRows
  const navigate = useNavigate()
  const frame = useRef<HTMLDivElement>(null)
  const api = useRef<GridApi<ServedRecord>>(null)
  const isNumbered = screen.list?.numbered === true
  const { isFitting, isUnfit, options: fitOptions, onDrawn } = useFittedColumns(columns, api)
  const columnDefs = useMemo(
    () => gridColumns(columns.visible, { sort, fieldName, isNumbered, isUnfit, actions: t('list.actions') }),
    [columns.visible, sort, fieldName, isNumbered, isUnfit, t],
  )
  const label = t(`${schema['x-entity'].name}.many`)
  useEffect(() => api.current?.setGridAriaProperty('label', label), [label])
  const arrangement = useArrangement(columns, api)
  const headMenu = useHeadMenu({ columns, fieldName, api })
  const overlap = useOverlap()

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
  const grid = (
    <chakra.div
      ref={frame}
      position="absolute"
      inset={0}
      transition="opacity {durations.moderate}"
      opacity={isStale ? 0.55 : 1}
      visibility={isFitting ? 'hidden' : undefined}
      aria-busy={isStale}
      css={{ ...frameStyle, ...overlap.css }}
      style={overlap.style}
      {...headMenu.handlers}
    >
      <AgGridReact<ServedRecord>
        modules={modules}
        theme={listGridTheme}
        {...fitOptions}
        {...overlap.options}
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
        tooltipShowMode="whenTruncated"
        autoSizePadding={fitPaddingPx}
        onGridReady={(event: GridReadyEvent<ServedRecord>) => {
          api.current = event.api
          event.api.setGridAriaProperty('label', label)
        }}
        onRowClicked={(event: RowClickedEvent<ServedRecord>) => isPlainClick(event.event) && open(event.data)}
        onCellKeyDown={press}
        onCellFocused={({ rowIndex, column }: CellFocusedEvent<ServedRecord>) => {
          const oid = rowIndex === null ? undefined : rows[rowIndex]?.oid
          if (rowIndex === null || oid === undefined || !column) return
          place.remember({ kind: 'row', oid, index: rowIndex, column: typeof column === 'string' ? column : column.getColId() })
        }}
        onFirstDataRendered={({ api }: FirstDataRenderedEvent<ServedRecord>) => {
          onDrawn()
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
        {...arrangement}
        {...options}
      />
    </chakra.div>
  )
  return (
    <>
      {grid}
      {isFitting && loading}
      {headMenu.menu}
    </>
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
