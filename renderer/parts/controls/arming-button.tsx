import { chakra } from '@chakra-ui/react'
import { useId, useRef, useState } from 'react'
import type { ComponentProps, KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { FloatingText } from '../overlays/tooltip.tsx'
import { Button } from './button.tsx'
import { useTimedState } from './use-action-state.ts'

/** How long the first press holds, and how long a failure shows (S1 section 8, S2 sections 4 and 9). */
export const ARMED_MS = 4000
export const REFUSAL_SHOWN_MS = 3000
/** The second press of a double click within this time does nothing: nobody has read the question by then. */
export const DOUBLE_CLICK_MS = 300

type State = { kind: 'default' | 'armed' | 'running' } | { kind: 'error'; message: string }

interface ArmingButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick' | 'onKeyDown' | 'loading' | 'variant'> {
  /** What the second press confirms, shown in a tooltip while the button is armed. */
  question: ReactNode
  /** The question in one sentence, for screen readers. */
  announcement: string
  /** What the second press does; resolves to the reason if it failed. */
  act: () => Promise<string | undefined>
}

/**
 * A button that acts at its second press: the first one arms it for four seconds, orange, with the question in its tooltip; a failure
 * turns it red for three, with the reason. Escape disarms it.
 */
export function ArmingButton({ question, announcement, act, children, ...rest }: ArmingButtonProps) {
  const [state, set] = useTimedState<State>({ kind: 'default' })
  const [button, setButton] = useState<HTMLElement | null>(null)
  const armedAt = useRef(0)
  const id = useId()
  const press = async ({ detail, timeStamp }: MouseEvent): Promise<void> => {
    if (state.kind !== 'armed') {
      armedAt.current = timeStamp
      return set({ kind: 'armed' }, ARMED_MS)
    }
    if (detail > 1 && timeStamp - armedAt.current < DOUBLE_CLICK_MS) return
    set({ kind: 'running' })
    const message = await act()
    if (message === undefined) set({ kind: 'default' })
    else set({ kind: 'error', message }, REFUSAL_SHOWN_MS)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // A key that is held down counts as one press.
    if (event.repeat && event.key === 'Enter') event.preventDefault()
    if (event.key === 'Escape' && state.kind === 'armed') set({ kind: 'default' })
  }
  const variants = { default: 'dangerQuiet', armed: 'warning', running: 'dangerQuiet', error: 'danger' } as const
  const texts = { default: undefined, armed: question, running: undefined, error: state.kind === 'error' ? state.message : undefined }
  const text = rest.reason === undefined ? texts[state.kind] : undefined
  return (
    <>
      <Button
        {...rest}
        ref={setButton}
        variant={variants[state.kind]}
        loading={state.kind === 'running'}
        aria-describedby={text === undefined ? rest['aria-describedby'] : id}
        onClick={(event) => void press(event)}
        onKeyDown={onKeyDown}
      >
        {children}
      </Button>
      {button && text !== undefined && (
        <FloatingText id={id} anchor={button} placement="top" isLabel={false}>
          {text}
        </FloatingText>
      )}
      <chakra.span srOnly role="status">
        {state.kind === 'armed' ? announcement : texts[state.kind]}
      </chakra.span>
    </>
  )
}
