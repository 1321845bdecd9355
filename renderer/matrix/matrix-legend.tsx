import { chakra } from '@chakra-ui/react'
import type { Translate } from '../widgets/contract.ts'
import { Letter } from './matrix-style.ts'
import type { MatrixView } from './matrix-view.ts'

const Entry = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 1.5,
    h: 'controlSmall',
    px: 1.5,
    fontSize: 'sm',
    color: 'fg',
    borderRadius: 'md',
    borderWidth: '1px',
    borderStyle: 'solid',
    borderColor: 'transparent',
    '&:hover': { bg: 'bg.muted' },
    '&[aria-pressed=true]': { bg: 'bg.selected', borderColor: 'accent.border' },
  },
})

/** Legend of letters and colours with counts; a click filters by a value. */
export function MatrixLegend({ view, t }: { view: MatrixView; t: Translate }) {
  const counts = view.model.counts()
  const { values } = view.filter
  const toggle = (place: number) => {
    const chosen = new Set(values)
    if (!chosen.delete(place)) chosen.add(place)
    view.applyFilter({ ...view.filter, values: chosen })
  }
  return (
    <chakra.div role="group" aria-label={t('matrix.legend')} display="flex" flexWrap="wrap" gap={1.5}>
      {view.model.options.map(({ value, letter, tone, text }, place) => (
        <Entry key={value} type="button" aria-pressed={values.has(place)} onClick={() => toggle(place)}>
          <Letter data-tone={tone} aria-hidden>
            {letter}
          </Letter>
          {text}
          <chakra.span color="fg.muted" fontVariantNumeric="tabular-nums">
            {t('matrix.count', { count: counts[place] ?? 0 })}
          </chakra.span>
        </Entry>
      ))}
    </chakra.div>
  )
}
