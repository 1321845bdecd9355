import { chakra } from '@chakra-ui/react'
import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from './button.tsx'
import { Tooltip } from '../overlays/tooltip.tsx'
import type { ActionState } from './use-action-state.ts'

interface MultistateButtonProps extends Omit<ComponentProps<typeof Button>, 'loading'> {
  /** From `useActionState`, whose `run` a press calls in the end. */
  state: ActionState
  /** What is said of success, and failures with it. @default nothing: the page says what came of it */
  done?: string
}

/** A button that shows how what it does goes: as it is, running, done, or failed with the reason on hover. */
export function MultistateButton({ state, done, icon, variant, ...rest }: MultistateButtonProps) {
  const failure = state.kind === 'error' ? state.message : undefined
  const marks = { default: icon, running: icon, success: <CircleCheck aria-hidden />, error: <CircleAlert aria-hidden /> }
  return (
    <>
      <Tooltip text={failure}>
        <Button
          {...rest}
          variant={failure === undefined ? variant : 'danger'}
          loading={state.kind === 'running'}
          icon={marks[state.kind]}
        />
      </Tooltip>
      {done !== undefined && (
        <chakra.span srOnly role="status">
          {state.kind === 'success' ? done : failure}
        </chakra.span>
      )}
    </>
  )
}
