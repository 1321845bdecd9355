import { chakra } from '@chakra-ui/react'
import {
  CellStyleModule,
  InfiniteRowModelModule,
  LocaleModule,
  RenderApiModule,
  TooltipModule,
  type ColDef,
  type GridOptions,
} from 'ag-grid-community'
import { useCallback, useRef } from 'react'
import { useHost, type RendererHost } from '../../host.tsx'
import { useGrid } from '../../parts/grid/use-grid.ts'
import type { Proposal } from '../bulk-state.ts'
import type { PlannedCell } from '../sheet/planned-cells.ts'
import { sheetName, type SheetModel } from '../sheet/sheet-model.ts'
import type { SheetClient } from '../worker/client.ts'
import { windowFrame, windowGrid } from './window-grid.ts'

const modules = [InfiniteRowModelModule, CellStyleModule, LocaleModule, RenderApiModule, TooltipModule]

const rowHeight = 30
const headerHeight = 32

const frameStyle = {
  ...windowFrame,
  '--ag-background-color': '{colors.bg.raised}',
  '& .plan-before': { color: 'fg.muted', textDecoration: 'line-through' },
  '& .plan-after': { fontWeight: 'medium' },
  '& .plan-empty': { color: 'fg.subtle', textDecoration: 'none' },
}

interface PlanGridProps {
  proposal: Proposal
  models: readonly SheetModel[]
  client: SheetClient
}

/** Virtualized preview of a plan: old and new text of each cell; for deletions, the rows. */
export function PlanGrid({ proposal, models, client }: PlanGridProps) {
  const { t, language } = useHost()
  const frame = useRef<HTMLDivElement>(null)
  const { kind, draft } = proposal
  const { cells } = draft
  const optionsOf = useCallback(
    (): GridOptions<PlannedCell> => ({
      ...planOptions(client, cells, t),
      columnDefs: kind === 'delete' ? [nameColumn(t)] : [nameColumn(t), ...valueColumns(models, { t, language })],
      onGridReady: ({ api }) => api.setGridAriaProperty('label', t(kind === 'delete' ? 'bulk.confirm.rows' : 'bulk.confirm.cells')),
    }),
    [client, cells, kind, models, t, language],
  )
  useGrid(frame, optionsOf, modules)
  return <chakra.div ref={frame} css={frameStyle} style={{ height: `min(50vh, ${headerHeight + rowHeight * cells + 4}px)` }} />
}

function planOptions(client: SheetClient, cells: number, t: RendererHost['t']): GridOptions<PlannedCell> {
  return {
    ...windowGrid({ load: (start, end) => client.call('preview', start, end), count: () => cells }, t),
    rowHeight,
    headerHeight,
    tabToNextCell: () => false,
    defaultColDef: { sortable: false, suppressMovable: true, resizable: true, suppressHeaderMenuButton: true },
  }
}

function nameColumn(t: RendererHost['t']): ColDef<PlannedCell> {
  const name = ({ data }: { data?: PlannedCell | undefined }): string => data?.name ?? ''
  return { headerName: t('bulk.confirm.row'), flex: 3, valueGetter: name, tooltipValueGetter: name }
}

function valueColumns(models: readonly SheetModel[], { t, language }: Pick<RendererHost, 't' | 'language'>): ColDef<PlannedCell>[] {
  const modelOf = ({ sheet }: PlannedCell): SheetModel | undefined => models.find((model) => sheetName(model) === sheet)
  const shown = (which: 'before' | 'after') => {
    return ({ data }: { data?: PlannedCell | undefined }): string => {
      if (!data) return ''
      const text = data[which]
      const model = modelOf(data)
      const field = model?.map.columns.find(({ id }) => id === data.column)?.field ?? ''
      return text === '' ? '–' : (model?.optionLabels[field]?.[text] ?? text)
    }
  }
  const text = (which: 'before' | 'after'): ColDef<PlannedCell> => ({
    headerName: t(`bulk.confirm.${which}`),
    flex: 3,
    valueGetter: shown(which),
    tooltipValueGetter: shown(which),
    cellClassRules: { [`plan-${which}`]: () => true, 'plan-empty': ({ data }) => data?.[which] === '' },
  })
  const header = ({ data }: { data?: PlannedCell | undefined }): string => {
    const column = data && modelOf(data)?.map.columns.find(({ id }) => id === data.column)
    return column?.headers[language] ?? data?.column ?? ''
  }
  return [{ headerName: t('bulk.confirm.column'), flex: 2, valueGetter: header }, text('before'), text('after')]
}
