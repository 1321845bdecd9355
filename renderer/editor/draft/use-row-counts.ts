import { useCallback, useSyncExternalStore } from 'react'
import { subscribe } from 'valtio'
import type { Draft } from './draft.ts'

/**
 * Hook: row counts of the visible lists among `lists`; re-renders when rows are added or removed, not when cells change. `lists` must be
 * stable.
 */
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
