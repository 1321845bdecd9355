import { useCallback } from 'react'
import { curve, durationsMs, easings } from '../theme/motion.ts'
import { useMotion } from './motion-context.ts'

/** How rows get out of the way of one that is dragged; given to dnd-kit. */
export const makeWay = { duration: durationsMs.slow, easing: curve(easings.out) }

/** Attribute of what is seen of a row: it slides when its row has changed places. The row itself follows the pointer, by dnd-kit. */
export const sliding = { 'data-layout': 'position' }

/** Hook: calls what changes the places of rows in the document before it returns, and lets what is `sliding` go there from where it was. */
export function useSlide(): (change: () => void) => void {
  const motion = useMotion()
  return useCallback(
    (change) => {
      if (!motion) return change()
      motion.animateLayout(change, motion.slide)
      // Now, not at the end of the task: the keyboard stays with the row.
      motion.flushLayoutSnapshots()
    },
    [motion],
  )
}
