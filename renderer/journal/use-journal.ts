import { useCallback, useMemo, useState } from 'react'
import type { JournalEntry } from '../../schemas/plan.ts'
import type { JournalQuery, RequestError } from '../data/data-source.ts'
import { optionLabel } from '../data/labels.ts'
import { dottedDisplays } from './dotted-displays.ts'
import { useJournalQuery } from '../data/queries/queries.ts'
import { usePageParams } from '../data/page-history.ts'
import { type PageProps, type RendererHost, useHost } from '../host.tsx'
import { readerZone } from '../parts/text/time-zone.ts'
import type { ChangeTexts } from './change-lines.ts'
import {
  beforeMoment,
  journalQuery,
  type JournalState,
  journalStateFromParams,
  journalStateToParams,
  journalTabs,
} from './journal-state.ts'
import { periodRange } from './period.ts'
import { type JournalExport, useJournalExport } from './use-journal-export.ts'
import { useWholeAction } from './use-whole-action.ts'

/** The headless journal page. */
export interface JournalModel {
  state: JournalState
  change: (change: Partial<JournalState>) => void
  /** Events to choose from, in order. */
  tabs: readonly string[]
  /** Of the journal over all entities: those that it may show; `undefined` before the first answer. */
  entities: string[] | undefined
  /** All loaded entries; `undefined` before the first answer. */
  entries: JournalEntry[] | undefined
  /** The entries grouped into actions, newest first. */
  actions: JournalAction[]
  /** ISO 8601; earlier entries are in an archive. `undefined`: the journal has all. */
  archivedBefore: string | undefined
  /** The page is full, so there may be older entries. */
  isFull: boolean
  /** Loads more of the last action; `undefined` if it is complete. */
  showMore: (() => Promise<void>) | undefined
  /** Shows entries before the last loaded one. */
  showOlder: () => void
  isStale: boolean
  error: RequestError | undefined
  /** Reloads up to the current time. */
  refresh: () => void
  /** Exports all entries that match tab, time and search. */
  exportAll: () => void
  exporting: JournalExport
  /** What is asked for, of all pages. */
  query: Omit<JournalQuery, 'limit' | 'after'>
  /** Schema and screen of the records that an entry is about; `undefined`: not loaded. */
  shapeOf: (entity: string) => PageProps | undefined
  textsOf: (entity: string) => ChangeTexts
}

/** Whose journal it is. */
export interface JournalSubject {
  /** Absent: all that may be read. */
  theme?: string
  /** Absent: any event is one. */
  tabs?: readonly string[]
  shapeOf: JournalModel['shapeOf']
}

/** The texts of changes of an entity. */
export function changeTextsOf(
  { t, hasText, language }: Pick<RendererHost, 't' | 'hasText' | 'language'>,
  entity: string,
  screen: PageProps['screen'] | undefined,
): ChangeTexts {
  return {
    t,
    hasText,
    language,
    optionLabel: (field, value) => optionLabel({ t, hasText }, { entity, field, value }),
    ...(screen && { dateDisplay: dottedDisplays(screen) }),
  }
}

/** Hook: the journal of one entity. */
export function useEntityJournal(shape: PageProps): JournalModel {
  const { ruleContext } = useHost()
  const { name, theme } = shape.schema['x-entity']
  const tabs = useMemo(() => journalTabs(shape, ruleContext(name)), [shape, ruleContext, name])
  const shapeOf = useCallback(() => shape, [shape])
  return useJournal({ theme, tabs, shapeOf })
}

/** Groups the page into actions and adds the rest of the last one; each entry once. */
function wholeActions(entries: readonly JournalEntry[], rest: readonly JournalEntry[] | undefined, hasMore: boolean): JournalAction[] {
  const known = new Set(entries.map(({ id }) => id))
  const actions = actionsOf([...entries, ...(rest ?? []).filter(({ id }) => !known.has(id))])
  const last = actions.at(-1)
  return last && hasMore ? [...actions.slice(0, -1), { ...last, isOpenEnded: true }] : actions
}

/** Hook: connects the address with the journal query. */
export function useJournal({ theme, tabs, shapeOf }: JournalSubject): JournalModel {
  const host = useHost()
  const { tenant, t, hasText, language } = host
  const [params, setParams] = usePageParams()
  const state = useMemo(() => journalStateFromParams(params, tabs), [params, tabs])
  // Relative times count from when they were chosen, so that the page is stable.
  const [now, setNow] = useState(Date.now)
  const before = beforeMoment(state.before, now)
  const query = useMemo(() => {
    const range = periodRange(state.period, now, readerZone())
    return journalQuery(state, { theme, tenantOid: tenant.oid, before, range })
  }, [state, theme, tenant.oid, before, now])
  const { entries, archivedBefore, entities, error, isStale, retry } = useJournalQuery(query)

  const change = useCallback(
    (part: Partial<JournalState>) => {
      if (part.before !== undefined || part.period !== undefined) setNow(Date.now())
      setParams(journalStateToParams({ ...state, ...part }))
    },
    [setParams, state],
  )
  const textsOf = useCallback(
    (entity: string) => changeTextsOf({ t, hasText, language }, entity, shapeOf(entity)?.screen),
    [t, hasText, language, shapeOf],
  )
  const exporting = useJournalExport()
  const { limit: _limit, ...every } = query
  const isFull = entries !== undefined && entries.length >= state.size
  const last = entries?.at(-1)
  const { entries: rest, showMore } = useWholeAction(isFull ? last : undefined, {
    theme,
    tenantOid: tenant.oid,
    event: state.event,
    entity: state.entity,
  })
  const hasMore = showMore !== undefined
  const actions = useMemo(() => wholeActions(entries ?? [], rest, hasMore), [entries, rest, hasMore])
  return {
    state,
    change,
    tabs: tabs ?? [],
    entities,
    entries,
    actions,
    archivedBefore,
    isFull,
    showMore,
    showOlder: () => last && change({ before: { at: last.creationDate } }),
    isStale,
    error,
    refresh: () => {
      setNow(Date.now())
      retry()
    },
    exportAll: () => void exporting.run(every),
    exporting,
    query: every,
    shapeOf,
    textsOf,
  }
}

/** An action of one person: the adjacent entries of one plan. */
export interface JournalAction {
  id: string
  entries: [JournalEntry, ...JournalEntry[]]
  /** The action has further entries. */
  isOpenEnded?: boolean
}

/** Groups adjacent entries of the same plan into actions. */
export function actionsOf(entries: readonly JournalEntry[]): JournalAction[] {
  const actions: JournalAction[] = []
  for (const entry of entries) {
    const last = actions.at(-1)
    if (last && last.entries[0].actionId === entry.actionId) last.entries.push(entry)
    else actions.push({ id: `${entry.actionId} ${entry.id}`, entries: [entry] })
  }
  return actions
}
