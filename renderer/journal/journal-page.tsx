import { chakra } from '@chakra-ui/react'
import { ArrowLeft, History, SearchX } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { JournalEntry } from '../../schemas/plan.ts'
import { scopeOf } from '../../schemas/rights/rights.ts'
import type { RuleContext } from '../../schemas/vocabulary/context.ts'
import type { Abilities } from '../data/data-source.ts'
import { errorTexts } from '../data/error-texts.ts'
import { onReturn, useReturnPlace } from '../data/page-history.ts'
import { ExportDialog } from '../export-dialog.tsx'
import { useHost, type PageProps } from '../host.tsx'
import { ListCrumb } from '../page-links.tsx'
import { MissingRight } from '../missing-right.tsx'
import { Button, ButtonLook } from '../parts/controls/button.tsx'
import { Surface } from '../parts/page/card.tsx'
import { EmptyState, ErrorState } from '../parts/page/empty-state.tsx'
import { SidePanels } from '../parts/motion/side-panel.tsx'
import { PageHeader } from '../parts/page/page-header.tsx'
import { TableSkeleton } from '../parts/page/skeleton.tsx'
import { Tabs } from '../parts/controls/tabs.tsx'
import { archiveText } from './archive-text.ts'
import { type JournalAction, type JournalModel, useJournal } from './use-journal.ts'
import { EntryPanel } from './entry-panel.tsx'
import { JournalTable } from './journal-table.tsx'
import { journalObjection } from './journal-state.ts'
import { JournalToolbar } from './journal-toolbar.tsx'
import { TakeBackDialog } from './take-back-dialog.tsx'

/** The journal of an entity (S0 section 2 "Journal page"): who did what to which record, when, and how to undo it. */
export function JournalPage(props: PageProps) {
  const because = journalObjection(props.schema, useHost().ruleContext(props.schema['x-entity'].name))
  return because === undefined ? <Journal {...props} /> : <JournalForbidden {...props} because={because} />
}

function JournalForbidden({ schema, because }: PageProps & { because: string }) {
  const { t } = useHost()
  const { name } = schema['x-entity']
  return (
    <>
      <PageHeader title={t('journal.title', { entities: t(`${name}.many`) })} crumbs={<ListCrumb entity={name} />} />
      <MissingRight title={t('journal.noRight.title')}>{t(because)}</MissingRight>
    </>
  )
}

/** Keys of what a journal is about: of the tenant alone, and of those below it, too. */
function aboutKeys({ 'x-entity': entity }: PageProps['schema'], { plans }: Abilities): readonly [string, string] {
  if (entity.writtenByCommands) return ['journal.about.command', 'journal.about.command.below']
  return plans ? ['journal.about', 'journal.about.below'] : ['journal.about.fixed', 'journal.about.fixed.below']
}

/** Whether other tenants may be below one of a type, whose entries are shown with its own. */
const isAbove = (type: RuleContext['tenant']['type']): boolean => type !== 'all' && scopeOf(type) !== 'customer'

function Journal({ schema, screen }: PageProps) {
  const { t, hasText, language, listPath, listOf, tenant, source } = useHost()
  const { name } = schema['x-entity']
  const shape = useMemo(() => ({ schema, screen }), [schema, screen])
  const journal = useJournal(shape)
  const { exporting } = journal
  const { selected, isBack, select, panel } = useSelectedEntry(journal)
  const [taken, setTaken] = useState<JournalEntry | JournalAction>()
  const [isExact, setExact] = useState(false)
  const rows = useRef<HTMLDivElement>(null)
  const [here, below] = aboutKeys(schema, source.abilities(name))
  const tabText = (tab: string) => (hasText(`${name}.event.${tab}`) ? t(`${name}.event.${tab}`) : t('journal.tab.all'))

  return (
    <chakra.div display="flex" flexDirection="column" h="full" minH="32rem">
      <PageHeader
        title={t('journal.title', { entities: t(`${name}.many`) })}
        about={t(isAbove(tenant.type) ? below : here, { entities: t(`${name}.many`), tenant: tenant.name })}
        actions={
          <ButtonLook asChild>
            <Link to={listPath(listOf(name))}>
              <ArrowLeft aria-hidden />
              {t('journal.back')}
            </Link>
          </ButtonLook>
        }
      />
      <Tabs
        label={t('journal.tabs')}
        items={journal.tabs.map((tab) => ({ id: tab, label: tabText(tab) }))}
        selected={journal.state.event}
        onSelect={(event) => journal.change({ event })}
      />
      <JournalToolbar journal={journal} isExact={isExact} onExact={setExact} />
      <Surface
        flex={1}
        minH="16rem"
        position="relative"
        display="flex"
        overflow="hidden"
        aria-label={t('journal.title', { entities: t(`${name}.many`) })}
      >
        <chakra.div ref={rows} flex={1} minW={0} overflow="auto" tabIndex={0}>
          <Entries {...shape} journal={journal} isExact={isExact} selected={selected} onSelect={select} onTakeBack={setTaken} />
        </chakra.div>
        <SidePanels>
          {selected && (
            <EntryPanel
              key="details"
              {...shape}
              ref={panel}
              entry={selected}
              isBack={isBack}
              texts={journal.texts}
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
      {taken && <TakeBackDialog schema={schema} target={taken} texts={journal.texts} onClose={() => setTaken(undefined)} />}
    </chakra.div>
  )
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

interface EntriesProps extends PageProps {
  journal: JournalModel
  isExact: boolean
  selected: JournalEntry | undefined
  onSelect: (entry: JournalEntry) => void
  onTakeBack: (action: JournalAction) => void
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
  const isNarrowed = state.search !== '' || state.event !== 'all' || state.before !== 'now'
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
      actions={<Button onClick={() => change({ search: '', event: 'all', before: 'now' })}>{t('journal.noMatch.clear')}</Button>}
    >
      {t('journal.noMatch.text')}
    </EmptyState>
  )
}
