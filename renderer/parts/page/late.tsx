import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'

/** What comes sooner is not announced by a grey shape: drawing the page twice would take longer than that. */
export const lateMs = 300

/** Hook: whether `afterMs` have passed since the first render, so that the place of what is awaited should not stay empty. */
export function useLate(afterMs: number = lateMs): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), afterMs)
    return () => clearTimeout(timer)
  }, [afterMs])
  return isLate
}

/** A grey shape that appears only if what it stands for is late. */
export function Late({ children }: { children: ReactNode }) {
  return useLate() ? children : null
}
