import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { JournalEntry } from '../../schemas/plan.ts'
import type { RequestError } from '../data/data-source.ts'
import { optionLabel } from '../data/option-label.ts'
import { useJournalQuery } from '../data/use-journal-query.ts'
import { useHost, type PageProps } from '../host.tsx'
import { actionsOf, type JournalAction } from './actions.ts'
import type { ChangeTexts } from './change-lines.ts'
import { useJournalExport, type JournalExport } from './use-journal-export.ts'
import {
  actionQuery,
  beforeMoment,
  journalQuery,
  journalStateFromParams,
  journalStateToParams,
  journalTabs,
  type JournalState,
} from './journal-state.ts'

/** A journal page without its looks. */
export interface JournalModel {
  state: JournalState
  change: (change: Partial<JournalState>) => void
  tabs: string[]
  /** Everything that was loaded; `undefined` before the first answer. */
  entries: JournalEntry[] | undefined
  /** The same as actions, newest first. */
  actions: JournalAction[]
  /** There may be older entries: as many came as were asked for. */
  isFull: boolean
  /** Shows what came before the last loaded entry. */
  showOlder: () => void
  isStale: boolean
  error: RequestError | undefined
  /** Asks again, up to the present moment. */
  refresh: () => void
  /** Saves every entry that tab, moment and search find. */
  exportAll: () => void
  exporting: JournalExport
  texts: ChangeTexts
}

/** Changes of one record from an editor or a list stand alone; whatever else there is may have done more than fits on a page. */
const alone: JournalEntry['source'][] = ['editor', 'inline']

/** Every entry of the action that a full page ends with; `undefined` where it cannot go on. */
function useRestOfAction(
  last: JournalEntry | undefined,
  { theme, tenantOid, state }: { theme: string; tenantOid: string; state: JournalState },
): JournalEntry[] | undefined {
  const isCut = last !== undefined && !alone.includes(last.source)
  const { entries, isStale } = useJournalQuery(isCut ? actionQuery(last.actionId, { theme, tenantOid }) : null)
  return useMemo(() => {
    const isCurrent = isCut && !isStale && entries?.[0]?.actionId === last.actionId
    return isCurrent ? entries.filter(({ eventType }) => state.event === 'all' || eventType === state.event) : undefined
  }, [isCut, isStale, entries, last, state.event])
}

/** The entries with the rest of the last action, each once. */
function withRest(entries: readonly JournalEntry[], rest: readonly JournalEntry[] | undefined): JournalEntry[] {
  const known = new Set(entries.map(({ id }) => id))
  return [...entries, ...(rest ?? []).filter(({ id }) => !known.has(id))]
}

/** Joins address and query of one journal. */
export function useJournal(shape: PageProps): JournalModel {
  const host = useHost()
  const { tenant, t, hasText, language } = host
  const { name, theme } = shape.schema['x-entity']
  const [params, setParams] = useSearchParams()
  const tabs = useMemo(() => journalTabs(shape), [shape])
  const state = useMemo(() => journalStateFromParams(params, tabs), [params, tabs])
  // "10 minutes ago" is counted from when it was chosen, so that the page holds still.
  const [now, setNow] = useState(Date.now)
  const before = beforeMoment(state.before, now)
  const query = useMemo(() => journalQuery(state, { theme, tenantOid: tenant.oid, before }), [state, theme, tenant.oid, before])
  const { entries, error, isStale, retry } = useJournalQuery(query)

  const change = useCallback(
    (part: Partial<JournalState>) => {
      if (part.before !== undefined) setNow(Date.now())
      setParams(journalStateToParams({ ...state, ...part }))
    },
    [setParams, state],
  )
  const texts = useMemo<ChangeTexts>(
    () => ({ t, hasText, language, optionLabel: (field, value) => optionLabel({ t, hasText }, { entity: name, field, value }) }),
    [t, hasText, language, name],
  )
  const exporting = useJournalExport()
  const isFull = entries !== undefined && entries.length >= state.size
  const last = entries?.at(-1)
  const rest = useRestOfAction(isFull ? last : undefined, { theme, tenantOid: tenant.oid, state })
  const actions = useMemo(() => actionsOf(withRest(entries ?? [], rest)), [entries, rest])
  return {
    state,
    change,
    tabs,
    entries,
    actions,
    isFull,
    showOlder: () => last && change({ before: { at: last.creationDate } }),
    isStale,
    error,
    refresh: () => {
      setNow(Date.now())
      retry()
    },
    exportAll: () => {
      const { limit: _limit, ...every } = query
      void exporting.run(every)
    },
    exporting,
    texts,
  }
}
