import { useEffect, useState } from 'react'
import type { Can, ServedRecord } from '../../../schemas/plan.ts'
import { RequestError } from '../../data/data-source.ts'

/** Rows that something is to be done with, or how to get them where they are not all in sight. */
export type TargetRows = ServedRecord[] | ((signal: AbortSignal) => Promise<ServedRecord[]>)

/** Chosen rows by what the service says about one of the things that can be done with them. */
export interface SortedRows {
  records: ServedRecord[]
  /** Rows that stay as they are, by reason. */
  kept: { reason: Exclude<Can[string], true> | undefined; count: number }[]
}

/** Sorts chosen rows into those with which the person may do something (`delete`, or an action by its name) and those that stay. */
export function sortByRight(chosen: readonly ServedRecord[], name: string): SortedRows {
  const kept = new Map<string, SortedRows['kept'][number]>()
  const records = chosen.filter(({ can }) => {
    const may = can[name]
    if (may === true) return true
    const key = JSON.stringify(may ?? null)
    kept.set(key, { reason: may, count: (kept.get(key)?.count ?? 0) + 1 })
    return false
  })
  return { records, kept: [...kept.values()] }
}

/** Hook: the rows, sorted as soon as all of them are there. */
export function useSortedRows(rows: TargetRows, name: string) {
  const [sorted, setSorted] = useState<SortedRows | undefined>(() => (typeof rows === 'function' ? undefined : sortByRight(rows, name)))
  const [error, setError] = useState<RequestError>()
  useEffect(() => {
    if (typeof rows !== 'function') return undefined
    const stop = new AbortController()
    rows(stop.signal).then(
      (all) => setSorted(sortByRight(all, name)),
      (failure: unknown) => {
        if (failure instanceof RequestError && !stop.signal.aborted) setError(failure)
      },
    )
    return () => stop.abort()
  }, [rows, name])
  return { sorted, error, setError }
}
