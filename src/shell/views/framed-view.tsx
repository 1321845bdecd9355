import { chakra } from '@chakra-ui/react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { ErrorState } from '../../../renderer/parts/page/empty-state.tsx'
import { Skeleton } from '../../../renderer/parts/page/skeleton.tsx'
import { type OpenedView, TIMEOUT_MS } from './open-view.ts'

const Page = chakra('iframe', {
  base: {
    display: 'block',
    w: 'full',
    h: 'full',
    border: 0,
    bg: 'bg.canvas',
    opacity: 0,
    transition: 'opacity {durations.fast}',
    '&[data-loaded]': { opacity: 1 },
  },
})

interface FramedViewProps {
  /** Names the frame for assistive technology. */
  title: string
  /** Tells the view from others. */
  name: string
  /** Asks for the view; rejects where it cannot be shown. */
  open: () => Promise<OpenedView>
}

/** A view inside a page. It is requested before it is framed, so that a failure is shown as an error message. */
export function FramedView({ title, name, open }: FramedViewProps) {
  const { t } = useTranslation()
  const look = useLook()
  const [outcome, setOutcome] = useState<{ of: OpenedView; is: 'loaded' | 'late' }>()
  const frame = useRef<HTMLIFrameElement>(null)
  const answer = useSWR<OpenedView, Error>(['view', name], open, {
    shouldRetryOnError: false,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
    revalidateIfStale: true,
    dedupingInterval: 0,
  })
  const { mutate } = answer
  // What was opened before opens nothing any more.
  const view = answer.isValidating ? undefined : answer.data
  const state = view !== undefined && outcome?.of === view ? outcome.is : 'waiting'
  useEffect(() => {
    if (view === undefined || state !== 'waiting') return undefined
    const timer = setTimeout(() => setOutcome({ of: view, is: 'late' }), TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [view, state])
  const isOld = view?.followsLook === false && view.look !== look
  useEffect(() => {
    if (isOld) void mutate()
    else if (view?.followsLook === true) tellLook(frame.current, look)
  }, [isOld, view, look, mutate])
  if ((answer.error && !answer.isValidating) || state === 'late') {
    const retry = (): void => {
      setOutcome(undefined)
      void mutate()
    }
    return (
      <ErrorState title={t('view.failed', { title })} messages={[t('view.failed.about')]} retryLabel={t('shell.retry')} onRetry={retry} />
    )
  }
  const isLoaded = state === 'loaded' && !isOld
  const load = (): void => {
    if (view === undefined) return
    // Its own forms draw it anew in the colour mode that it began with.
    if (view.followsLook === true) tellLook(frame.current, look)
    setOutcome({ of: view, is: 'loaded' })
  }
  return (
    // Views of the service leave two pixels for the ring of the focus; what they show begins where the title does.
    <chakra.div position="relative" h="full" minH="24rem" mx="-2px" aria-busy={!isLoaded}>
      {!isLoaded && <Waiting label={t('view.loading', { title })} />}
      {view !== undefined && (
        <Page
          key={view.src}
          ref={frame}
          title={title}
          src={view.src}
          sandbox={view.sandbox}
          data-loaded={isLoaded ? '' : undefined}
          onLoad={load}
        />
      )}
    </chakra.div>
  )
}

/** Tells a view of the service itself the colour mode. Its page has no origin that the message could name, and the message is no secret. */
function tellLook(frame: HTMLIFrameElement | null, look: 'light' | 'dark'): void {
  frame?.contentWindow?.postMessage({ look }, '*')
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

type Look = 'light' | 'dark'

/** The colour mode that the console shows now. */
export function currentLook(): Look {
  return document.documentElement.classList.contains('dark') ? 'dark' : 'light'
}

/** The same, followed. */
function useLook(): Look {
  return useSyncExternalStore(follow, currentLook)
}

function follow(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributeFilter: ['class'] })
  return () => observer.disconnect()
}
