import type { Point } from './layout.ts'

interface Moves {
  zoomAt: (factor: number, at: Point) => void
  moveBy: (x: number, y: number) => void
  dragged: { current: boolean }
}

/** Minimum movement in pixels for a drag. */
const dragThreshold = 4

/** Handles drag, pinch and wheel zoom, except on elements with `data-still`. Returns a cleanup function. */
export function followPointers(element: HTMLElement, { zoomAt, moveBy, dragged }: Moves): () => void {
  const pointers = new Map<number, Point>()
  let travelled = 0
  const within = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top } = element.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
  const spread = (): { middle: Point; distance: number } => {
    const [a = { x: 0, y: 0 }, b = a] = [...pointers.values()]
    return { middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, distance: Math.hypot(a.x - b.x, a.y - b.y) || 1 }
  }
  const down = (event: PointerEvent): void => {
    if (event.button !== 0 || !(event.target instanceof Element) || event.target.closest('[data-still]')) return
    if (pointers.size === 0) {
      travelled = 0
      dragged.current = false
    }
    pointers.set(event.pointerId, within(event))
  }
  const move = (event: PointerEvent): void => {
    const last = pointers.get(event.pointerId)
    if (!last) return
    const before = spread()
    const now = within(event)
    travelled += Math.hypot(now.x - last.x, now.y - last.y)
    if (travelled < dragThreshold && pointers.size === 1) return
    if (!dragged.current && pointers.size === 1) element.setPointerCapture(event.pointerId)
    dragged.current = true
    pointers.set(event.pointerId, now)
    const after = spread()
    moveBy(after.middle.x - before.middle.x, after.middle.y - before.middle.y)
    if (pointers.size === 2) zoomAt(after.distance / before.distance, after.middle)
  }
  const up = (event: PointerEvent): void => void pointers.delete(event.pointerId)
  const wheel = (event: WheelEvent): void => {
    if (event.target instanceof Element && event.target.closest('[data-still]')) return
    event.preventDefault()
    const lines = event.deltaMode === 1 ? 16 : 1
    zoomAt(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0015)), within(event))
  }
  // Not passive, because zooming must not scroll the page.
  element.addEventListener('wheel', wheel, { passive: false })
  element.addEventListener('pointerdown', down)
  element.addEventListener('pointermove', move)
  element.addEventListener('pointerup', up)
  element.addEventListener('pointercancel', up)
  element.addEventListener('pointerleave', up)
  return () => {
    element.removeEventListener('wheel', wheel)
    element.removeEventListener('pointerdown', down)
    element.removeEventListener('pointermove', move)
    element.removeEventListener('pointerup', up)
    element.removeEventListener('pointercancel', up)
    element.removeEventListener('pointerleave', up)
  }
}
