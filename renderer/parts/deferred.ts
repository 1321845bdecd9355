import { useCallback, useSyncExternalStore } from 'react'

/** A module that is fetched once: when it is asked for, or ahead of that when the page is idle. */
export interface Deferred<T> {
  load: () => Promise<T>
  /** `undefined` until it is there. */
  read: () => T | undefined
}

/** Puts off fetching a module until it is needed. A failed attempt is repeated by the next one who needs it. */
export function deferred<T>(fetch: () => Promise<T>): Deferred<T> {
  let loading: Promise<T> | undefined
  let loaded: T | undefined
  const load = (): Promise<T> => {
    loading ??= fetch().then(
      (module) => (loaded = module),
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  return { load, read: () => loaded }
}

/**
 * Hook: a deferred module, fetched as soon as it `isNeeded`; `undefined` until it is there. No Suspense boundary, because React reveals
 * one at least 300 ms after another, even where everything is there.
 */
export function useDeferred<T>({ load, read }: Deferred<T>, isNeeded: boolean): T | undefined {
  return useSyncExternalStore(
    useCallback(
      (onChange) => {
        if (!isNeeded) return () => {}
        let isSubscribed = true
        const notify = () => isSubscribed && onChange()
        load().then(notify, notify)
        return () => {
          isSubscribed = false
        }
      },
      [load, isNeeded],
    ),
    read,
  )
}

const firstSigns = ['pointermove', 'pointerdown', 'keydown'] as const
const idleTimeoutMs = 3000

/** Fetches modules once the page has been idle, or at the first sign of a person: before they can click on what needs them. */
export function loadWhenIdle(...modules: Pick<Deferred<unknown>, 'load'>[]): void {
  const load = () => {
    for (const sign of firstSigns) window.removeEventListener(sign, load, true)
    // Who needs it asks again, and hears of a failure then.
    for (const module of modules) module.load().catch(() => {})
  }
  for (const sign of firstSigns) window.addEventListener(sign, load, { capture: true, passive: true })
  setTimeout(() => ('requestIdleCallback' in window ? window.requestIdleCallback(load) : load()), idleTimeoutMs)
}
