import { useEffect, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { deferred, loadWhenIdle } from '../deferred.ts'
import { MotionContext, type Motion } from './motion-context.ts'
import { NonceContext } from './nonce-context.ts'

const reducedQuery = '(prefers-reduced-motion: reduce)'

interface MotionRootProps {
  /** Of the page's Content-Security-Policy. */
  nonce?: string | undefined
  children: ReactNode
}

/**
 * Around the application: fetches what moves things after the first paint. Until then, and for whoever asks the system for reduced
 * motion, everything changes at once.
 */
export function MotionRoot({ nonce, children }: MotionRootProps) {
  const isReduced = useSyncExternalStore(followReduced, () => matchMedia(reducedQuery).matches)
  const [loaded, setLoaded] = useState<Motion>()
  const isNeeded = !isReduced && !loaded
  useEffect(() => {
    if (isNeeded) loadWhenIdle(deferred(async () => setLoaded(await import('./motion-layers.tsx'))))
  }, [isNeeded])
  return (
    <NonceContext value={nonce}>
      <MotionContext value={isReduced ? undefined : loaded}>{children}</MotionContext>
    </NonceContext>
  )
}

function followReduced(onChange: () => void): () => void {
  const query = matchMedia(reducedQuery)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
