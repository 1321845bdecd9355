/** Signs that take no place or no ink: white space, controls, and what Unicode tells to ignore in display (zero-width, directional, fillers). */
const invisible = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u
/** Of these, what means nothing at the end of a text. A variation selector or a tag belongs to the emoji before it. */
const edge = /[\s\u00AD\u180E\u200B-\u200F\u2060\uFEFF]/

/** Whether a person sees nothing of the text: it is empty, or holds only white space and signs of no width. */
export function isBlank(text: string): boolean {
  for (const sign of text) if (!invisible.test(sign)) return false
  return true
}

/** The text without white space and zero-width signs at its ends. In one pass: an anchored pattern takes the square of its length. */
export function trimmed(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && edge.test(text.charAt(start))) start += 1
  while (end > start && edge.test(text.charAt(end - 1))) end -= 1
  return end - start === text.length ? text : text.slice(start, end)
}
