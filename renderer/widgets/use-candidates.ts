import { useEffect, useEffectEvent, useState } from 'react'
import type { Candidate } from './contract.ts'

/** Pause after the last key before the service is asked (S0 section 9). */
const searchAfterMs = 500

/** Finds candidates of a text. */
export interface Search {
  (term: string): Promise<Candidate[]>
  /** All candidates are here, so nothing is gained by waiting for the last letter. */
  isHere?: boolean
}

/** The state of a search. */
export type Found = { state: 'searching' } | { state: 'failed' } | { state: 'found'; candidates: Candidate[] }

const searching: Found = { state: 'searching' }

/**
 * Hook: candidates of what is typed, asked for after a pause; at once when nothing has been typed yet. Answers to earlier
 * terms do not count. `open` false: nothing is asked.
 */
export function useCandidates(search: Search, open: boolean, typed: string | undefined): Found {
  const [answer, setAnswer] = useState<{ term: string | undefined; found: Found }>({ term: undefined, found: searching })
  const find = useEffectEvent(search)
  const isHere = search.isHere === true
  useEffect(() => {
    if (!open) return undefined
    let isStale = false
    const take = (found: Found) => {
      if (!isStale) setAnswer({ term: typed, found })
    }
    const look = () => {
      find(typed ?? '').then(
        (candidates) => take({ state: 'found', candidates }),
        () => take({ state: 'failed' }),
      )
    }
    const timer = setTimeout(look, typed === undefined || isHere ? 0 : searchAfterMs)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [open, typed, isHere])
  return answer.term === typed ? answer.found : searching
}
