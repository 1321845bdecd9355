import { useCallback, useContext, useEffect, useRef, useState } from 'react'
import {
  UNSAFE_DataRouterContext as RouterContext,
  type SetURLSearchParams,
  useLocation,
  useNavigationType,
  useSearchParams,
} from 'react-router-dom'

/** Last position on each page, by the key of the history entry and the part of the page. */
const places = new Map<string, unknown>()

/** How many positions are kept; the oldest are dropped. */
const keptPages = 50

/** Where on a page a person was when they left it. */
export interface ReturnPlace<T> {
  /** The position to restore; `undefined` unless the page was reached by going back. */
  returned: T | undefined
  /** Stores the current position; the last one counts. */
  remember: (place: T) => void
}

/** Hook: whoever goes back to a page finds it, and the keyboard, where it was. `part` names a part of the page with a place of its own. */
export function useReturnPlace<T>(part = ''): ReturnPlace<T> {
  const { key: entry } = useLocation()
  const key = `${entry} ${part}`
  const cameBy = useNavigationType()
  const [first] = useState(() => ({ key, place: cameBy === 'POP' ? (places.get(key) as T | undefined) : undefined }))
  // Rows of a new search stand there, and take the focus, before the page is drawn anew for its address: the router knows that one first.
  const router = useContext(RouterContext)?.router
  const remember = useCallback(
    (place: T) => {
      const here = `${router?.state.location.key ?? entry} ${part}`
      places.delete(here)
      places.set(here, place)
      const [oldest] = places.keys()
      if (places.size > keptPages && oldest !== undefined) places.delete(oldest)
    },
    [router, entry, part],
  )
  // What is chosen on the page afterwards is another entry, to which nobody came back.
  return { returned: first.key === key ? first.place : undefined, remember }
}

/** Runs `focus` after the shell's own turn on a new page, unless a person has gone to something besides `part` of it meanwhile. */
export function onReturn(part: () => HTMLElement | null, focus: () => void): () => void {
  const timer = setTimeout(() => {
    const now = document.activeElement
    if (now === null || now === document.body || now.contains(part())) focus()
  })
  return () => clearTimeout(timer)
}

/**
 * The parameters of the page's address. Writing them does nothing once somebody is on the way to another page: this one stands until
 * the next one has loaded, and a search that is applied meanwhile would narrow the next one.
 */
export function usePageParams(): readonly [URLSearchParams, SetURLSearchParams] {
  const [params, setParams] = useSearchParams()
  const { pathname } = useLocation()
  const here = useRef('')
  useEffect(() => {
    here.current = window.location.pathname
  }, [pathname])
  const write = useCallback<SetURLSearchParams>(
    (next, options) => {
      if (here.current === '' || here.current === window.location.pathname) setParams(next, options)
    },
    [setParams],
  )
  return [params, write]
}
