import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { usePageParams } from '../data/page-history.ts'
import type { Can, ListAnswer, ServedRecord } from '../../schemas/plan.ts'
import type { RuleContext } from '../../schemas/vocabulary/context.ts'
import { useHost, type PageProps } from '../host.tsx'
import type { ListQuery, RequestError } from '../data/data-source.ts'
import { useListQuery } from '../data/queries/queries.ts'
import { restoredState, listMemory } from './list-memory.ts'
import {
  changeListState,
  isNarrowed,
  listQuery,
  listStateFromParams,
  listStateToParams,
  listTabs,
  type ListState,
  pageCount,
} from './list-state.ts'
import { noSelection, type Selection } from './actions/selection.ts'

/** A list page without its looks. */
export interface ListModel {
  state: ListState
  /** A person's change of tab, search, filters, sort, size or page. Anything but the page goes back to page 1. */
  change: (change: Partial<ListState>) => void
  /** Takes search and filters away, keeps tab, sort and size. */
  clear: () => void
  /** Tab names in order with the number of rows that each would show; no number before the first answer and after a failure. */
  tabs: { name: string; count: number | undefined }[]
  /** Rows of the current page; of the previous one while `isStale`; `undefined` before the first answer and after a failure. */
  rows: ServedRecord[] | undefined
  total: number
  /** Total and counts of tabs are bounds: there are at least so many. */
  atLeast: boolean
  pages: number
  /** Search or filters are set, so "nothing" means "nothing matches". */
  narrowed: boolean
  isStale: boolean
  error: RequestError | undefined
  retry: () => void
  /** What the person may do on the collection. */
  can: Can
  /** The view of the list is there, or there is none: rows need not wait for it any more. */
  release: () => void
  selection: Selection
  select: (selection: Selection) => void
}

/** What the tenant context says of the collection, so that nothing changes its look when the first answer comes. Journals need the update right (S0 section 6). */
function expectedRights({ can }: RuleContext): Can {
  return {
    ...(can.create ? { create: true } : {}),
    ...(can.update ? { journal: true } : {}),
    ...(can.create || can.update ? { import: true } : {}),
  }
}

/** Rows of a tab; of 'at least none' nothing is said. */
function countOf(meta: ListAnswer['meta'] | undefined, tab: string): number | undefined {
  const count = meta?.counts[tab]
  return count === 0 && meta?.atLeast === true ? undefined : count
}

/** Joins address, memory, query and selection of one list; `always` of the query holds whatever the state says. Mount it anew for another entity or tenant. */
export function useList(shape: PageProps, always?: Partial<ListQuery>): ListModel {
  const { tenant, ruleContext } = useHost()
  const entity = shape.schema['x-entity'].name
  const { state, change, isRestored } = useListState(shape, tenant.oid)
  const query = useMemo(() => ({ ...listQuery(state, shape, tenant.oid), ...always }), [state, shape, tenant.oid, always])
  const { isHeld, release } = useHeldRows(shape, state)
  const { answer: lastAnswer, error, isStale, retry } = useListQuery(entity, isHeld ? undefined : query)
  // The result of an earlier query does not apply to a failed one.
  const answer = error && isStale ? undefined : lastAnswer
  // What is chosen is chosen among the rows that match: with other rows, the choice is gone.
  const { search, filters, where, tab } = state
  const matching = useMemo(() => JSON.stringify([search, filters, where, tab]), [search, filters, where, tab])
  const [chosen, setChosen] = useState({ matching, selection: noSelection })
  const selection = chosen.matching === matching ? chosen.selection : noSelection

  const total = answer?.meta.totalCount ?? 0
  const pages = pageCount(total, state.size)
  const isBeyondEnd = isRestored && answer !== undefined && !isStale && !error && state.page > pages
  useEffect(() => {
    if (isBeyondEnd) change({ page: pages }, { replace: true })
  }, [isBeyondEnd, pages, change])

  return {
    state,
    change,
    clear: () => change({ search: '', filters: {}, where: '' }),
    tabs: listTabs(shape).map((name) => ({ name, count: countOf(answer?.meta, name) })),
    rows: answer?.data,
    total,
    atLeast: answer?.meta.atLeast === true,
    pages,
    narrowed: isNarrowed(state),
    isStale: isStale || isBeyondEnd,
    error,
    retry,
    can: lastAnswer?.meta.can ?? expectedRights(ruleContext(entity)),
    release,
    selection,
    select: (next) => setChosen({ matching, selection: next }),
  }
}

/** How long rows wait for the view of their list at most. */
const longestWaitMs = 4000

/** Hook: holds the rows of a list back that is going to show a view, so that those without it do not appear before. */
function useHeldRows(shape: PageProps, state: ListState) {
  const { awaitsView } = useHost()
  const [isHeld, setHeld] = useState(() => {
    const isBare = listStateToParams({ ...state, saved: '', page: 1 }, shape).size === 0
    return isBare && awaitsView?.(shape.schema['x-entity'].name, state.saved) === true
  })
  const release = useCallback(() => setHeld(false), [])
  useEffect(() => {
    if (!isHeld) return undefined
    const timer = setTimeout(release, longestWaitMs)
    return () => clearTimeout(timer)
  }, [isHeld, release])
  return { isHeld, release }
}

/** A state not yet in the address: it applies until the address has changed from `from`. */
interface Ahead {
  state: ListState
  /** The address then. */
  from: string
  isRestored: boolean
}

/**
 * The list's state: from the address; on arrival without any in the address, what was remembered, which is then written
 * to the address too. A person's change holds at once, though the router draws the new address when it has time.
 */
function useListState(shape: PageProps, tenantOid: string) {
  const [params, setParams] = usePageParams()
  const address = params.toString()
  const memory = useMemo(() => listMemory(shape, localStorage), [shape])
  const [ahead, setAhead] = useState<Ahead | undefined>(() => {
    const restored = restoredState(params, { shape, memory, tenantOid })
    return restored && { state: restored, from: address, isRestored: true }
  })
  const isAhead = ahead?.from === address
  if (ahead && !isAhead) setAhead(undefined)
  const state = useMemo(() => (ahead && isAhead ? ahead.state : listStateFromParams(params, shape)), [ahead, isAhead, params, shape])

  const isArriving = isAhead && ahead.isRestored
  useEffect(() => {
    if (isArriving) setParams(listStateToParams(state, shape), { replace: true })
    else memory.write(state, tenantOid)
  }, [isArriving, state, setParams, shape, memory, tenantOid])

  // The grid hands its events to the handlers of an earlier render at times: a change starts from what was drawn or wanted last.
  const latest = useRef({ state, address })
  useLayoutEffect(() => {
    latest.current = { state, address }
  }, [state, address])
  const change = useCallback(
    (part: Partial<ListState>, options: { replace?: boolean } = {}) => {
      const from = latest.current
      const next = changeListState(from.state, part)
      const wanted = listStateToParams(next, shape)
      // Compared with the state, not the address: that of an earlier change may still be on its way.
      if (wanted.toString() === listStateToParams(from.state, shape).toString()) return
      latest.current = { ...from, state: next }
      setAhead({ state: next, from: from.address, isRestored: false })
      setParams(wanted, options)
    },
    [setParams, shape],
  )
  return { state, change, isRestored: !isArriving }
}
