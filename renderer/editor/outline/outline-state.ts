import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { useEnvironment } from '../page/environment.tsx'
import type { EditorTexts } from '../layout/editor-texts.ts'
import type { Place } from './outline.ts'
import { isWithin } from '../draft/pointer.ts'
import type { Marks } from '../layout/tab-label.tsx'
import { useCardInView } from './use-card-in-view.ts'
import { useRowCounts } from '../draft/use-row-counts.ts'

/** One line of the outline. */
export interface OutlineLine {
  place: Place
  /** 0 for cards. */
  level: number
  title: string
  /** Titles of the place and its card, for a line shown alone. */
  wholeTitle: string
  /** Row count of the place's list. */
  count: number | undefined
  marks: Marks
  /** The place is in view. */
  isCurrent: boolean
}

/** The places with their depth, in reading order. */
function flatten(
  places: readonly Place[],
  level = 0,
  above: readonly Place[] = [],
): { place: Place; level: number; above: readonly Place[] }[] {
  return places.flatMap((place) => [{ place, level, above }, ...flatten(place.places, level + 1, [...above, place])])
}

/** The innermost visible place: follows the open tabs. */
function openPlace(place: Place, tabs: Readonly<Record<string, string>>): Place {
  const inTabs = place.places.filter((inner) => inner.tabs.length > place.tabs.length)
  const shown = inTabs.find((inner) => inner.tabs.every(([group, tab]) => tabs[group] === tab)) ?? inTabs[0]
  return shown ? openPlace(shown, tabs) : place
}

const titleOf = ({ title: { kind, name } }: Place, texts: EditorTexts): string => texts[kind](name)

/** Hook: the lines of the outline to render. `places` must be stable. */
export function useOutline(places: readonly Place[]): OutlineLine[] {
  const { draft, texts, view } = useEnvironment()
  const { errors, changed } = useSnapshot(draft.summary)
  const tabs = useSnapshot(view).tabs
  const lines = useMemo(() => flatten(places), [places])
  const lists = useMemo(() => lines.flatMap(({ place }) => place.list ?? []), [lines])
  const counts = useRowCounts(draft, lists)
  const card = useCardInView(useMemo(() => places.map(({ id }) => id), [places]))
  const at = places.find(({ id }) => id === card)
  const current = at && openPlace(at, tabs)
  return lines.map(({ place, level, above }) => {
    const inside = (pointer: string) => place.pointers.some((part) => isWithin(pointer, part))
    return {
      place,
      level,
      title: titleOf(place, texts),
      wholeTitle: [...above, place].map((one) => titleOf(one, texts)).join(' › '),
      count: place.list === undefined ? undefined : counts.get(place.list),
      marks: { errors: errors.filter(({ pointer }) => inside(pointer)).length, changes: changed.filter(inside).length },
      isCurrent: place === current,
    }
  })
}
