import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Clock, Download, RefreshCw } from 'lucide-react'
import { useDelayedSearch } from '../data/queries/use-delayed-search.ts'
import { useHost } from '../host.tsx'
import { Button, ButtonLook, IconButton } from '../parts/controls/button.tsx'
import { SearchInput } from '../parts/controls/controls.tsx'
import { BeforeMenu } from './before-menu.tsx'
import { journalSizes } from './journal-state.ts'
import { PeriodMenu } from './period-menu.tsx'
import type { JournalModel } from './use-journal.ts'

/** In a narrow window, choices stand in a row that can be moved sideways, so that the entries have room. */
const inOneRow = {
  flexWrap: 'wrap',
  '@media (max-width: 40rem)': { flexWrap: 'nowrap', w: 'full', overflowX: 'auto', p: 1, m: -1, '& > *': { flexShrink: 0 } },
} as const

interface JournalToolbarProps {
  journal: JournalModel
  isExact: boolean
  onExact: (isExact: boolean) => void
  /** The period is chosen elsewhere. */
  hasPeriodTabs: boolean
  /** Further choices. */
  children?: ReactNode
}

/** Choices, moment, period, search, number of entries, export. */
export function JournalToolbar({ journal, isExact, onExact, hasPeriodTabs, children }: JournalToolbarProps) {
  const { t } = useHost()
  const { state, change, entries } = journal
  const search = useDelayedSearch(state.search, (text) => change({ search: text }))
  return (
    <chakra.div data-controls="" display="flex" alignItems="center" flexWrap="wrap" gap={2} py={3}>
      <chakra.div display="flex" alignItems="center" gap={2} css={inOneRow}>
        {children}
        {!hasPeriodTabs && <PeriodMenu period={state.period} onChange={(period) => change({ period })} />}
        <BeforeMenu before={state.before} isFull={journal.isFull} onChange={(before) => change({ before })} onOlder={journal.showOlder} />
      </chakra.div>
      <SearchInput
        flex="1 1 14rem"
        maxW={{ md: '16rem' }}
        value={search.text}
        label={t('journal.search')}
        clearLabel={t('list.search.clear')}
        maxLength={250}
        onChange={(text) => (text === '' ? search.applyNow('') : search.type(text))}
        onKeyDown={(event) => event.key === 'Enter' && search.applyNow()}
      />
      <chakra.div display="flex" alignItems="center" flexWrap="wrap" gap={2} marginInlineStart="auto">
        <chakra.div role="group" aria-label={t('journal.size')} display="flex" gap={0.5} fontVariantNumeric="tabular-nums">
          {journalSizes.map((size) => (
            <ButtonLook
              key={size}
              type="button"
              variant="ghost"
              px={2}
              aria-label={t('journal.size.entries', { size })}
              aria-pressed={size === state.size}
              css={{ '&[aria-pressed=true]': { bg: 'bg.muted', color: 'fg' } }}
              onClick={() => change({ size })}
            >
              {size}
            </ButtonLook>
          ))}
        </chakra.div>
        <IconButton
          label={t('journal.exact')}
          icon={<Clock />}
          aria-pressed={isExact}
          css={{ '&[aria-pressed=true]': { bg: 'bg.muted', color: 'fg' } }}
          onClick={() => onExact(!isExact)}
        />
        <IconButton label={t('journal.refresh')} icon={<RefreshCw />} onClick={journal.refresh} />
        <Button
          variant="ghost"
          data-folds
          icon={<Download aria-hidden />}
          reason={entries?.length ? undefined : t('list.export.nothing')}
          onClick={journal.exportAll}
        >
          {t('journal.export')}
        </Button>
      </chakra.div>
    </chakra.div>
  )
}
