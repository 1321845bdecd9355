import { useEffect, useState } from 'react'

/** A scroll of less than this (pixels) is the echo of going somewhere, not a person's own. */
const echo = 2

/** What scrolls the element; the page itself at last. */
function scrollerOf(element: Element): Element {
  for (let at = element.parentElement; at; at = at.parentElement) {
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  }
  return document.documentElement
}

/**
 * The card that is read: the last one above a line that wanders from the top of the window to its bottom while the page is
 * scrolled from its beginning to its end, so that each card has its turn, the short ones at the end included.
 */
function cardAtLine(cards: readonly HTMLElement[], scroller: Element): HTMLElement | undefined {
  const way = scroller.scrollHeight - scroller.clientHeight
  const line = Math.max(0, scroller.getBoundingClientRect().top) + (way > 0 ? scroller.scrollTop / way : 0) * scroller.clientHeight
  return cards.findLast((card) => card.getBoundingClientRect().top <= line) ?? cards[0]
}

/** Hook: the id of the card that a person is at: that of the focus, until they scroll elsewhere. `ids` must hold still. */
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
