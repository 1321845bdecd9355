import { useEffectEvent, useLayoutEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import type { NavigateOptions } from 'react-router-dom'

interface RedirectProps extends Pick<NavigateOptions, 'relative' | 'state'> {
  to: string
}

/**
 * Leads to another address before anybody can press something on this page: the router's own `Navigate` does it a moment after the page
 * stands there, and would lead away again from where a quick press has led.
 */
export function Redirect({ to, ...options }: RedirectProps) {
  const navigate = useNavigate()
  const go = useEffectEvent(() => void navigate(to, { replace: true, ...options }))
  useLayoutEffect(() => go(), [to])
  return null
}
