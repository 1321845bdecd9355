import { useEffect, useState } from 'react'
import type { MarkedCandidate } from '../contract.ts'

/** How it stands with all candidates. */
export type All = { state: 'loading' } | { state: 'failed'; retry: () => void } | { state: 'found'; candidates: readonly MarkedCandidate[] }

/** Hook: everything that may be chosen, fetched once. */
export function useAll(fetch: (() => Promise<MarkedCandidate[]>) | undefined): All {
  const [all, setAll] = useState<All>({ state: 'loading' })
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    let isOver = false
    const retry = (): void => {
      setAll({ state: 'loading' })
      setTurn(turn + 1)
    }
    fetch?.().then(
      (candidates) => !isOver && setAll({ state: 'found', candidates }),
      () => !isOver && setAll({ state: 'failed', retry }),
    )
    return () => {
      isOver = true
    }
  }, [fetch, turn])
  return all
}
