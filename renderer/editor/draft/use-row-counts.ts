import { useCallback, useSyncExternalStore } from 'react'
import { subscribe } from 'valtio'
import type { Draft } from './draft.ts'

/** Hook: how many rows each of some lists has that are shown; it draws anew when rows come or go, not when cells change. `lists` must hold still. */
export function useRowCounts(draft: Draft, lists: readonly string[]): ReadonlyMap<string, number> {
  const listen = useCallback(
    (onChange: () => void) => {
      const stops = lists.map((list) => subscribe(draft.slot(list), onChange))
      return () => stops.forEach((stop) => stop())
    },
    [draft, lists],
  )
  const counts = useSyncExternalStore(listen, () =>
    lists
      .map((list) => {
        const rows = draft.value(list)
        if (!draft.stateAt(list).visible) return ''
        return Array.isArray(rows) ? rows.length : 0
      })
      .join(' '),
  ).split(' ')
  return new Map(lists.flatMap((list, index) => (counts[index] ? [[list, Number(counts[index])] as const] : [])))
}
