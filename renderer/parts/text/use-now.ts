import { useSyncExternalStore } from 'react'

const stepMs = 30_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let current = Date.now()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    current = Date.now()
    for (const each of listeners) each()
  }, stepMs)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The time now, in milliseconds since 1970, updated every 30 s by one timer for all callers. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => {
    // A clock that nobody watched is old; within a second it answers every render the same.
    if (Date.now() - current > (timer === undefined ? 1000 : stepMs)) current = Date.now()
    return current
  })
}
