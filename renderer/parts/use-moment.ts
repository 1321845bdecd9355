import { useCallback, useEffect, useRef, useState } from 'react'

/**
 * Hook: a state that goes back to the first one by itself, after the milliseconds that setting it names; without them it stays.
 * A later state puts an earlier clock out, and so does leaving the page.
 */
export function useMoment<T>(first: T): [state: T, set: (next: T, forMs?: number) => void] {
  const [state, setState] = useState(first)
  const initial = useRef(first)
  const clock = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(clock.current), [])
  const set = useCallback((next: T, forMs?: number) => {
    clearTimeout(clock.current)
    setState(() => next)
    if (forMs !== undefined) clock.current = setTimeout(() => setState(() => initial.current), forMs)
  }, [])
  return [state, set]
}
