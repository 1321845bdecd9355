import { useEffect, useRef, useState } from 'react'

/** S0 section 9 "List search delay". */
export const searchDelayMs = 1000

/** The text of a search box, applied one second after the last letter, or at once on request. */
export interface DelayedSearch {
  text: string
  type: (text: string) => void
  /** Applies what stands there now (Enter, or the clear button with its own text). */
  applyNow: (text?: string) => void
  /** A search was typed and is not applied yet. */
  isPending: boolean
}

/** `applied` is the search in force; when it changes from elsewhere (back button, cleared filters) the box follows. */
export function useDelayedSearch(applied: string, apply: (text: string) => void): DelayedSearch {
  const [text, setText] = useState(applied)
  const [known, setKnown] = useState(applied)
  if (known !== applied) {
    setKnown(applied)
    if (text.trim() !== applied) setText(applied)
  }

  const latest = useRef(apply)
  useEffect(() => {
    latest.current = apply
  })

  const isPending = text.trim() !== applied
  useEffect(() => {
    if (!isPending) return undefined
    const timer = setTimeout(() => latest.current(text.trim()), searchDelayMs)
    return () => clearTimeout(timer)
  }, [text, isPending])

  return {
    text,
    type: setText,
    applyNow: (now = text) => {
      setText(now)
      if (now.trim() !== applied) apply(now.trim())
    },
    isPending,
  }
}
