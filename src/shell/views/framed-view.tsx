import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { ErrorState } from '../../../renderer/parts/empty-state.tsx'
import { Skeleton } from '../../../renderer/parts/skeleton.tsx'

const Page = chakra('iframe', {
  base: {
    display: 'block',
    w: 'full',
    h: 'full',
    border: 0,
    bg: 'bg.canvas',
    opacity: 0,
    transition: 'opacity 120ms',
    '&[data-loaded]': { opacity: 1 },
  },
})

/** What an embedded view may do: run, keep its own sign-in, send forms, print, save and open windows; it never moves the console's own window. */
const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-modals allow-downloads allow-popups allow-popups-to-escape-sandbox'

interface FramedViewProps {
  /** Names the frame for assistive technology. */
  title: string
  /** Address of the view. Only what this installation answers or forwards is shown. */
  src: string
  /** Lets the browser in before the view is asked for. */
  open?: () => Promise<unknown>
}

/** A view of another service inside a page: asked for first, so that one that fails is told instead of shown. */
export function FramedView({ title, src, open }: FramedViewProps) {
  const { t } = useTranslation()
  const [isLoaded, setLoaded] = useState(false)
  const answer = useSWR<string, Error>(['view', src], () => reachable(src, open), {
    shouldRetryOnError: false,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
    revalidateIfStale: true,
    dedupingInterval: 0,
  })
  if (answer.error && !answer.isValidating) {
    return (
      <ErrorState
        title={t('view.failed', { title })}
        messages={[t('view.failed.about')]}
        retryLabel={t('shell.retry')}
        onRetry={() => void answer.mutate()}
      />
    )
  }
  return (
    <chakra.div position="relative" h="full" minH="24rem" aria-busy={!isLoaded}>
      {!isLoaded && <Waiting label={t('view.loading', { title })} />}
      {answer.data !== undefined && (
        <Page title={title} src={answer.data} sandbox={SANDBOX} data-loaded={isLoaded ? '' : undefined} onLoad={() => setLoaded(true)} />
      )}
    </chakra.div>
  )
}

/** The address, once something answers there; throws for a foreign one and for a refusal. */
async function reachable(src: string, open: FramedViewProps['open']): Promise<string> {
  if (new URL(src, window.location.origin).origin !== window.location.origin) throw new Error(`${src} is not of this installation`)
  await open?.()
  const { ok, status } = await fetch(src, { headers: { accept: 'text/html' } })
  if (!ok) throw new Error(`${src} answered ${status}`)
  return src
}

function Waiting({ label }: { label: string }) {
  return (
    <chakra.div role="status" aria-label={label} position="absolute" inset={0} display="grid" gap={4} alignContent="start">
      <Skeleton width="14rem" height="6" />
      <Skeleton height="40" borderRadius="md" />
      <Skeleton height="40" borderRadius="md" />
    </chakra.div>
  )
}
