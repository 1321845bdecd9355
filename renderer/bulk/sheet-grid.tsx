import { chakra } from '@chakra-ui/react'
import {
  CellApiModule,
  CellStyleModule,
  ColumnApiModule,
  InfiniteRowModelModule,
  ModuleRegistry,
  RenderApiModule,
  RowStyleModule,
  ScrollApiModule,
  SelectEditorModule,
  TextEditorModule,
  TooltipModule,
  iconSetQuartzLight,
  inputStyleBordered,
  type CellEditRequestEvent,
  type CellKeyDownEvent,
  type ColDef,
  type GridApi,
} from 'ag-grid-community'
import { AgGridReact, type CustomCellRendererProps } from 'ag-grid-react'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { fieldAt } from '../../schemas/vocabulary/field-path.ts'
import { useHost, type RendererHost } from '../host.tsx'
import { Checkbox } from '../parts/controls.tsx'
import { gridTheme } from '../parts/grid/grid-theme.ts'
import { styleNonce } from '../parts/grid/style-nonce.ts'
import type { BulkController } from './bulk-controller.ts'
import { pasteEdits } from './paste.ts'
import { RowMark } from './row-mark.tsx'
import { sheetColumn } from './sheet-columns.ts'
import type { RowWindow } from './sheet/view.ts'
import type { SheetModel } from './sheet/sheet-model.ts'

ModuleRegistry.registerModules([
  InfiniteRowModelModule,
  TextEditorModule,
  SelectEditorModule,
  CellStyleModule,
  TooltipModule,
  CellApiModule,
  ColumnApiModule,
  RenderApiModule,
  RowStyleModule,
  ScrollApiModule,
])

// Given as a style, not as a recipe: recipes stand in a cascade layer, which the grid's own sheet would overrule.
const frameStyle = {
  '& .sheet-bare': { display: 'flex', alignItems: 'center', px: 0, justifyContent: 'center' },
  '& .sheet-bare .ag-header-cell-comp-wrapper': { justifyContent: 'center', alignItems: 'center' },
  '& .sheet-mono': { fontFamily: 'mono', fontSize: 'xs' },
  '& .sheet-fixed': { color: 'fg.muted' },
  '& .sheet-row-new': { bg: 'success.subtle' },
  '& .sheet-changed': { bg: 'accent.subtle', fontWeight: 'medium' },
  '& .sheet-warning': { bg: 'warning.subtle', boxShadow: 'inset 2px 0 0 {colors.warning.dot}' },
  '& .sheet-conflict': { bg: 'warning.muted', boxShadow: 'inset 2px 0 0 {colors.warning.dot}' },
  '& .sheet-invalid': { bg: 'danger.subtle', color: 'danger.fg', boxShadow: 'inset 2px 0 0 {colors.danger.dot}' },
  '& .sheet-margin': { px: '8px' },
  '& .ag-tooltip': { whiteSpace: 'pre-line', maxWidth: '28rem' },
}

const sheetTheme = gridTheme
  .withPart(iconSetQuartzLight)
  .withPart(inputStyleBordered)
  .withParams({
    browserColorScheme: 'inherit',
    focusShadow: 'inset 0 0 0 2px var(--chakra-colors-accent-solid)',
    inputBorder: { color: 'var(--chakra-colors-border-control)' },
    inputBackgroundColor: 'var(--chakra-colors-bg-surface)',
    inputFocusBorder: { color: 'var(--chakra-colors-accent-solid)' },
  })

const blockSize = 200

interface SheetGridProps {
  controller: BulkController
  model: SheetModel
  /** Name of the grid for assistive technology. */
  label: string
}

/** The sheet itself: rows come from the worker block by block, so a hundred thousand cost no more than a screenful. */
export function SheetGrid({ controller, model, label }: SheetGridProps) {
  const { t, language } = useHost()
  const { shown, version, view, summary } = useSnapshot(controller.state)
  const grid = useRef<GridApi<RowWindow> | null>(null)
  const columns = useMemo(() => gridColumns(controller, model, { t, language }), [controller, model, t, language])

  useEffect(() => {
    grid.current?.setRowCount(shown, true)
    grid.current?.refreshInfiniteCache()
  }, [version, shown])

  const source = useMemo(
    () => ({
      getRows: ({
        startRow,
        endRow,
        successCallback,
        failCallback,
      }: {
        startRow: number
        endRow: number
        successCallback: (rows: RowWindow[], last?: number) => void
        failCallback: () => void
      }) => {
        controller.client.call('window', startRow, endRow).then((rows) => successCallback(rows, controller.state.shown), failCallback)
      },
    }),
    [controller],
  )

  const onEdit = useCallback(
    ({ data, colDef, newValue }: CellEditRequestEvent<RowWindow>) => {
      void controller.edit([{ id: data.id, column: colDef.colId ?? '', text: String(newValue ?? '') }])
    },
    [controller],
  )

  const onPaste = async (event: React.ClipboardEvent) => {
    const focused = grid.current?.getFocusedCell()
    if (!focused || event.target instanceof HTMLInputElement) return
    event.preventDefault()
    const text = event.clipboardData.getData('text/plain')
    const edits = await pasteEdits({
      text,
      client: controller.client,
      row: focused.rowIndex,
      column: focused.column.getColId(),
      order: model.shown,
    })
    await controller.edit(edits)
  }

  const selectedAll = summary !== undefined && summary.selected > 0 && summary.selected === shown
  return (
    <chakra.div flex={1} minW={0} minH="16rem" css={frameStyle} onPaste={(event) => void onPaste(event)}>
      <AgGridReact<RowWindow>
        theme={sheetTheme}
        styleNonce={styleNonce() ?? ''}
        rowModelType="infinite"
        datasource={source}
        cacheBlockSize={blockSize}
        maxBlocksInCache={20}
        infiniteInitialRowCount={shown}
        columnDefs={columns}
        context={{ selectedAll, selectedSome: (summary?.selected ?? 0) > 0, viewKind: view.kind }}
        getRowId={({ data }) => String(data.id)}
        readOnlyEdit
        onCellEditRequest={onEdit}
        onCellKeyDown={(event) => press(controller, event)}
        // Between cells one goes by arrows, and by Tab while typing; otherwise Tab leaves, or thousands of rows would stand before the buttons.
        tabToNextCell={({ editing, nextCellPosition }) => (editing ? (nextCellPosition ?? false) : false)}
        tabToNextHeader={() => false}
        stopEditingWhenCellsLoseFocus
        singleClickEdit={false}
        tooltipShowDelay={300}
        suppressDragLeaveHidesColumns
        rowHeight={34}
        headerHeight={34}
        animateRows={false}
        suppressMultiSort
        rowClassRules={{ 'sheet-row-new': ({ data }) => data !== undefined && !data.record }}
        onSortChanged={({ api }) => {
          const sorted = api.getColumnState().find((column) => column.sort)
          void controller.show({ sort: sorted?.sort ? { column: sorted.colId, order: sorted.sort } : undefined })
        }}
        onGridReady={({ api }) => {
          grid.current = api
          api.setGridAriaProperty('label', label)
        }}
      />
    </chakra.div>
  )
}

/** Delete empties a cell; Space in the margin chooses its row. */
function press(controller: BulkController, event: CellKeyDownEvent<RowWindow> | { type: string }): void {
  if (!('column' in event) || !event.data || !(event.event instanceof KeyboardEvent)) return
  const { key } = event.event
  const { id, cells, selected } = event.data
  const column = event.column.getColId()
  if (event.api.getEditingCells().length > 0) return
  if ((key === 'Delete' || key === 'Backspace') && column in cells) void controller.edit([{ id, column, text: '' }])
  if (key === ' ' && !(column in cells)) {
    event.event.preventDefault()
    void controller.select([id], !selected)
  }
}

function gridColumns(
  controller: BulkController,
  model: SheetModel,
  { t, language }: Pick<RendererHost, 't' | 'language'>,
): ColDef<RowWindow>[] {
  const isMono = (field: string): boolean =>
    ['address', 'prefix', 'serial', 'identifier'].includes(fieldAt(model.schema, field)?.['x-kind'] ?? '')
  const around = { t, language, optionLabels: model.optionLabels, isMono }
  return [
    {
      colId: '_margin',
      headerName: '#',
      headerTooltip: t('bulk.column.line'),
      width: 60,
      pinned: 'left',
      resizable: false,
      sortable: false,
      suppressMovable: true,
      cellClass: 'sheet-margin',
      cellRenderer: ({ data }: CustomCellRendererProps<RowWindow>) => <RowMark data={data} />,
    },
    {
      colId: '_select',
      headerName: '',
      width: 42,
      cellClass: 'sheet-bare',
      headerClass: 'sheet-bare',
      pinned: 'left',
      resizable: false,
      sortable: false,
      suppressMovable: true,
      cellRenderer: ({ data }: CustomCellRendererProps<RowWindow>) =>
        data ? (
          <Checkbox
            type="checkbox"
            tabIndex={-1}
            aria-label={t('bulk.select.row')}
            checked={data.selected}
            onChange={(event) => void controller.select([data.id], event.target.checked)}
          />
        ) : null,
      headerComponent: ({ context }: { context: { selectedAll: boolean; selectedSome: boolean } }) => (
        <Checkbox
          type="checkbox"
          aria-label={t('bulk.select.all')}
          checked={context.selectedAll}
          onChange={(event) => void controller.select('view', event.target.checked)}
        />
      ),
    },
    ...model.shown.map((id) => {
      const column = model.map.columns.find((candidate) => candidate.id === id)
      if (!column) throw new Error(`no spreadsheet column '${id}'`)
      return sheetColumn(column, around)
    }),
  ]
}
