import { useEffect, useEffectEvent, useState, type Dispatch, type SetStateAction } from 'react'
import { hasUpstreams } from '../../http/has-upstreams.ts'
import { useServices } from '../../services.ts'

/** The page itself comes first. */
const FIRST_AFTER_MS = 5_000
const EVERY_MS = 15_000

/**
 * Hook: how many messages the person has not read, asked for while the window is in sight, and at once when it comes back; 0 where another
 * service answers, which has none.
 */
export function useUnread(): [count: number, setCount: Dispatch<SetStateAction<number>>] {
  const { client, config } = useServices()
  const [count, setCount] = useState(0)
  const ask = useEffectEvent(async (signal: AbortSignal) => {
    const { meta } = await client.request<{ meta: { unread: number } }>('GET', '/api/v1/notifications', {
      query: { size: 0 },
      retries: 0,
      signal,
    })
    setCount(meta.unread)
  })
  const isOwn = !hasUpstreams(config)
  useEffect(() => {
    if (!isOwn) return undefined
    const ending = new AbortController()
    const run = (): void => {
      if (document.visibilityState !== 'hidden') void ask(ending.signal).catch(() => undefined)
    }
    const first = setTimeout(run, FIRST_AFTER_MS)
    const timer = setInterval(run, EVERY_MS)
    document.addEventListener('visibilitychange', run)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
      document.removeEventListener('visibilitychange', run)
      ending.abort()
    }
  }, [isOwn])
  return [count, setCount]
}
