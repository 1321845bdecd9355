import { useEffect } from 'react'
import { useBlocker } from 'react-router-dom'
import type { Blocker } from 'react-router-dom'

/**
 * Hook: holds back whoever leaves the page while `isDirty` says that work would be lost. Within the console the returned
 * blocker waits for an answer; closing the window asks in the browser's own words.
 */
export function useLeaveGuard(isDirty: () => boolean): Blocker {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isDirty() && currentLocation.pathname !== nextLocation.pathname)
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isDirty()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])
  return blocker
}
