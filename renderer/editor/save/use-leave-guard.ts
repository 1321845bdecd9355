import { useEffect } from 'react'
import { useBlocker } from 'react-router-dom'
import type { Blocker } from 'react-router-dom'

/**
 * Hook: holds back whoever leaves the page while `isDirty` says that work would be lost. Within the console the returned
 * blocker waits for an answer; closing the window asks in the browser's own words. `isInside`: addresses that belong to the same page.
 */
export function useLeaveGuard(isDirty: () => boolean, isInside: (pathname: string) => boolean = () => false): Blocker {
  const blocker = useBlocker(
    ({ currentLocation: { pathname }, nextLocation }) =>
      isDirty() && pathname !== nextLocation.pathname && !isInside(nextLocation.pathname),
  )
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isDirty()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])
  return blocker
}
