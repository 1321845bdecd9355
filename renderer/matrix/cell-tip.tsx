import { FloatingText } from '../parts/tooltip.tsx'
import type { Translate } from '../widgets/contract.ts'
import { cellText, remarks } from './matrix-looks.ts'
import type { MatrixView, Spot } from './matrix-view.ts'

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
