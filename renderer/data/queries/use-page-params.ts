import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useSearchParams, type SetURLSearchParams } from 'react-router-dom'

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
