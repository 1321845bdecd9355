import { chakra } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'
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
  /** Colour mode, for views of the service itself: they follow it without being loaded anew. */
  look?: 'light' | 'dark'
}

/** A view that has not come by then is told as one that failed. */
const PATIENCE_MS = 20_000

/** A view of another service inside a page: asked for first, so that one that fails is told instead of shown. */
export function FramedView({ title, src, open, look }: FramedViewProps) {
  const { t } = useTranslation()
  const [state, setState] = useState<'waiting' | 'loaded' | 'late'>('waiting')
  const frame = useRef<HTMLIFrameElement>(null)
  const answer = useSWR<string, Error>(['view', src], () => reachable(src, open), {
    shouldRetryOnError: false,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
    revalidateIfStale: true,
    dedupingInterval: 0,
  })
  const isShown = answer.data !== undefined
  useEffect(() => {
    if (!isShown || state !== 'waiting') return undefined
    const timer = setTimeout(() => setState('late'), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [isShown, state])
  useEffect(() => paint(frame.current, look), [look])
  if ((answer.error && !answer.isValidating) || state === 'late') {
    const retry = (): void => {
      setState('waiting')
      void answer.mutate()
    }
    return (
      <ErrorState title={t('view.failed', { title })} messages={[t('view.failed.about')]} retryLabel={t('shell.retry')} onRetry={retry} />
    )
  }
  const isLoaded = state === 'loaded'
  const load = (): void => {
    paint(frame.current, look)
    if (look !== undefined) keepKeyboard(frame.current)
    setState('loaded')
  }
  return (
    // Views of the service leave two pixels for the ring of the focus; what they show begins where the title does.
    <chakra.div position="relative" h="full" minH="24rem" mx="-2px" aria-busy={!isLoaded}>
      {!isLoaded && <Waiting label={t('view.loading', { title })} />}
      {isShown && (
        <Page ref={frame} title={title} src={answer.data} sandbox={SANDBOX} data-loaded={isLoaded ? '' : undefined} onLoad={load} />
      )}
    </chakra.div>
  )
}

/** The address, once something answers there; throws for a foreign one, for a refusal, and for silence. */
async function reachable(src: string, open: FramedViewProps['open']): Promise<string> {
  if (new URL(src, window.location.origin).origin !== window.location.origin) throw new Error(`${src} is not of this installation`)
  await open?.()
  // A view that leads to its own sign-in is one that answers, wherever that is.
  const answer = await fetch(src, { headers: { accept: 'text/html' }, redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) })
  if (!answer.ok && answer.type !== 'opaqueredirect') throw new Error(`${src} answered ${answer.status}`)
  return src
}

/** Tells a view of the service itself the colour mode. */
function paint(frame: HTMLIFrameElement | null, look: FramedViewProps['look']): void {
  if (look !== undefined) frame?.contentDocument?.documentElement.setAttribute('data-look', look)
}

/** Browsers leave `autofocus` alone where the keyboard is in the frame already, as it is after a button there. */
function keepKeyboard(frame: HTMLIFrameElement | null): void {
  if (document.activeElement === frame) frame?.contentDocument?.querySelector<HTMLElement>('[autofocus]')?.focus()
}

function Waiting({ label }: { label: string }) {
  return (
    <chakra.div role="status" aria-label={label} position="absolute" insetX="2px" insetY={0} display="grid" gap={4} alignContent="start">
      <Skeleton width="14rem" height="6" />
      <Skeleton height="40" borderRadius="md" />
      <Skeleton height="40" borderRadius="md" />
    </chakra.div>
  )
}
