import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { isEmpty } from '../../../schemas/vocabulary/equality.ts'
import { formatPointer, parsePointer } from '../../../schemas/vocabulary/paths/pointer.ts'
import { controlOf } from '../layout/layout.ts'
import { controlId, type EditorEnvironment, foldKey, openTab, type View } from '../page/environment.tsx'
import type { Place } from './outline.ts'

/** Frames to wait for an element whose tab has just been opened. */
const maxFrames = 10

/** Hook: moves the focus to the requested control once it is rendered. List cells are found by their list. */
export function useFocusRequest({ view, layout }: EditorEnvironment): void {
  const { focusRequest } = useSnapshot(view)
  // Read during render to subscribe; `turn` distinguishes repeated requests for the same place.
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

/** Hook: shows the field that the address names (`fieldHash`); nothing for a name of no field. */
export function useAddressedField({ view, layout }: EditorEnvironment): void {
  const { hash, key } = useLocation()
  useEffect(() => {
    if (hash.startsWith('#/')) goToField({ view, layout }, pointerOf(hash))
  }, [hash, key, view, layout])
}

function pointerOf(hash: string): string | undefined {
  try {
    return decodeURI(hash.slice(1))
  } catch {
    return undefined
  }
}

/** Hook: focuses the first empty control of a new record, once. */
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

/** Opens the tabs that contain a pointer's control and requests the focus for it. */
export function goToField({ view, layout }: Pick<EditorEnvironment, 'view' | 'layout'>, pointer: string | undefined): void {
  const found = pointer === undefined ? undefined : controlOf(layout, pointer)
  if (pointer === undefined || !found) return
  const section = layout.sections.find((candidate) => candidate.name === found.section)
  if (section?.tab !== undefined) view.tabs[section.tab] = section.name
  const segments = parsePointer(pointer)
  segments.forEach((segment, index) => {
    const parent = formatPointer(segments.slice(0, index))
    if (layout.maps.has(parent)) view.tabs[parent] = segment
    const group = layout.groupsAt(parent).find(({ names }) => names.includes(segment))
    if (group?.folded) view.unfolded[foldKey(parent, group.title)] = true
  })
  view.focusRequest = { pointer, turn: (view.focusRequest?.turn ?? 0) + 1 }
}

/** If a place is at most this far (pixels) below the top of its card, the card's top is scrolled to instead. */
const headHeight = 96

/** Opens the tabs that contain a place, scrolls it to the top and focuses it. */
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
