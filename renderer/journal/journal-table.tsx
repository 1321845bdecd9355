import { chakra } from '@chakra-ui/react'
import { Undo2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { JournalEntry } from '../../schemas/plan.ts'
import { reasonText } from '../data/error-texts.ts'
import { useHost } from '../host.tsx'
import { Button, IconButton } from '../parts/controls/button.tsx'
import { Chip } from '../parts/text/chip.tsx'
import { FoldArrow } from '../parts/motion/fold.tsx'
import { minuteText } from '../parts/text/clock-texts.ts'
import { dateText, exactText } from '../parts/text/date-texts.ts'
import { zoneText } from '../parts/text/time-zone.ts'
import { useNow } from '../parts/text/use-now.ts'
import type { JournalAction, JournalModel } from './use-journal.ts'
import { Sentence } from './entry-panel.tsx'
import { actionSentence, entrySentence, actorName } from './sentences.ts'

const Row = chakra('tr', {
  base: {
    borderTopWidth: '1px',
    borderColor: 'border',
    transition: 'background-color {durations.fast}',
    _hover: { bg: 'bg.subtle' },
    '&[data-selected]': { bg: 'bg.selected' },
    '&[data-inner]': { '& td:first-of-type': { boxShadow: 'inset 2px 0 0 {colors.accent.border}' } },
  },
})
const Cell = chakra('td', { base: { px: 3, py: 2, verticalAlign: 'baseline', overflowWrap: 'anywhere' } })
/** What was done, as a button that expands it or opens its details. */
const ActionButton = chakra(
  'button',
  { base: { flex: 1, minW: 0, textAlign: 'start', color: 'fg.muted', borderRadius: 'xs' } },
  { defaultProps: { type: 'button' } },
)
const Head = chakra('th', {
  base: {
    position: 'sticky',
    top: 0,
    zIndex: 'sticky',
    px: 3,
    h: 'row',
    bg: 'bg.subtle',
    color: 'fg.muted',
    textAlign: 'start',
    fontWeight: 'medium',
  },
})

/** In a narrow window, time and user are shown above the change. */
const stacked = {
  '& > caption': { display: 'none' },
  '@media (max-width: 40rem)': {
    '&, & > tbody': { display: 'block' },
    '& > thead': { srOnly: true },
    '& > caption': { display: 'block' },
    '& > tbody > tr': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) minmax(0, max-content)' },
    '& > tbody > tr > td:nth-of-type(3)': { gridColumn: '1 / -1', pt: 0 },
    '& > tbody > tr > td:empty': { display: 'none' },
  },
} as const

interface JournalTableProps {
  journal: JournalModel
  /** Entries are of several entities: each says of which. */
  isWhole?: boolean
  /** Exact times instead of "3 minutes ago". */
  isExact: boolean
  selected: JournalEntry | undefined
  onSelect: (entry: JournalEntry) => void
  onTakeBack: (target: JournalEntry | JournalAction) => void
}

/** Table of when, who and what; an action on several records is one expandable row. */
export function JournalTable({ journal, isWhole = false, isExact, selected, onSelect, onTakeBack }: JournalTableProps) {
  const host = useHost()
  const { t } = host
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map())
  // An action that fills the page is shown expanded: a single row would look like an empty page.
  const isUnfolded = (id: string): boolean => folds.get(id) ?? (journal.isFull && journal.actions.length === 1)
  const zone = zoneText()
  const toggle = (id: string) => setFolds(new Map([...folds, [id, !isUnfolded(id)]]))
  const entryRow = (entry: JournalEntry, isInner: boolean) => (
    <EntryRow
      key={entry.id}
      isInner={isInner}
      isExact={isExact}
      entry={entry}
      isSelected={entry.id === selected?.id}
      onSelect={() => onSelect(entry)}
      onTakeBack={isWhole && entry.can.restore === true ? () => onTakeBack(entry) : undefined}
    >
      <EntryText journal={journal} entry={entry} />
      {isWhole && <About entry={entry} />}
    </EntryRow>
  )
  return (
    <chakra.table
      w="full"
      fontSize="sm"
      aria-busy={journal.isStale}
      opacity={journal.isStale ? 0.55 : 1}
      transition="opacity {durations.moderate}"
      css={stacked}
      // Fixed widths for when and who, however long a name without spaces is.
      style={{ borderCollapse: 'collapse', tableLayout: 'fixed' }}
    >
      {/* In a narrow window the heads are for screen readers alone. */}
      <chakra.caption aria-hidden captionSide="top" px={3} pt={2} textAlign="start" textStyle="hint">
        {zone}
      </chakra.caption>
      <thead>
        <tr>
          <Head scope="col" py={1} lineHeight="short" w={{ base: '8rem', lg: isExact ? '13rem' : '12rem' }}>
            {t('journal.when')}
            <chakra.span display="block" fontSize="xs" fontWeight="normal" color="fg.subtle">
              {zone}
            </chakra.span>
          </Head>
          <Head scope="col" w={{ base: '9.5rem', lg: '11rem' }}>
            {t('journal.who')}
          </Head>
          <Head scope="col">{t('journal.what')}</Head>
        </tr>
      </thead>
      <tbody>
        {journal.actions.map((action) => {
          const [first] = action.entries
          if (action.entries.length === 1) return entryRow(first, false)
          const isOpen = isUnfolded(action.id)
          const isReversible = action.entries.every(({ can }) => can.restore === true)
          const hindrance = action.entries.map(({ can }) => can.restore).find((may) => typeof may === 'object')
          return [
            <Row key={action.id}>
              <When entry={first} isExact={isExact} />
              <Cell color="fg">{actorName(host, first)}</Cell>
              <Cell>
                <chakra.div display="flex" alignItems="center" gap={2}>
                  <ActionButton aria-expanded={isOpen} onClick={() => toggle(action.id)}>
                    <chakra.span display="inline-block" me={1} verticalAlign="-2px">
                      <FoldArrow isOpen={isOpen} />
                    </chakra.span>
                    <Sentence parts={actionSentence(journal.textsOf(first.entity), action)} />
                  </ActionButton>
                  {isOpen && first.source !== 'calendar' && (
                    <Button
                      size="sm"
                      my={-1}
                      data-controls=""
                      icon={<Undo2 aria-hidden />}
                      reason={isReversible ? undefined : reasonText(host, hindrance)}
                      onClick={() => onTakeBack(action)}
                    >
                      {t('journal.takeBack.all')}
                    </Button>
                  )}
                  <Source entry={first} />
                </chakra.div>
              </Cell>
            </Row>,
            ...(isOpen
              ? [
                  <InnerRows
                    key={`${action.id} rows`}
                    action={action}
                    showMore={action.isOpenEnded ? journal.showMore : undefined}
                    row={(entry) => entryRow(entry, true)}
                  />,
                ]
              : []),
          ]
        })}
      </tbody>
    </chakra.table>
  )
}

/** The sentence of an entry; of records whose schema is not there, their name. */
function EntryText({ journal, entry }: { journal: JournalModel; entry: JournalEntry }) {
  const shape = journal.shapeOf(entry.entity)
  return shape ? <Sentence parts={entrySentence(journal.textsOf(entry.entity), shape.schema, entry)} /> : entry.subject.name
}

/** What kind of record an entry is about, and where it is, if not in the tenant of the page. */
function About({ entry }: { entry: JournalEntry }) {
  const { t, hasText, tenant } = useHost()
  const key = `${entry.entity}.one`
  const parts = [hasText(key) ? t(key) : entry.entity, ...(entry.tenant.oid === tenant.oid ? [] : [entry.tenant.name])]
  return (
    <chakra.span display="block" textStyle="hint">
      {parts.join(' · ')}
    </chakra.span>
  )
}

/** Rows of an expanded action that are rendered initially. */
const drawnAtOnce = 100

interface InnerRowsProps {
  action: JournalAction
  /** Loads further entries. */
  showMore: (() => Promise<void>) | undefined
  row: (entry: JournalEntry) => ReactNode
}

function InnerRows({ action, showMore, row }: InnerRowsProps) {
  const { t, language } = useHost()
  const [isAsked, setAsked] = useState(false)
  const [isLoading, setLoading] = useState(false)
  const more = isAsked ? 0 : Math.max(0, action.entries.length - drawnAtOnce)
  const load = async (): Promise<void> => {
    setLoading(true)
    await showMore?.()
    setLoading(false)
  }
  return (
    <>
      {(more > 0 ? action.entries.slice(0, drawnAtOnce) : action.entries).map(row)}
      {(more > 0 || showMore) && (
        <Row data-inner="">
          <Cell aria-hidden />
          <Cell />
          <Cell>
            {more > 0 ? (
              <Button size="sm" onClick={() => setAsked(true)}>
                {t('journal.more', { count: more, entries: new Intl.NumberFormat(language).format(more) })}
              </Button>
            ) : (
              <Button size="sm" loading={isLoading} onClick={() => void load()}>
                {t('journal.moreOfAction')}
              </Button>
            )}
          </Cell>
        </Row>
      )}
    </>
  )
}

interface EntryRowProps {
  entry: JournalEntry
  isInner: boolean
  isExact: boolean
  isSelected: boolean
  onSelect: () => void
  /** Absent: it is taken back from its details only. */
  onTakeBack: (() => void) | undefined
  children: ReactNode
}

function EntryRow({ entry, isInner, isExact, isSelected, onSelect, onTakeBack, children }: EntryRowProps) {
  const host = useHost()
  return (
    <Row data-selected={isSelected ? '' : undefined} data-inner={isInner ? '' : undefined} onClick={onSelect}>
      {isInner ? <Cell aria-hidden /> : <When entry={entry} isExact={isExact} />}
      <Cell color="fg">{isInner ? '' : actorName(host, entry)}</Cell>
      <Cell>
        <chakra.div display="flex" alignItems="baseline" gap={2}>
          <ActionButton
            aria-pressed={isSelected}
            data-entry={entry.id}
            onClick={(event) => {
              event.stopPropagation()
              onSelect()
            }}
          >
            {children}
          </ActionButton>
          {!isInner && <Source entry={entry} />}
          {onTakeBack && (
            <IconButton
              small
              my={-1}
              data-controls=""
              label={host.t('journal.takeBack')}
              icon={<Undo2 />}
              onClick={(event) => {
                event.stopPropagation()
                onTakeBack()
              }}
            />
          )}
        </chakra.div>
      </Cell>
    </Row>
  )
}

/** Older entries show their date instead of a relative time, which would be too coarse. */
const recentMs = 7 * 86_400_000

function When({ entry, isExact }: { entry: JournalEntry; isExact: boolean }) {
  const { language } = useHost()
  const now = useNow()
  const { creationDate } = entry
  const isRecent = now - Date.parse(creationDate) < recentMs
  const relative = isRecent ? dateText(creationDate, 'relative', { language, now }) : minuteText(creationDate, language)
  const exact = exactText(creationDate, { language })
  return (
    <Cell color="fg.muted" whiteSpace={{ lg: 'nowrap' }} fontVariantNumeric="tabular-nums">
      <time dateTime={creationDate} title={isExact ? relative : exact}>
        {isExact ? dateText(creationDate, 'exact', { language }) : relative}
        {!isExact && isRecent && <span className="spoken">, {exact}</span>}
      </time>
    </Cell>
  )
}

/** Source of the change, unless it is the editor. */
function Source({ entry }: { entry: JournalEntry }) {
  const { t } = useHost()
  if (entry.source === 'editor' || entry.source === 'inline' || entry.source === 'calendar') return null
  return <Chip my={-1}>{t(`journal.source.${entry.source}`)}</Chip>
}
