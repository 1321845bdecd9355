import { useCallback, useEffect, useState } from 'react'
import { scopeOf } from '../../schemas/rights/rights.ts'
import type { JournalEntry } from '../../schemas/plan.ts'
import { useHost, type PageProps } from '../host.tsx'
import { PageHeader } from '../parts/page/page-header.tsx'
import { ChoiceMenu } from './choice-menu.tsx'
import { JournalBody, JournalFrame } from './journal-body.tsx'
import { PeriodTabs } from './period-menu.tsx'
import { PeriodUndo } from './period-undo.tsx'
import { type JournalModel, useJournal } from './use-journal.ts'

/** Loads what the entries of an entity are described with. */
export type LoadShape = (entity: string) => Promise<PageProps>

/** The journal over all entities of a tenant: who did what, when, and how to undo it. */
export function WholeJournalPage({ load }: { load: LoadShape }) {
  const { t, tenant } = useHost()
  const journal = useWholeJournal(load)
  const isAbove = tenant.type !== 'all' && scopeOf(tenant.type) !== 'customer'
  const title = t('journal.whole.title')
  return (
    <JournalFrame>
      <PageHeader
        title={title}
        about={t(isAbove ? 'journal.whole.about.below' : 'journal.whole.about', { tenant: tenant.name })}
        actions={<PeriodUndo journal={journal} />}
      />
      <PeriodTabs period={journal.state.period} onChange={(period) => journal.change({ period })} />
      <JournalBody journal={journal} title={title} isWhole choices={<Choices journal={journal} />} />
    </JournalFrame>
  )
}

/** Hook: the journal of all entities; entries come once there is what they are described with. */
function useWholeJournal(load: LoadShape): JournalModel {
  // Undefined: it could not be loaded.
  const [shapes, setShapes] = useState<ReadonlyMap<string, PageProps | undefined>>(new Map())
  const shapeOf = useCallback((entity: string) => shapes.get(entity), [shapes])
  const journal = useJournal({ shapeOf })
  const named = [...new Set(journal.actions.flatMap(({ entries }) => entries.map(({ entity }) => entity)))]
  const missing = named.filter((name) => !shapes.has(name)).join()
  useEffect(() => {
    if (missing === '') return undefined
    let isCurrent = true
    void Promise.all(missing.split(',').map(async (name) => [name, await load(name).catch(() => undefined)] as const)).then((found) => {
      if (isCurrent) setShapes((known) => new Map([...known, ...found]))
    })
    return () => {
      isCurrent = false
    }
  }, [missing, load])
  return missing === '' ? journal : { ...journal, entries: undefined }
}

const events = ['all', 'creation', 'update', 'deletion', 'assignment'] as const
const sources: readonly JournalEntry['source'][] = ['editor', 'inline', 'bulk', 'import', 'restore', 'api', 'calendar']

/** Which entity, whose changes, what was done, and from where. */
function Choices({ journal }: { journal: JournalModel }) {
  const { t, hasText, user, language } = useHost()
  const { state, change, entities = [], entries = [] } = journal
  const all = { id: '', label: t('journal.tab.all') }
  const named = entities
    .map((id) => ({ id, label: hasText(`${id}.many`) ? t(`${id}.many`) : id }))
    .toSorted((one, other) => one.label.localeCompare(other.label, language))
  const people = new Map([
    ...(state.person === '' ? [] : [[state.person, t('journal.person.one')] as const]),
    ...entries.filter(({ source }) => source !== 'calendar').map(({ principal }) => [principal.oid, principal.name] as const),
    [user.oid, t('journal.person.me')] as const,
  ])
  const persons = [...people].map(([id, label]) => ({ id, label }))
  const own = persons.filter(({ id }) => id === user.oid)
  return (
    <>
      <ChoiceMenu label={t('journal.entity')} choices={[all, ...named]} chosen={state.entity} onChange={(entity) => change({ entity })} />
      <ChoiceMenu
        label={t('journal.who')}
        choices={[all, ...own, ...persons.filter(({ id }) => id !== user.oid)]}
        chosen={state.person}
        onChange={(person) => change({ person })}
      />
      <ChoiceMenu
        label={t('journal.what')}
        choices={events.map((id) => ({ id, label: t(id === 'all' ? 'journal.tab.all' : `journal.event.${id}`) }))}
        chosen={state.event}
        onChange={(event) => change({ event })}
      />
      <ChoiceMenu
        label={t('journal.source')}
        choices={[all, ...sources.map((id) => ({ id, label: t(`journal.source.${id}`) }))]}
        chosen={state.source}
        onChange={(source) => change({ source })}
      />
    </>
  )
}
