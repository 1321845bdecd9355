import { chakra } from '@chakra-ui/react'
import { ErrorState } from '../../renderer/parts/empty-state.tsx'
import { hasText, translate } from '../i18n/texts.ts'

/** In English where not even the texts came. */
const say = (key: string, otherwise: string): string => (hasText(key) ? translate(key) : otherwise)

/** The application could not start: no configuration, or the identity provider refused. */
export function StartFailure({ failure }: { failure: unknown }) {
  const message = failure instanceof Error ? failure.message : String(failure)
  return (
    <chakra.main display="grid" placeItems="center" minH="100dvh">
      <ErrorState
        isPage
        title={say('shell.unavailable', 'The console could not start')}
        messages={[message]}
        retryLabel={say('shell.retry', 'Try again')}
        onRetry={() => window.location.assign('/')}
      />
    </chakra.main>
  )
}
