import { useMemo } from 'react'
import { OpenMenu } from '../parts/overlays/menu.tsx'
import type { Translate } from '../widgets/contract.ts'
import { Letter } from './matrix-style.ts'
import type { MatrixView } from './matrix-view.ts'

interface ChoiceMenuProps {
  view: MatrixView
  /** The cell to which the menu is anchored. */
  anchor: HTMLElement
  t: Translate
  onChoose: (place: number) => void
  onClose: () => void
}

/** Menu of values for the selection. */
export function ChoiceMenu({ view, anchor, t, onChoose, onClose }: ChoiceMenuProps) {
  const { options } = view.model
  const now = view.model.shown(view.cellAt(view.focus))
  const ref = useMemo(() => ({ current: anchor }), [anchor])
  const items = options.map(({ value, text, letter, tone }, place) => ({
    id: value,
    label: text,
    icon: (
      <Letter data-tone={tone} aria-hidden>
        {letter}
      </Letter>
    ),
    checked: place === now,
    onSelect: () => onChoose(place),
  }))
  return <OpenMenu anchor={ref} label={t('matrix.choose')} groups={[{ id: 'values', items }]} width="15rem" onClose={onClose} />
}
