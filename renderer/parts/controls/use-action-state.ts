import { useCallback, useEffect, useRef, useState } from 'react'

/**
 * Hook: a state that returns to its initial value after the milliseconds given to `set`; without them it stays.
 * Setting it again and unmounting cancel the timer.
 */
export function useTimedState<T>(first: T): [state: T, set: (next: T, forMs?: number) => void] {
  const [state, setState] = useState(first)
  const initial = useRef(first)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const set = useCallback((next: T, forMs?: number) => {
    clearTimeout(timer.current)
    setState(() => next)
    if (forMs !== undefined) timer.current = setTimeout(() => setState(() => initial.current), forMs)
  }, [])
  return [state, set]
}

/** How long a failure shows before the button is as before (S2 sections 4 and 9). */
export const FAILURE_SHOWN_MS = 10_000

/** State of the action behind a button. */
export type ActionState = { kind: 'default' | 'running' | 'success' } | { kind: 'error'; message: string }

/** Hook: runs an action and keeps its state. Success stays until the next run, a failure is shown for ten seconds; `messageOf` is its text. */
export function useActionState(
  act: () => Promise<void>,
  messageOf: (error: unknown) => string,
): { state: ActionState; run: () => Promise<void> } {
  const [state, set] = useTimedState<ActionState>({ kind: 'default' })
  const run = async (): Promise<void> => {
    set({ kind: 'running' })
    try {
      await act()
      set({ kind: 'success' })
    } catch (error) {
      set({ kind: 'error', message: messageOf(error) }, FAILURE_SHOWN_MS)
    }
  }
  return { state, run }
}
