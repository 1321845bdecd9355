import { openTab } from '../page/environment.tsx'
import type { View } from '../page/environment.tsx'
import type { Place } from './outline.ts'

/** Frames to wait for a tab that has just been opened. */
const maxFrames = 10

/** Below this distance from its top (pixels) a place is seen together with the head of its card. */
const headHeight = 96

/** Opens the tabs on the way to a place, brings it to the top of the page and gives it the focus. */
export function goToPlace(view: View, { tabs, target }: Pick<Place, 'tabs' | 'target'>): void {
  for (const [group, tab] of tabs) openTab(view, group, tab)
  const take = (tries: number) => {
    const element = document.querySelector<HTMLElement>(target)
    if (!element) {
      if (tries > 0) requestAnimationFrame(() => take(tries - 1))
      return
    }
    const card = element.closest('section')
    const isAtHead = card && element.getBoundingClientRect().top - card.getBoundingClientRect().top < headHeight
    const shown = isAtHead ? card : (element.closest('[role=tablist]') ?? element)
    shown.scrollIntoView?.({ block: 'start', behavior: 'instant' })
    element.focus({ preventScroll: true })
  }
  requestAnimationFrame(() => take(maxFrames))
}
