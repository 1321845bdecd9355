import { useEffect } from 'react'

/** Whoever takes a control away may put the focus elsewhere first: a dialog gives it back, a grid draws its cell anew. */
const delayMs = 50

/**
 * Hook: when the control with the focus goes away (a button that turns into a progress bar, a message that was answered), the
 * keyboard stays near it: at the closest part around it that takes the focus, at last at the page itself, never nowhere.
 */
export function useKeptFocus(pageId: string): void {
  useEffect(() => {
    let way: Element[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const note = (event: FocusEvent) => {
      way = event.composedPath().filter((each) => each instanceof Element)
    }
    const isLost = () => document.activeElement === document.body && way[0]?.isConnected === false
    const keep = () => {
      timer = undefined
      if (!isLost()) return
      const place = way.find(
        (each): each is HTMLElement => each instanceof HTMLElement && each.isConnected && each.hasAttribute('tabindex'),
      )
      ;(place ?? document.getElementById(pageId))?.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(() => {
      if (timer === undefined && isLost()) timer = setTimeout(keep, delayMs)
    })
    document.addEventListener('focusin', note)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('focusin', note)
    }
  }, [pageId])
}
