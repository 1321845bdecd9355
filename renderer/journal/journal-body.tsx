import { chakra } from '@chakra-ui/react'
import { History, SearchX } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { JournalEntry } from '../../schemas/plan.ts'
import { errorTexts } from '../data/error-texts.ts'
import { onReturn, useReturnPlace } from '../data/page-history.ts'
import { ExportDialog } from '../export-dialog.tsx'
import { useHost } from '../host.tsx'
import { MissingRight } from '../missing-right.tsx'
import { Button } from '../parts/controls/button.tsx'
import { Surface } from '../parts/page/card.tsx'
import { EmptyState, ErrorState } from '../parts/page/empty-state.tsx'
import { SidePanels } from '../parts/motion/side-panel.tsx'
import { TableSkeleton } from '../parts/page/skeleton.tsx'
import { archiveText } from './archive-text.ts'
import type { JournalAction, JournalModel } from './use-journal.ts'
import { EntryPanel } from './entry-panel.tsx'
import { JournalTable } from './journal-table.tsx'
import { defaultJournalState, journalStateToParams } from './journal-state.ts'
import { JournalToolbar } from './journal-toolbar.tsx'
import { TakeBackDialog } from './take-back-dialog.tsx'

/** A page of the height of the window, whose last part fills it. */
export function JournalFrame({ children }: { children: ReactNode }) {
  return (
    <chakra.div display="flex" flexDirection="column" h="full" minH="32rem">
      {children}
    </chakra.div>
  )
}

interface JournalBodyProps {
  journal: JournalModel
  title: string
  /** Entries are of several entities. */
  isWhole?: boolean
  /** Choices besides those of every journal. */
  choices?: ReactNode
}

/** Toolbar, table, details of an entry, and what takes changes back. */
export function JournalBody({ journal, title, isWhole = false, choices }: JournalBodyProps) {
  const { t, language } = useHost()
  const { exporting } = journal
  const { selected, isBack, select, panel } = useSelectedEntry(journal)
  const [taken, setTaken] = useState<JournalEntry | JournalAction>()
  const [isExact, setExact] = useState(false)
  const rows = useRef<HTMLDivElement>(null)
  const shape = selected && journal.shapeOf(selected.entity)
  return (
    <>
      <JournalToolbar journal={journal} isExact={isExact} onExact={setExact} hasPeriodTabs={isWhole}>
        {choices}
      </JournalToolbar>
      <Surface flex={1} minH="16rem" position="relative" display="flex" overflow="hidden" aria-label={title}>
        <chakra.div ref={rows} flex={1} minW={0} overflow="auto" tabIndex={0}>
          <Entries journal={journal} isWhole={isWhole} isExact={isExact} selected={selected} onSelect={select} onTakeBack={setTaken} />
        </chakra.div>
        <SidePanels>
          {selected && shape && (
            <EntryPanel
              key="details"
              {...shape}
              ref={panel}
              entry={selected}
              isBack={isBack}
              texts={journal.textsOf(selected.entity)}
              onTakeBack={() => setTaken(selected)}
              onClose={() => {
                const row = rows.current?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(selected.id)}"]`)
                // Rows of a collapsed action are not rendered.
                ;(row ?? rows.current)?.focus()
                select(undefined)
              }}
            />
          )}
        </SidePanels>
      </Surface>
      {exporting.done !== undefined && (
        <ExportDialog
          done={exporting.done}
          total={undefined}
          text={t('journal.export.progress', { count: exporting.done, entries: new Intl.NumberFormat(language).format(exporting.done) })}
          onCancel={exporting.cancel}
        />
      )}
      {taken && <Taken journal={journal} target={taken} onClose={() => setTaken(undefined)} />}
    </>
  )
}

function Taken({ journal, target, onClose }: { journal: JournalModel; target: JournalEntry | JournalAction; onClose: () => void }) {
  const names = new Set('entries' in target ? target.entries.map(({ entity }) => entity) : [target.entity])
  const shapes = [...names].flatMap((name) => journal.shapeOf(name) ?? [])
  const [first] = shapes
  if (!first) return null
  const entities = shapes.map(({ schema }) => schema['x-entity'])
  const texts = journal.textsOf(first.schema['x-entity'].name)
  return <TakeBackDialog schema={first.schema} entities={entities} target={target} texts={texts} onClose={onClose} />
}

/** Hook: the entry with open details, as long as it is loaded; restored when returning to the page. */
function useSelectedEntry({ actions }: JournalModel) {
  const { returned, remember } = useReturnPlace<{ entry: string | undefined }>()
  const [id, setId] = useState(returned?.entry)
  const panel = useRef<HTMLElement>(null)
  const selected = useMemo(() => actions.flatMap(({ entries }) => entries).find((entry) => entry.id === id), [actions, id])
  const isBack = selected !== undefined && selected.id === returned?.entry
  useEffect(
    () =>
      isBack
        ? onReturn(
            () => panel.current,
            () => panel.current?.querySelector('h2')?.focus(),
          )
        : undefined,
    [isBack],
  )
  const select = (entry: JournalEntry | undefined) => {
    remember({ entry: entry?.id })
    setId(entry?.id)
  }
  return { selected, isBack, select, panel }
}

interface EntriesProps {
  journal: JournalModel
  isWhole: boolean
  isExact: boolean
  selected: JournalEntry | undefined
  onSelect: (entry: JournalEntry) => void
  onTakeBack: (target: JournalEntry | JournalAction) => void
}

/** The table, or its skeleton, failure or empty state. */
function Entries({ journal, ...table }: EntriesProps) {
  const host = useHost()
  const { t } = host
  const { entries, actions, error, state } = journal
  if (error?.status === 403) return <MissingRight title={t('journal.noRight.title')}>{t('journal.noRight.text')}</MissingRight>
  if (error) {
    return (
      <ErrorState
        title={t('journal.error.title')}
        messages={errorTexts(host, error)}
        requestId={error.requestId === undefined ? undefined : { label: t('list.error.requestId'), value: error.requestId }}
        retryLabel={t('list.error.retry')}
        onRetry={journal.refresh}
      />
    )
  }
  if (!entries) return <TableSkeleton rows={state.size} columns={3} label={t('list.loading')} />
  if (actions.length === 0) {
    return (
      <>
        <NoEntries journal={journal} />
        <ArchiveNote journal={journal} />
      </>
    )
  }
  return (
    <>
      <JournalTable {...table} journal={journal} />
      {journal.isFull && (
        <chakra.div display="flex" justifyContent="center" p={3} borderTopWidth="1px" borderColor="border">
          <Button onClick={journal.showOlder}>{t('journal.older')}</Button>
        </chakra.div>
      )}
      <ArchiveNote journal={journal} />
    </>
  )
}

/** Where the journal begins if its earlier part is archived. */
function ArchiveNote({ journal: { archivedBefore } }: { journal: JournalModel }) {
  const host = useHost()
  if (archivedBefore === undefined) return null
  return (
    <chakra.p p={3} textAlign="center" color="fg.muted">
      {archiveText(host, archivedBefore)}
    </chakra.p>
  )
}

function NoEntries({ journal }: { journal: JournalModel }) {
  const { t } = useHost()
  const { state, change } = journal
  const isNarrowed = journalStateToParams({ ...state, size: defaultJournalState.size }).size > 0
  if (!isNarrowed) {
    return (
      <EmptyState icon={History} title={t('journal.empty.title')}>
        {t('journal.empty.text')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={SearchX}
      title={t('journal.noMatch.title')}
      actions={<Button onClick={() => change({ ...defaultJournalState, size: state.size })}>{t('journal.noMatch.clear')}</Button>}
    >
      {t('journal.noMatch.text')}
    </EmptyState>
  )
}
