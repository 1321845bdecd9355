import { useEffect, useEffectEvent, useState } from 'react'

/** Polling interval of the overview and notifications (S2 section 9). */
export const POLL_MS = 60_000

/** What a failed try does to the figures of before: they stay, they go, or they go and nothing is asked any more. */
export type Failing = 'keep' | 'clear' | 'stop'

interface Polled<T> {
  /** What is asked about: another one is asked for at once, and knows nothing yet; undefined asks nothing. */
  about: string | undefined
  load: (about: string, signal: AbortSignal) => Promise<T>
  onFailure: (error: unknown) => Failing
}

/** Hook: the latest answer about something, fetched at once and every minute from then on; undefined while there is none. */
export function usePolled<T>({ about, load, onFailure }: Polled<T>): T | undefined {
  const [known, setKnown] = useState<{ about: string; value: T }>()
  const ask = useEffectEvent(load)
  const judge = useEffectEvent(onFailure)
  useEffect(() => {
    if (about === undefined) return undefined
    const ending = new AbortController()
    const { signal } = ending
    let isRunning = false
    const timer = setInterval(() => void run(), POLL_MS)
    const run = async (): Promise<void> => {
      if (isRunning) return
      isRunning = true
      try {
        const value = await ask(about, signal)
        if (!signal.aborted) setKnown({ about, value })
      } catch (error) {
        if (signal.aborted) return
        const failing = judge(error)
        if (failing !== 'keep') setKnown(undefined)
        if (failing === 'stop') clearInterval(timer)
      } finally {
        isRunning = false
      }
    }
    void run()
    return () => {
      clearInterval(timer)
      ending.abort()
    }
  }, [about])
  return known?.about === about ? known?.value : undefined
}
