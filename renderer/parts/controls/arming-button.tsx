import { chakra } from '@chakra-ui/react'
import type { ComponentProps } from 'react'
import { IconButton } from './button.tsx'
import { useTimedState } from './use-action-state.ts'

/** How long the first press holds, and how long a failure shows (S2 sections 4 and 9). */
export const ARMED_MS = 4000
export const REFUSAL_SHOWN_MS = 3000

type State = { kind: 'default' | 'armed' | 'running' } | { kind: 'error'; message: string }

interface ArmingButtonProps extends Omit<ComponentProps<typeof IconButton>, 'onClick' | 'loading'> {
  /** What the second press does. A rejection is a failure. */
  act: () => Promise<void>
  /** Name of the button once it has been pressed: what the second press will do. */
  armedLabel: string
  /** First message of a failure, in words. */
  messageOf: (error: unknown) => string
}

/** A small button that deletes at its second press: the first one arms it for four seconds; a failure shows for three. */
export function ArmingButton({ act, armedLabel, messageOf, label, variant, ...rest }: ArmingButtonProps) {
  const [state, set] = useTimedState<State>({ kind: 'default' })
  const press = async (): Promise<void> => {
    if (state.kind !== 'armed') return set({ kind: 'armed' }, ARMED_MS)
    set({ kind: 'running' })
    try {
      await act()
      set({ kind: 'default' })
    } catch (error) {
      set({ kind: 'error', message: messageOf(error) }, REFUSAL_SHOWN_MS)
    }
  }
  const looks = { default: variant, running: variant, armed: 'warning', error: 'danger' } as const
  const names = { default: label, running: label, armed: armedLabel, error: state.kind === 'error' ? state.message : label }
  return (
    <>
      <IconButton
        {...rest}
        label={names[state.kind]}
        variant={looks[state.kind]}
        loading={state.kind === 'running'}
        onClick={() => void press()}
      />
      <chakra.span srOnly role="status">
        {state.kind === 'armed' || state.kind === 'error' ? names[state.kind] : ''}
      </chakra.span>
    </>
  )
}
