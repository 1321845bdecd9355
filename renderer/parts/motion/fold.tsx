import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMotion, useMotionOf } from './motion-context.ts'

/** What a button folds and unfolds: it slides open and shut. Nothing of it is there while it is shut. */
export function Fold({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const motion = useMotionOf(isOpen)
  if (!motion) return isOpen && <div>{children}</div>
  return <motion.Presence>{isOpen && <motion.MovingFold key="content">{children}</motion.MovingFold>}</motion.Presence>
}

/** The arrow of a button that folds something: it points down when that is open. */
export function FoldArrow({ isOpen, size = 14 }: { isOpen: boolean; size?: number }) {
  const motion = useMotion()
  const rotate = isOpen ? 90 : 0
  const arrow = <ChevronRight size={size} aria-hidden />
  if (motion) return <motion.MovingArrow rotate={rotate}>{arrow}</motion.MovingArrow>
  return (
    <span style={{ display: 'inline-flex', transform: `rotate(${rotate}deg)` }} aria-hidden>
      {arrow}
    </span>
  )
}
