import { createContext, useContext, useState } from 'react'
import type * as layers from './motion-layers.tsx'

/** What moves things. */
export type Motion = typeof layers

export const MotionContext = createContext<Motion | undefined>(undefined)

/** Hook: what moves things; `undefined` where everything changes at once. */
export const useMotion = (): Motion | undefined => useContext(MotionContext)

/** Hook: the same for content that appears and disappears: mounted content is not remounted when animations are turned on or off. */
export function useMotionOf(isThere: boolean): Motion | undefined {
  const motion = useMotion()
  const [chosen, setChosen] = useState(motion)
  if (!isThere && chosen !== motion) setChosen(motion)
  return isThere ? chosen : motion
}
