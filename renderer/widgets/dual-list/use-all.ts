import { useEffect, useState } from 'react'
import type { ListProps, MarkedCandidate } from '../contract.ts'

/** Loading state of all candidates; `candidates` are those loaded so far. */
export interface All {
  state: 'loading' | 'failed' | 'found'
  candidates: readonly MarkedCandidate[]
  retry: () => void
}

const none: readonly MarkedCandidate[] = []

/** Hook: everything that may be chosen, fetched once, and anew when some of it was refused; what was known stays until then. */
export function useAll(fetch: ListProps['all'], isRefused: boolean): All {
  const [all, setAll] = useState<Omit<All, 'retry'>>({ state: 'loading', candidates: none })
  const [tries, setTries] = useState(0)
  const [wasRefused, setRefused] = useState(isRefused)
  if (isRefused !== wasRefused) {
    setRefused(isRefused)
    if (isRefused) setTries(tries + 1)
  }
  useEffect(() => {
    let isOver = false
    const some = (candidates: readonly MarkedCandidate[]): void =>
      setAll((known) => (isOver || known.state === 'found' ? known : { ...known, candidates }))
    fetch?.(some).then(
      (candidates) => !isOver && setAll({ state: 'found', candidates }),
      () => !isOver && setAll((known) => (known.state === 'found' ? known : { ...known, state: 'failed' })),
    )
    return () => {
      isOver = true
    }
  }, [fetch, tries])
  const retry = (): void => {
    setAll({ ...all, state: 'loading' })
    setTries(tries + 1)
  }
  return { ...all, retry }
}
