import { useEffect, useState } from 'react'

/** What was asked of the workbench's data, answered at the last save. */
export interface Answer<T> {
  data: T | undefined
  /** Why there is no newer answer, e.g. the JSON cannot be read. */
  failure: string | undefined
  /** The save after which it was asked. */
  saves: number | undefined
}

/** Counts the saves of schemas, samples and texts. */
export function useSaves(): number {
  const [saves, setSaves] = useState(0)
  useEffect(() => {
    const events = new EventSource('/workbench/api/changes')
    events.addEventListener('message', () => setSaves((count) => count + 1))
    return () => events.close()
  }, [])
  return saves
}

/** Asks at once and again after each save; the answer before stays until there is a new one. Without `saves` it waits. */
export function useAnswer<T>(path: string, saves: number | undefined): Answer<T> {
  const [answer, setAnswer] = useState<Answer<T>>({ data: undefined, failure: undefined, saves: undefined })
  useEffect(() => {
    if (saves === undefined) return undefined
    const aborted = new AbortController()
    fetch(`/workbench/api/${path}`, { signal: aborted.signal })
      .then(async (response) => {
        const content = (await response.json()) as T & { message?: string }
        setAnswer((before) =>
          response.ok
            ? { data: content, failure: undefined, saves }
            : { data: before.data, failure: content.message ?? response.statusText, saves },
        )
      })
      .catch((error: unknown) => {
        if (!aborted.signal.aborted) setAnswer((before) => ({ data: before.data, failure: String(error), saves }))
      })
    return () => aborted.abort()
  }, [path, saves])
  return answer
}
