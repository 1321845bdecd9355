import { chakra } from '@chakra-ui/react'
import { ArrowLeft, History, SearchX } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import type { JournalEntry } from '../../schemas/plan.ts'
import { errorTexts } from '../data/error-texts.ts'
import { ExportDialog } from '../export-dialog.tsx'
import { useHost, type PageProps, type RendererHost } from '../host.tsx'
import { Button, ButtonLook } from '../parts/button.tsx'
import { Surface } from '../parts/card.tsx'
import { EmptyState, ErrorState, NoRight } from '../parts/empty-state.tsx'
import { PageHeader } from '../parts/page-header.tsx'
import { TableSkeleton } from '../parts/skeleton.tsx'
import { Tabs } from '../parts/tabs.tsx'
import type { JournalAction } from './actions.ts'
import { EntryPanel } from './entry-panel.tsx'
import { JournalTable } from './journal-table.tsx'
import { JournalToolbar } from './journal-toolbar.tsx'
import { TakeBackDialog } from './take-back-dialog.tsx'
import { useJournal, type JournalModel } from './use-journal.ts'

/** The journal of one entity (S0 section 2 "Journal page"): who did what to which record, when, and how to take it back. */
export function JournalPage({ schema, screen }: PageProps) {
  const { t, hasText, language, listPath, tenant } = useHost()
  const { name } = schema['x-entity']
  const shape = useMemo(() => ({ schema, screen }), [schema, screen])
  const journal = useJournal(shape)
  const { exporting } = journal
  const [selected, setSelected] = useState<JournalEntry>()
  const [taken, setTaken] = useState<JournalEntry | JournalAction>()
  const [isExact, setExact] = useState(false)
  const tabText = (tab: string) => (hasText(`${name}.event.${tab}`) ? t(`${name}.event.${tab}`) : t('journal.tab.all'))

  return (
    <chakra.div display="flex" flexDirection="column" h="full" minH="32rem">
      <PageHeader
        title={t('journal.title', { entities: t(`${name}.many`) })}
        about={t(aboutKey(tenant), { entities: t(`${name}.many`), tenant: tenant.name })}
        actions={
          <ButtonLook asChild>
            <Link to={listPath(name)}>
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
        <chakra.div flex={1} minW={0} overflow="auto" tabIndex={0}>
          <Entries {...shape} journal={journal} isExact={isExact} selected={selected} onSelect={setSelected} onTakeBack={setTaken} />
        </chakra.div>
        {selected && (
          <EntryPanel
            {...shape}
            entry={selected}
            texts={journal.texts}
            onTakeBack={() => setTaken(selected)}
            onClose={() => {
              document.querySelector<HTMLElement>(`[data-entry="${CSS.escape(selected.id)}"]`)?.focus()
              setSelected(undefined)
            }}
          />
        )}
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

/** Whose journal it is: the platform owner's holds what happened below, too, as its lists do. */
function aboutKey({ oid, type }: RendererHost['tenant']): string {
  if (oid === 'all') return 'journal.about.all'
  return type === 'po' ? 'journal.about.below' : 'journal.about'
}

interface EntriesProps extends PageProps {
  journal: JournalModel
  isExact: boolean
  selected: JournalEntry | undefined
  onSelect: (entry: JournalEntry) => void
  onTakeBack: (action: JournalAction) => void
}

/** The table, or what stands in its place. */
function Entries({ journal, ...table }: EntriesProps) {
  const host = useHost()
  const { t, tenant } = host
  const { entries, actions, error, state } = journal
  if (error?.status === 403) {
    return <NoRight title={t('journal.noRight.title')}>{t('journal.noRight.text', { tenant: tenant.name })}</NoRight>
  }
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
  if (actions.length === 0) return <NoEntries journal={journal} />
  return (
    <>
      <JournalTable {...table} journal={journal} />
      {journal.isFull && (
        <chakra.div display="flex" justifyContent="center" p={3} borderTopWidth="1px" borderColor="border">
          <Button onClick={journal.showOlder}>{t('journal.older')}</Button>
        </chakra.div>
      )}
    </>
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
