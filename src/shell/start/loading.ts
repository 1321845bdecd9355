import { useCallback, useSyncExternalStore } from 'react'

/** A promise that was started once and whose state any number of renders read. */
export interface Loading<T> {
  whenDone: Promise<T>
  /** `undefined` while pending; throws the rejection reason. */
  read: () => T | undefined
}

/** Follows a promise. */
export function loadingOf<T>(whenDone: Promise<T>): Loading<T> {
  let read = (): T | undefined => undefined
  whenDone.then(
    (value) => {
      read = () => value
    },
    (error: unknown) => {
      read = () => {
        throw error
      }
    },
  )
  return { whenDone, read: () => read() }
}

/**
 * Hook: what has loaded, `undefined` before. A Suspense boundary would show it later: React reveals one boundary at least 300 ms after
 * another, even where everything is there.
 */
export function useLoading<T>({ whenDone, read }: Loading<T>): T | undefined {
  return useSyncExternalStore(
    useCallback(
      (onChange) => {
        let isWanted = true
        const tell = () => isWanted && onChange()
        whenDone.then(tell, tell)
        return () => {
          isWanted = false
        }
      },
      [whenDone],
    ),
    read,
  )
}
