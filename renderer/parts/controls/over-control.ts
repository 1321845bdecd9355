import { useLayoutEffect, useReducer } from 'react'
import type { CSSProperties } from 'react'

/** Lays the browser's input over what is drawn in its place: pointers and screen readers that follow a finger meet it there. */
export const overControl: CSSProperties = {
  position: 'absolute',
  inset: 0,
  width: '100%',
  height: '100%',
  margin: 0,
  opacity: 0,
  clip: 'auto',
  cursor: 'inherit',
}

/**
 * Hook: shows the value that holds after a person chose another one that was not taken. Chakra's machines leave the browser's input as it
 * was clicked, and hear of no later click then.
 *
 * @returns what to call after each choice
 */
export function useHeldValue(show: () => void): () => void {
  const [, settle] = useReducer((count: number) => count + 1, 0)
  useLayoutEffect(show)
  return settle
}
