/** Pixels from the lower corner that the card may take at most: its width and usual height, with room around. */
const cardRoom = { width: 320, height: 340 }

/** Whether an element of the map lies where the card stands by itself: then it has to stand in the other corner. */
export function isUnderCard(element: Element, map: Element): boolean {
  const { left, right, top, bottom } = map.getBoundingClientRect()
  const box = element.getBoundingClientRect()
  return (
    box.left - left < Math.min(cardRoom.width, (right - left) / 2) && bottom - box.bottom < Math.min(cardRoom.height, (bottom - top) / 2)
  )
}
