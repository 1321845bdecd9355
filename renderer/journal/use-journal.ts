import { useCallback, useMemo, useState } from 'react'
import type { JournalEntry } from '../../schemas/plan.ts'
import type { RequestError } from '../data/data-source.ts'
import { optionLabel } from '../data/labels.ts'
import { dottedDisplays } from './dotted-displays.ts'
import { useJournalQuery } from '../data/queries/queries.ts'
import { usePageParams } from '../data/page-history.ts'
import { type PageProps, useHost } from '../host.tsx'
import type { ChangeTexts } from './change-lines.ts'
import {
  beforeMoment,
  journalQuery,
  type JournalState,
  journalStateFromParams,
  journalStateToParams,
  journalTabs,
} from './journal-state.ts'
import { type JournalExport, useJournalExport } from './use-journal-export.ts'
import { useWholeAction } from './use-whole-action.ts'

/** The headless journal page. */
export interface JournalModel {
  state: JournalState
  change: (change: Partial<JournalState>) => void
  tabs: string[]
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
  texts: ChangeTexts
}

/** Groups the page into actions and adds the rest of the last one; each entry once. */
function wholeActions(entries: readonly JournalEntry[], rest: readonly JournalEntry[] | undefined, hasMore: boolean): JournalAction[] {
  const known = new Set(entries.map(({ id }) => id))
  const actions = actionsOf([...entries, ...(rest ?? []).filter(({ id }) => !known.has(id))])
  const last = actions.at(-1)
  return last && hasMore ? [...actions.slice(0, -1), { ...last, isOpenEnded: true }] : actions
}

/** Hook: connects the address with the journal query. */
export function useJournal(shape: PageProps): JournalModel {
  const host = useHost()
  const { tenant, t, hasText, language, ruleContext } = host
  const { name, theme } = shape.schema['x-entity']
  const [params, setParams] = usePageParams()
  const tabs = useMemo(() => journalTabs(shape, ruleContext(name)), [shape, ruleContext, name])
  const state = useMemo(() => journalStateFromParams(params, tabs), [params, tabs])
  // Relative times count from when they were chosen, so that the page is stable.
  const [now, setNow] = useState(Date.now)
  const before = beforeMoment(state.before, now)
  const query = useMemo(() => journalQuery(state, { theme, tenantOid: tenant.oid, before }), [state, theme, tenant.oid, before])
  const { entries, archivedBefore, error, isStale, retry } = useJournalQuery(query)

  const change = useCallback(
    (part: Partial<JournalState>) => {
      if (part.before !== undefined) setNow(Date.now())
      setParams(journalStateToParams({ ...state, ...part }))
    },
    [setParams, state],
  )
  const texts = useMemo<ChangeTexts>(
    () => ({
      t,
      hasText,
      language,
      optionLabel: (field, value) => optionLabel({ t, hasText }, { entity: name, field, value }),
      dateDisplay: dottedDisplays(shape.screen),
    }),
    [t, hasText, language, name, shape.screen],
  )
  const exporting = useJournalExport()
  const isFull = entries !== undefined && entries.length >= state.size
  const last = entries?.at(-1)
  const { entries: rest, showMore } = useWholeAction(isFull ? last : undefined, { theme, tenantOid: tenant.oid, event: state.event })
  const hasMore = showMore !== undefined
  const actions = useMemo(() => wholeActions(entries ?? [], rest, hasMore), [entries, rest, hasMore])
  return {
    state,
    change,
    tabs,
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
    exportAll: () => {
      const { limit: _limit, ...every } = query
      void exporting.run(every)
    },
    exporting,
    texts,
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
