import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

let isPrinting = false
const listeners = new Set<() => void>()

/** The page is on its way to paper as soon as the listeners have returned. */
function tell(next: boolean): void {
  isPrinting = next
  flushSync(() => {
    for (const each of listeners) each()
  })
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('beforeprint', start)
    addEventListener('afterprint', end)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    removeEventListener('beforeprint', start)
    removeEventListener('afterprint', end)
  }
}

const start = (): void => tell(true)
const end = (): void => tell(false)

/** Hook: whether the page is being printed, for what the screen shows only in part. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => isPrinting)
