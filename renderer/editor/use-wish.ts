import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { isEmpty } from '../../schemas/vocabulary/equality.ts'
import { controlId } from './environment.tsx'
import type { EditorEnvironment } from './environment.tsx'
import { controlOf } from './layout.ts'

/** Frames to wait for a control whose tab has just been opened. */
const patience = 10

/** Hook: moves the focus to where it was asked to go, once the control is there. Cells of lists are found by their list. */
export function useWish({ view, layout }: EditorEnvironment): void {
  const { wish } = useSnapshot(view)
  useEffect(() => {
    if (!wish) return undefined
    const pointer = controlOf(layout, wish.pointer)?.field.pointer
    if (pointer === undefined) return undefined
    let frame = 0
    const take = (tries: number) => {
      const element = document.getElementById(controlId(pointer))
      if (!element && tries > 0) frame = requestAnimationFrame(() => take(tries - 1))
      if (!element) return
      element.scrollIntoView?.({ block: 'center', behavior: 'instant' })
      const inner = element.matches('[role=radiogroup]') ? element.querySelector<HTMLElement>('input:checked, input') : null
      if (pointer === wish.pointer) (inner ?? element).focus({ preventScroll: true })
    }
    take(patience)
    return () => cancelAnimationFrame(frame)
  }, [wish, layout])
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
