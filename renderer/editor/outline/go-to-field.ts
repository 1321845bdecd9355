import { formatPointer, parsePointer } from '../../../schemas/vocabulary/pointer.ts'
import type { EditorEnvironment } from '../page/environment.tsx'
import { foldKey } from '../page/environment.tsx'
import { controlOf } from '../layout/layout.ts'

/** Opens the tabs on the way to a pointer's control and asks for the focus there. */
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
