import { chakra } from '@chakra-ui/react'
import { FloatingText } from '../parts/tooltip.tsx'
import type { Translate } from '../widgets/contract.ts'
import { cellText, remarks } from './matrix-looks.ts'
import type { MatrixView, Spot } from './matrix-view.ts'

interface ReadoutProps {
  view: MatrixView
  /** The cell under the pointer, else that with the focus. */
  spot: Spot
  /** What came of the last action. */
  said: string
  t: Translate
}

/** The cell under the pointer or with the focus in words, how many are chosen, and what came of the last action. */
export function Readout({ view, spot, said, t }: ReadoutProps) {
  const cell = view.cellAt(spot)
  const { top, bottom, left, right } = view.range()
  const count = (bottom - top + 1) * (right - left + 1)
  return (
    <chakra.div display="flex" justifyContent="space-between" gap={4} flexWrap="wrap" minH={5} fontSize="sm" color="fg.muted">
      <chakra.span minW={0} overflowWrap="anywhere" aria-hidden>
        {cell >= 0 ? cellText(view, cell, t) : ''}
      </chakra.span>
      <chakra.span role="status">{said || (view.isOneCell() ? '' : t('matrix.chosen', { count }))}</chakra.span>
    </chakra.div>
  )
}

/** A cell that a person looks at: under the pointer, or gone to by keyboard. */
export interface TipTarget {
  spot: Spot
  /** The element that showed it then. */
  element: HTMLElement
}

/** What there is to say of a cell besides its value: its alarm, why it was refused. Nothing for most, and for those that are just being saved. */
export function CellTip({ view, tipTarget, t }: { view: MatrixView; tipTarget: TipTarget; t: Translate }) {
  const cell = view.cellAt(tipTarget.spot)
  if (cell < 0 || view.model.state(cell) === 'pending' || remarks(view, cell, t).length === 0) return null
  return (
    <FloatingText id={`${cell}-tip`} anchor={tipTarget.element} placement="top" isLabel>
      {cellText(view, cell, t)}
    </FloatingText>
  )
}
