/** Invisible characters: white space, control characters, and what Unicode says to ignore in display (zero-width, directional, fillers). */
const invisible = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u
/**
 * The subset that is trimmed from the ends of a text. Variation selectors and tags are not, because they belong to the emoji before them.
 */
const trimmable = /[\s\u00AD\u180E\u200B-\u200F\u2060\uFEFF]/

/** Whether a text shows nothing: it is empty or holds only white space and invisible characters. */
export function isBlank(text: string): boolean {
  for (const sign of text) if (!invisible.test(sign)) return false
  return true
}

/**
 * Trims white space and zero-width characters. Scans once from each end, because an anchored regular expression would need quadratic time.
 */
export function trimInvisible(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && trimmable.test(text.charAt(start))) start += 1
  while (end > start && trimmable.test(text.charAt(end - 1))) end -= 1
  return end - start === text.length ? text : text.slice(start, end)
}
