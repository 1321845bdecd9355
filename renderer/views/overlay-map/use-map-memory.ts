import { useCallback, useEffect, useRef, useState } from 'react'
import type { ReturnPlace } from '../../data/page-history.ts'
import type { CameraPlace } from './camera-view.ts'
import type { Target } from './use-highlight.ts'

/** State of the map to restore. */
export interface MapPlace {
  /** Undefined while everything is visible. */
  camera?: CameraPlace | undefined
  pinned?: Target | undefined
  /** The focused device. */
  at?: string | undefined
  /** Hidden networks. */
  hidden?: readonly string[]
}

export interface MapMemory {
  /** The restored state; undefined on a first visit. */
  returned: MapPlace | undefined
  keep: (part: MapPlace) => void
}

/** Hook: stores the state of the map for a later return. */
export function useMapMemory({ returned, remember }: ReturnPlace<unknown>): MapMemory {
  const [first] = useState(() => returned as MapPlace | undefined)
  const held = useRef<MapPlace>(first ?? {})
  // Another tab or search is a new history entry with the same map.
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
