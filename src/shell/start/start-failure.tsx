import { chakra } from '@chakra-ui/react'
import { ErrorState } from '../../../renderer/parts/page/empty-state.tsx'
import { hasText, translate } from '../../i18n/texts.ts'

/** In English where not even the texts came. */
const say = (key: string, otherwise: string): string => (hasText(key) ? translate(key) : otherwise)

/** The application could not start: no configuration, or the identity provider refused. */
export function StartFailure({ failure }: { failure: unknown }) {
  const message = failure instanceof Error ? failure.message : String(failure)
  const refusal = providerRefusal(failure)
  return (
    <chakra.main display="grid" placeItems="center" minH="100dvh">
      <ErrorState
        isPage
        title={
          refusal
            ? say('shell.providerRefused', 'The identity provider refused the sign-in')
            : say('shell.unavailable', 'The console could not start')
        }
        messages={[refusal ?? message]}
        retryLabel={say('shell.retry', 'Try again')}
        onRetry={() => window.location.assign('/')}
      />
    </chakra.main>
  )
}

/** What the identity provider answered instead of a sign-in, its code (`invalid_scope`) included: that is what its documentation explains. */
function providerRefusal(failure: unknown): string | undefined {
  if (!(failure instanceof Error) || failure.name !== 'ErrorResponse') return undefined
  const { error, message } = failure as Error & { error?: string | null }
  return error && error !== message ? `${message} (${error})` : message
}
