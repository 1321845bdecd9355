import { chakra } from '@chakra-ui/react'
import { ChevronDown, Map as MapIcon, RotateCcw } from 'lucide-react'
import { Button } from '../parts/controls/button.tsx'
import { SearchInput } from '../parts/controls/controls.tsx'
import { Menu } from '../parts/overlays/menu.tsx'
import type { Translate } from '../widgets/contract.ts'
import { Letter } from './matrix-style.ts'
import { noFilter, type MatrixView } from './matrix-view.ts'

interface MatrixToolbarProps {
  view: MatrixView
  axes: { rows: string; columns: string }
  /** Absent for a small matrix. */
  overview: { isShown: boolean; show: (isShown: boolean) => void } | undefined
  t: Translate
  onSet: (place: number) => void
}

/** Search in both axes, value of the selection, and overview. */
export function MatrixToolbar({ view, axes, overview, t, onSet }: MatrixToolbarProps) {
  const { filter, model } = view
  const items = model.options.map(({ value, text, letter, tone }, place) => ({
    id: value,
    label: text,
    icon: (
      <Letter data-tone={tone} aria-hidden>
        {letter}
      </Letter>
    ),
    onSelect: () => onSet(place),
  }))
  return (
    <chakra.div display="flex" alignItems="center" flexWrap="wrap" gap={2}>
      <SearchInput
        flex="1 1 7rem"
        maxW="16rem"
        value={filter.rows}
        label={t('matrix.filter.rows', { entities: axes.rows })}
        clearLabel={t('list.search.clear')}
        onChange={(rows) => view.applyFilter({ ...filter, rows })}
      />
      <SearchInput
        flex="1 1 7rem"
        maxW="16rem"
        value={filter.columns}
        label={t('matrix.filter.columns', { entities: axes.columns })}
        clearLabel={t('list.search.clear')}
        onChange={(columns) => view.applyFilter({ ...filter, columns })}
      />
      {view.isNarrowed() && (
        <Button variant="ghost" icon={<RotateCcw aria-hidden />} onClick={() => view.applyFilter(noFilter)}>
          {t('list.reset')}
        </Button>
      )}
      <chakra.span flex={1} />
      {overview && (
        <Button
          variant="ghost"
          icon={<MapIcon aria-hidden />}
          aria-pressed={overview.isShown}
          display={{ base: 'none', lg: 'inline-flex' }}
          onClick={() => overview.show(!overview.isShown)}
        >
          {t('matrix.overview')}
        </Button>
      )}
      {model.canWrite() && (
        <Menu
          label={t('matrix.setTo')}
          groups={[{ id: 'values', items }]}
          trigger={({ onClick, ...props }) => (
            <Button {...props} onClick={onClick}>
              {t('matrix.setTo')}
              <ChevronDown aria-hidden />
            </Button>
          )}
        />
      )}
    </chakra.div>
  )
}
