import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { isEmpty } from '../../../schemas/vocabulary/equality.ts'
import { controlId } from '../page/environment.tsx'
import type { EditorEnvironment } from '../page/environment.tsx'
import { controlOf } from '../layout/layout.ts'

/** Frames to wait for a control whose tab has just been opened. */
const maxFrames = 10

/** Hook: moves the focus to where it was asked to go, once the control is there. Cells of lists are found by their list. */
export function useFocusRequest({ view, layout }: EditorEnvironment): void {
  const { focusRequest } = useSnapshot(view)
  // Read here: a snapshot is only followed in what the drawing reads, and the same place may be requested again.
  const wanted = focusRequest?.pointer
  const turn = focusRequest?.turn
  useEffect(() => {
    const pointer = wanted === undefined ? undefined : controlOf(layout, wanted)?.field.pointer
    if (pointer === undefined) return undefined
    let frame = 0
    const take = (tries: number) => {
      const element = document.getElementById(controlId(pointer))
      if (!element && tries > 0) frame = requestAnimationFrame(() => take(tries - 1))
      if (!element) return
      element.scrollIntoView?.({ block: 'center', behavior: 'instant' })
      const inner = element.matches('[role=radiogroup]') ? element.querySelector<HTMLElement>('input:checked, input') : null
      if (pointer === wanted) (inner ?? element).focus({ preventScroll: true })
    }
    take(maxFrames)
    return () => cancelAnimationFrame(frame)
  }, [wanted, turn, layout])
}

/** Hook: in a new record the first empty control takes the focus, once. */
export function useFirstFocus({ layout, draft }: EditorEnvironment, creating: boolean): void {
  useEffect(() => {
    if (!creating) return
    const isFree = (pointer: string) => {
      const { visible, enabled } = draft.stateAt(pointer)
      return visible && enabled && isEmpty(draft.value(pointer))
    }
    const first = [...layout.fields.keys()].find(isFree)
    if (first !== undefined) document.getElementById(controlId(first))?.focus({ preventScroll: true })
  }, [creating, draft, layout])
}
