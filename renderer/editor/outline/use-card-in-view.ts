import { useEffect, useState } from 'react'

/** Smaller scroll distances (pixels) are caused by programmatic scrolling, not by the person. */
const echo = 2

/** The nearest scroll container; the page itself if there is none. */
function scrollerOf(element: Element): Element {
  for (let at = element.parentElement; at; at = at.parentElement) {
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  }
  return document.documentElement
}

/**
 * The card being read: the last one above a line that moves from the top of the window to its bottom as the page is scrolled from start to
 * end, so that every card is current at some point, including short ones at the end.
 */
function cardAtLine(cards: readonly HTMLElement[], scroller: Element): HTMLElement | undefined {
  const way = scroller.scrollHeight - scroller.clientHeight
  const line = Math.max(0, scroller.getBoundingClientRect().top) + (way > 0 ? scroller.scrollTop / way : 0) * scroller.clientHeight
  return cards.findLast((card) => card.getBoundingClientRect().top <= line) ?? cards[0]
}

/** Hook: the id of the current card: the focused one until the person scrolls. `ids` must be stable. */
export function useCardInView(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState(ids[0])
  useEffect(() => {
    const cards = () => ids.flatMap((id) => document.getElementById(id) ?? [])
    let frame = 0
    let settled: number | undefined
    const onFocus = ({ target }: FocusEvent) => {
      const card = cards().find((one) => target instanceof Node && one.contains(target))
      if (!card) return
      settled = scrollerOf(card).scrollTop
      setCurrent(card.id)
    }
    const look = () => {
      frame = 0
      const all = cards()
      const scroller = all[0] && scrollerOf(all[0])
      if (!scroller || (settled !== undefined && Math.abs(scroller.scrollTop - settled) < echo)) return
      settled = undefined
      setCurrent(cardAtLine(all, scroller)?.id)
    }
    const onScroll = () => {
      frame ||= requestAnimationFrame(look)
    }
    document.addEventListener('focusin', onFocus)
    document.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('scroll', onScroll, { capture: true })
    }
  }, [ids])
  return current !== undefined && ids.includes(current) ? current : ids[0]
}
