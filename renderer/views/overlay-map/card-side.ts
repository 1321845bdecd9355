/** Maximum size of the card in pixels, with margin. */
const cardRoom = { width: 320, height: 340 }

/** Whether an element lies under the card's default corner, so that the card must use the other one. */
export function isUnderCard(element: Element, map: Element): boolean {
  const { left, right, top, bottom } = map.getBoundingClientRect()
  const box = element.getBoundingClientRect()
  return (
    box.left - left < Math.min(cardRoom.width, (right - left) / 2) && bottom - box.bottom < Math.min(cardRoom.height, (bottom - top) / 2)
  )
}
