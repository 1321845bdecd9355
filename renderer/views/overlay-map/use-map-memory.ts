import { useCallback, useEffect, useRef, useState } from 'react'
import type { ReturnPlace } from '../../data/return-place.ts'
import type { CameraPlace } from './camera-view.ts'
import type { Target } from './use-highlight.ts'

/** What a person finds again who comes back to the map. */
export interface MapPlace {
  /** Undefined while everything is seen. */
  camera?: CameraPlace | undefined
  pinned?: Target | undefined
  /** The device at which the keyboard was. */
  at?: string | undefined
  /** Networks whose lines are left out. */
  hidden?: readonly string[]
}

export interface MapMemory {
  /** As the map was left; undefined for who did not come back to it. */
  returned: MapPlace | undefined
  keep: (part: MapPlace) => void
}

/** Hook: keeps what is seen of the map for who comes back to it. */
export function useMapMemory({ returned, remember }: ReturnPlace<unknown>): MapMemory {
  const [first] = useState(() => returned as MapPlace | undefined)
  const held = useRef<MapPlace>(first ?? {})
  // Another tab or search is another entry of the history, with the same map.
  useEffect(() => remember(held.current), [remember])
  const keep = useCallback(
    (part: MapPlace) => {
      held.current = { ...held.current, ...part }
      remember(held.current)
    },
    [remember],
  )
  return { returned: first, keep }
}
