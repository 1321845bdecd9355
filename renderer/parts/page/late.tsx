import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'

/** What comes sooner is not announced by a grey shape: drawing the page twice would take longer than that. */
export const lateMs = 300

/** Hook: whether something has been awaited for so long that its place should not stay empty. */
export function useLate(): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), lateMs)
    return () => clearTimeout(timer)
  }, [])
  return isLate
}

/** A grey shape that appears only if what it stands for is late. */
export function Late({ children }: { children: ReactNode }) {
  return useLate() ? children : null
}
