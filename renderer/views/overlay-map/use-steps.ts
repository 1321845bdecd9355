import { useEffect, useState } from 'react'

/** Things that are drawn in one frame: more of them would keep the browser from answering for too long. */
const perFrame = 24

/** Hook: how many of `total` things are drawn by now; some more with every frame. */
export function useSteps(total: number): number {
  const [drawn, setDrawn] = useState(perFrame)
  useEffect(() => {
    if (drawn >= total) return undefined
    const frame = requestAnimationFrame(() => setDrawn(drawn + perFrame))
    return () => cancelAnimationFrame(frame)
  }, [drawn, total])
  return Math.min(drawn, total)
}
