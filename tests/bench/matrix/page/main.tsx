import { AllCommunityModule, ModuleRegistry, type ColDef } from 'ag-grid-community'
import { AgGridReact } from 'ag-grid-react'
import { createRoot } from 'react-dom/client'
import matrixTexts from '../../../../locales/en/matrix.json' with { type: 'json' }
import listTexts from '../../../../locales/en/list.json' with { type: 'json' }
import type { MatrixInput } from '../../../../renderer/matrix/contract.ts'
import { MatrixGrid } from '../../../../renderer/matrix/matrix-grid.tsx'
import { ThemeProvider } from '../../../../renderer/parts/theme/theme-provider.tsx'
import { internetMatrix, zoneMatrix } from '../../../support/samples/matrix-input.ts'

const SIZE = 500
const texts: Readonly<Record<string, string>> = { ...listTexts, ...matrixTexts }

function t(key: string, params: Readonly<Record<string, unknown>> = {}): string {
  const text = texts[key] ?? texts[`${key}_${params['count'] === 1 ? 'one' : 'other'}`] ?? key
  return text.replace(/\{\{(\w+)[^}]*\}\}/g, (_whole, name: string) => String(params[name]))
}

function Matrix({ input }: { input: MatrixInput }) {
  return (
    <ThemeProvider nonce={undefined}>
      <MatrixGrid input={input} label="Policies" axes={{ rows: 'Zones', columns: 'Sets' }} paths={{}} t={t} go={() => undefined} />
    </ThemeProvider>
  )
}

/** The same values as checkboxes in the data grid that the console uses for lists. */
function Checkboxes() {
  const { rows, columns, cells } = zoneMatrix(SIZE)
  const columnDefs: ColDef[] = [
    { field: 'name', pinned: 'left', width: 176 },
    ...columns.map(({ oid, name }): ColDef => ({ field: oid, headerName: name, width: 28, cellDataType: 'boolean', editable: true })),
  ]
  const rowData = rows.map(({ name }, row) => ({
    name,
    ...Object.fromEntries(columns.map(({ oid }, column) => [oid, cells[row * SIZE + column] === '1'])),
  }))
  return (
    <div style={{ height: 620 }}>
      <AgGridReact columnDefs={columnDefs} rowData={rowData} rowHeight={28} suppressColumnVirtualisation={false} />
    </div>
  )
}

ModuleRegistry.registerModules([AllCommunityModule])

/** Delays each write by 400 ms, and refuses those that change a cell in the last column. */
function withSimulatedWrites(input: MatrixInput): MatrixInput {
  return {
    ...input,
    write: async (changes) => {
      await new Promise((resolve) => setTimeout(resolve, 400))
      const isLast = ({ cell }: { cell: number }): boolean => cell % input.columns.length === input.columns.length - 1
      if (!changes.some(isLast)) return changes.map(({ cell, revision }) => ({ cell, detail: { revision: revision + 1 } }))
      return changes.map(({ cell }) => ({ cell, refused: 'The zone was deleted meanwhile.' }))
    },
  }
}

const pages = {
  matrix: () => <Matrix input={withSimulatedWrites({ ...zoneMatrix(SIZE), shape: 'full' })} />,
  internet: () => <Matrix input={withSimulatedWrites(internetMatrix(60, 120))} />,
  small: () => <Matrix input={withSimulatedWrites(zoneMatrix(8))} />,
  checkboxes: () => <Checkboxes />,
  empty: () => (
    <div style={{ height: 620, overflow: 'auto' }} data-scroller="">
      <div style={{ height: SIZE * 28, width: SIZE * 28 }} />
    </div>
  ),
}

const page = new URLSearchParams(location.search).get('page') as keyof typeof pages
createRoot(document.getElementById('root') ?? document.body).render(pages[page]())
