import { chakra } from '@chakra-ui/react'
import { FloatingText } from '../parts/overlays/tooltip.tsx'
import type { Translate } from '../widgets/contract.ts'
import { cellText, remarks } from './matrix-looks.ts'
import type { MatrixView, Spot } from './matrix-view.ts'

interface ReadoutProps {
  view: MatrixView
  /** The cell under the pointer, else the focused one. */
  spot: Spot
  /** Result of the last action. */
  message: string
  t: Translate
}

/** Status line: the current cell in words, the size of the selection, and the result of the last action. */
export function Readout({ view, spot, message, t }: ReadoutProps) {
  const cell = view.cellAt(spot)
  const { top, bottom, left, right } = view.range()
  const count = (bottom - top + 1) * (right - left + 1)
  return (
    <chakra.div display="flex" justifyContent="space-between" gap={4} flexWrap="wrap" minH={5} fontSize="sm" color="fg.muted">
      <chakra.span minW={0} overflowWrap="anywhere" aria-hidden>
        {cell >= 0 ? cellText(view, cell, t) : ''}
      </chakra.span>
      <chakra.span role="status">{message || (view.isOneCell() ? '' : t('matrix.chosen', { count }))}</chakra.span>
    </chakra.div>
  )
}

/** The cell under the pointer, or focused by keyboard. */
export interface TipTarget {
  spot: Spot
  /** The element that showed the cell at the time. */
  element: HTMLElement
}

/** Tooltip of a cell with remarks; not shown for pending cells. */
export function CellTip({ view, tipTarget, t }: { view: MatrixView; tipTarget: TipTarget; t: Translate }) {
  const cell = view.cellAt(tipTarget.spot)
  if (cell < 0 || view.model.state(cell) === 'pending' || remarks(view, cell, t).length === 0) return null
  return (
    <FloatingText id={`${cell}-tip`} anchor={tipTarget.element} placement="top" isLabel>
      {cellText(view, cell, t)}
    </FloatingText>
  )
}
