import type { ColDef } from 'ag-grid-community'
import { domCell, type DomCell } from '../../parts/grid/dom-cell.ts'
import type { RowWindow } from '../sheet/view.ts'
import { copyOf, markOf } from './cell-templates.tsx'

interface MarginOptions {
  templates: HTMLElement
  t: (key: string) => string
  /** The header checkbox, which selects all visible rows. */
  headBox: HTMLInputElement
  onSelect: (row: RowWindow, selected: boolean) => void
}

const MARK_PX = 80
const BOX_PX = 42

/** Width of the margin in pixels, its line included. */
export const MARGIN_PX = MARK_PX + BOX_PX + 1

const fixed = { pinned: 'left', resizable: false, sortable: false, suppressMovable: true } as const

/** The left margin columns: mark, line number and selection. */
export function marginColumns({ templates, t, headBox, onSelect }: MarginOptions): ColDef<RowWindow>[] {
  return [
    {
      ...fixed,
      colId: '_margin',
      headerName: '#',
      headerTooltip: t('bulk.column.line'),
      width: MARK_PX,
      cellClass: 'sheet-margin',
      cellRenderer: domCell<RowWindow>(() => markCell(templates)),
    },
    {
      ...fixed,
      colId: '_select',
      headerName: '',
      width: BOX_PX,
      cellClass: 'sheet-bare',
      headerClass: 'sheet-bare',
      cellRenderer: domCell<RowWindow>(() => choiceCell(templates, onSelect)),
      headerComponent: class {
        getGui(): HTMLElement {
          return headBox
        }
        refresh(): boolean {
          return true
        }
      },
    },
  ]
}

function markCell(templates: HTMLElement): DomCell<RowWindow> {
  const gui = document.createElement('span')
  const line = gui.appendChild(document.createElement('span'))
  line.dataset['numbers'] = ''
  let drawn: ReturnType<typeof markOf>
  return {
    gui,
    show: (row) => {
      line.textContent = row?.line === undefined ? '' : String(row.line)
      const mark = row && markOf(row)
      if (mark === drawn) return
      drawn = mark
      gui.replaceChildren(line, ...(mark ? [copyOf(templates, mark)] : []))
    },
  }
}

function choiceCell(templates: HTMLElement, onSelect: MarginOptions['onSelect']): DomCell<RowWindow> {
  const gui = copyOf(templates, 'choice')
  let shown: RowWindow | undefined
  gui.addEventListener('change', () => {
    if (shown) onSelect(shown, gui.checked)
  })
  return {
    gui,
    show: (row) => {
      shown = row
      gui.hidden = row === undefined
      gui.checked = row?.selected ?? false
    },
  }
}
