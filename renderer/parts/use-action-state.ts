import { useMoment } from './use-moment.ts'

/** How long a failure shows before the button is as before (S2 sections 4 and 9). */
export const FAILURE_SHOWN_MS = 10_000

/** How what a button does goes: not begun, under way, done, or failed. */
export type ActionState = { kind: 'default' | 'running' | 'success' } | { kind: 'error'; message: string }

/** Hook: what an action has come to. Success stays until it is run again, a failure shows for ten seconds; `messageOf` says it in words. */
export function useActionState(
  act: () => Promise<void>,
  messageOf: (error: unknown) => string,
): { state: ActionState; run: () => Promise<void> } {
  const [state, set] = useMoment<ActionState>({ kind: 'default' })
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
