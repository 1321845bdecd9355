import { useCallback } from 'react'
import type { RefCallback, RefObject } from 'react'

/** Side of the anchor on which something floats, and the edge that both share. */
export type Placement = 'bottom-start' | 'bottom-end' | 'top' | 'bottom' | 'right'

interface Box {
  top: number
  left: number
  width: number
  height: number
}

const marginPx = 8

const clamp = (value: number, most: number): number => Math.max(marginPx, Math.min(value, most))

function horizontal(anchor: Box, floating: Box, placement: Placement): number {
  if (placement === 'bottom-start') return anchor.left
  if (placement === 'bottom-end') return anchor.left + anchor.width - floating.width
  if (placement === 'right') return anchor.left + anchor.width + marginPx
  return anchor.left + anchor.width / 2 - floating.width / 2
}

interface Situation {
  anchor: Box
  floating: Box
  view: { width: number; height: number }
  placement: Placement
  gapPx: number
}

/** Where a floating box goes: at its placement, on the other side where there is no room, never outside the window. */
export function place({ anchor, floating, view, placement, gapPx }: Situation): { top: number; left: number } {
  const above = anchor.top - floating.height - gapPx
  const below = anchor.top + anchor.height + gapPx
  const fitsAbove = above >= marginPx
  const fitsBelow = below + floating.height <= view.height - marginPx
  let top = below
  if (placement === 'right') top = anchor.top + anchor.height / 2 - floating.height / 2
  else if (placement === 'top' ? fitsAbove || !fitsBelow : !fitsBelow && fitsAbove) top = above
  return {
    top: clamp(top, view.height - floating.height - marginPx),
    left: clamp(horizontal(anchor, floating, placement), view.width - floating.width - marginPx),
  }
}

/**
 * A ref for a floating element: as long as that is mounted it stays beside `anchor`, in the browser's top layer,
 * above dialogs and out of every clipping box. Give it `popover="manual"` and a fixed position.
 */
export function useAnchored(
  anchor: RefObject<HTMLElement | null>,
  { placement, gapPx = 4 }: { placement: Placement; gapPx?: number },
): RefCallback<HTMLElement> {
  return useCallback(
    (box) => {
      if (!box) return undefined
      if ('showPopover' in box && !box.matches(':popover-open')) box.showPopover()
      const update = () => {
        if (!anchor.current) return
        const view = { width: document.documentElement.clientWidth, height: window.innerHeight }
        const floating = box.getBoundingClientRect()
        const { top, left } = place({ anchor: anchor.current.getBoundingClientRect(), floating, view, placement, gapPx })
        box.style.top = `${top}px`
        box.style.left = `${left}px`
      }
      update()
      const observer = new ResizeObserver(update)
      observer.observe(box)
      window.addEventListener('scroll', update, true)
      window.addEventListener('resize', update)
      return () => {
        observer.disconnect()
        window.removeEventListener('scroll', update, true)
        window.removeEventListener('resize', update)
      }
    },
    [anchor, placement, gapPx],
  )
}
