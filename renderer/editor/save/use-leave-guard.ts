import { useEffect } from 'react'
import { useBlocker } from 'react-router-dom'
import type { Blocker } from 'react-router-dom'

/**
 * Hook: blocks leaving the page while `isDirty`. Navigation within the console waits for the returned blocker; closing the window shows the
 * browser's own dialog. `isInside`: addresses that belong to the same page.
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
