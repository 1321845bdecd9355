import { chakra } from '@chakra-ui/react'
import {
  CellApiModule,
  CellStyleModule,
  ColumnApiModule,
  CustomEditorModule,
  InfiniteRowModelModule,
  LocaleModule,
  RenderApiModule,
  RowStyleModule,
  ScrollApiModule,
  TextEditorModule,
  TooltipModule,
  type CellKeyDownEvent,
  type ColDef,
  type GridOptions,
} from 'ag-grid-community'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { fieldAt } from '../../../schemas/vocabulary/paths/field-path.ts'
import { useHost, type RendererHost } from '../../host.tsx'
import { useGrid } from '../../parts/grid/use-grid.ts'
import type { BulkController } from '../bulk-controller.ts'
import type { BulkState } from '../bulk-state.ts'
import type { SheetModel } from '../sheet/sheet-model.ts'
import type { RowWindow } from '../sheet/view.ts'
import { CellChoice } from './cell-choice.tsx'
import { CellTemplates, copyOf } from './cell-templates.tsx'
import type { ChoiceOfCell } from './choice-editor.ts'
import { MARGIN_PX, marginColumns } from './margin-columns.ts'
import { isBlock, pasteEdits } from './paste.ts'
import { sheetColumn, shownOrder } from './sheet-columns.ts'
import { windowFrame, windowGrid } from './window-grid.ts'

const modules = [
  InfiniteRowModelModule,
  LocaleModule,
  TextEditorModule,
  CustomEditorModule,
  CellStyleModule,
  TooltipModule,
  CellApiModule,
  ColumnApiModule,
  RenderApiModule,
  RowStyleModule,
  ScrollApiModule,
]

// A style rather than a recipe: recipes are in a cascade layer, which the grid's own style sheet would override.
const frameStyle = {
  ...windowFrame,
  '& .sheet-bare': { display: 'flex', alignItems: 'center', px: 0, justifyContent: 'center' },
  '& .sheet-bare .ag-header-cell-comp-wrapper': { justifyContent: 'center', alignItems: 'center' },
  '& .sheet-mono': { fontFamily: 'mono', fontSize: 'xs' },
  '& .sheet-fixed': { color: 'fg.muted' },
  '& .sheet-row-new': { bg: 'success.subtle' },
  '& .sheet-changed': { bg: 'accent.subtle', fontWeight: 'medium' },
  '& .sheet-warning': { bg: 'warning.subtle', boxShadow: 'inset 2px 0 0 {colors.warning.dot}' },
  '& .sheet-conflict': { bg: 'warning.muted', boxShadow: 'inset 2px 0 0 {colors.warning.dot}' },
  '& .sheet-invalid': { bg: 'danger.subtle', color: 'danger.fg', boxShadow: 'inset 2px 0 0 {colors.danger.dot}' },
  '& .sheet-choice': { w: 'full', h: 'full' },
  '& .sheet-choice input': { h: '32px', borderRadius: 0, fontSize: 'sm' },
  '& .sheet-margin': { px: '8px' },
  '& .sheet-margin > span': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 1,
    h: 'full',
    fontSize: 'xs',
    color: 'fg.subtle',
  },
}

/** Both lines of the grid's own frame. */
const FRAME_PX = 2

interface SheetGridProps {
  controller: BulkController
  model: SheetModel
  /** Accessible name of the grid. */
  label: string
}

/** The sheet itself. */
export function SheetGrid({ controller, model, label }: SheetGridProps) {
  const { t, language } = useHost()
  const { shown, version, summary, view } = useSnapshot(controller.state)
  const frame = useRef<HTMLDivElement>(null)
  const templates = useRef<HTMLDivElement>(null)
  const headBox = useRef<HTMLInputElement>(null)
  const drawn = useRef(-1)
  const [choice, setChoice] = useState<ChoiceOfCell>()

  const optionsOf = useCallback((): GridOptions<RowWindow> => {
    if (!templates.current) throw new Error('the templates of the cells are missing')
    const box = copyOf(templates.current, 'choice-of-all')
    box.addEventListener('change', () => void controller.select('view', box.checked))
    headBox.current = box
    showSelection(box, controller.state)
    drawn.current = controller.state.version
    const roomPx = (frame.current?.clientWidth ?? Infinity) - MARGIN_PX - FRAME_PX
    const margin = marginColumns({
      templates: templates.current,
      t,
      headBox: box,
      onSelect: ({ id }, selected) => void controller.select([id], selected),
    })
    return {
      ...sheetOptions(controller, { label, t }),
      columnDefs: [...margin, ...valueColumns(model, { t, language, roomPx, onChoice: setChoice })],
    }
  }, [controller, model, t, language, label])
  const grid = useGrid(frame, optionsOf, modules)

  useEffect(() => {
    if (drawn.current === version) return
    drawn.current = version
    // The rows come with their count: setting it earlier would show the old rows at other positions.
    grid.current?.refreshInfiniteCache()
  }, [grid, version])

  // After filtering by a problem, scrolls to its column.
  const wanted = view.only?.column
  useEffect(() => {
    if (wanted && model.shown.includes(wanted)) grid.current?.ensureColumnVisible(wanted, 'middle')
  }, [grid, model, wanted])

  const selected = summary?.selectedShown
  useEffect(() => {
    if (headBox.current) showSelection(headBox.current, controller.state)
  }, [controller, selected, shown])

  const onPaste = async (event: React.ClipboardEvent): Promise<void> => {
    const text = event.clipboardData.getData('text/plain')
    const focused = grid.current?.getFocusedCell()
    // A single value is pasted into the active cell editor; a block is always pasted into cells.
    if (!focused || (event.target instanceof HTMLInputElement && !isBlock(text))) return
    event.preventDefault()
    grid.current?.stopEditing(true)
    const { client } = controller
    const edits = await pasteEdits({ text, client, row: focused.rowIndex, column: focused.column.getColId(), order: shownOrder(model) })
    await controller.edit(edits)
  }
  return (
    <>
      <CellTemplates ref={templates} />
      <chakra.div ref={frame} flex={1} minW={0} minH="16rem" css={frameStyle} onPaste={(event) => void onPaste(event)} />
      {choice && <CellChoice choice={choice} model={model} />}
    </>
  )
}

function showSelection(box: HTMLInputElement, { summary, shown }: BulkState): void {
  const selected = summary?.selectedShown ?? 0
  box.checked = selected > 0 && selected === shown
  box.indeterminate = selected > 0 && selected < shown
}

function sheetOptions(controller: BulkController, { label, t }: { label: string; t: RendererHost['t'] }): GridOptions<RowWindow> {
  return {
    ...windowGrid({ load: (start, end) => controller.client.call('window', start, end), count: () => controller.state.shown }, t),
    getRowId: ({ data }) => String(data.id),
    readOnlyEdit: true,
    // S0 section 2: "click-to-edit cells".
    singleClickEdit: true,
    onCellEditRequest: ({ data, colDef, newValue }) => {
      void controller.edit([{ id: data.id, column: colDef.colId ?? '', text: String(newValue ?? '') }])
    },
    onCellKeyDown: (event) => press(controller, event),
    // Arrow keys move between cells, and Tab does while editing; otherwise Tab leaves the grid, so that the buttons after it are reachable.
    tabToNextCell: ({ editing, nextCellPosition }) => (editing ? (nextCellPosition ?? false) : false),
    stopEditingWhenCellsLoseFocus: true,
    rowHeight: 34,
    headerHeight: 34,
    suppressMultiSort: true,
    rowClassRules: { 'sheet-row-new': ({ data }) => data !== undefined && !data.record && data.kind !== 'gone' },
    onSortChanged: ({ api }) => {
      const sorted = api.getColumnState().find((column) => column.sort)
      void controller.show({ sort: sorted?.sort ? { column: sorted.colId, order: sorted.sort } : undefined })
    },
    onGridReady: ({ api }) => api.setGridAriaProperty('label', label),
  }
}

/** Ctrl+D: the value of a cell goes into the same column of all ticked rows; where none is ticked, that of the row above comes into the cell. */
async function fillDown(
  controller: BulkController,
  { id, column, text, rowIndex }: { id: number; column: string; text: string; rowIndex: number },
): Promise<void> {
  if (controller.state.summary?.pickedShown) return controller.replace({ column, find: '', text })
  const [above] = rowIndex > 0 ? await controller.client.call('window', rowIndex - 1, rowIndex) : []
  if (above) await controller.edit([{ id, column, text: above.cells[column] ?? '' }])
}

/** Delete clears a cell; Space in the margin selects its row. */
function press(controller: BulkController, event: CellKeyDownEvent<RowWindow> | { type: string }): void {
  if (!('column' in event) || !event.data || !(event.event instanceof KeyboardEvent)) return
  const { key } = event.event
  const { id, cells } = event.data
  const column = event.column.getColId()
  if (event.api.getEditingCells().length > 0) return
  if ((key === 'Delete' || key === 'Backspace') && column in cells) void controller.edit([{ id, column, text: '' }])
  if (key.toLowerCase() === 'd' && (event.event.ctrlKey || event.event.metaKey) && column in cells) {
    event.event.preventDefault()
    void fillDown(controller, { id, column, text: cells[column] ?? '', rowIndex: event.rowIndex ?? 0 })
  }
  if (key === ' ' && !(column in cells)) {
    event.event.preventDefault()
    void controller.toggle(id)
  }
}

/** Room beside the margin from which the column of names stays while the others scroll. */
const PIN_FROM_PX = 480

function valueColumns(
  model: SheetModel,
  around: Pick<RendererHost, 't' | 'language'> & { roomPx: number; onChoice: (choice: ChoiceOfCell | undefined) => void },
): ColDef<RowWindow>[] {
  const isMono = (field: string): boolean =>
    ['address', 'prefix', 'serial', 'identifier'].includes(fieldAt(model.schema, field)?.['x-kind'] ?? '')
  const [pinned] = shownOrder(model)
  return shownOrder(model).map((id) => {
    const column = model.map.columns.find((candidate) => candidate.id === id)
    if (!column) throw new Error(`no spreadsheet column '${id}'`)
    const isPinned = id === pinned && around.roomPx >= PIN_FROM_PX
    return sheetColumn(column, {
      ...around,
      isPinned,
      optionLabels: model.optionLabels,
      ...(model.heads && { heads: model.heads }),
      isMono,
    })
  })
}
