/** Letters that Unicode does not decompose, with their base letter. */
const letters: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ŋ: 'n', þ: 't', æ: 'a', œ: 'o', ß: 's' }
const pairs = Object.entries(letters).flatMap(([letter, plain]) => {
  const upper = letter.toUpperCase()
  return upper.length === 1 && upper !== plain.toUpperCase() ? [`${letter}${plain}`, `${upper}${plain}`] : [`${letter}${plain}`]
})
const from = pairs.map((pair) => pair[0]).join('')
const to = pairs.map((pair) => pair[1]).join('')
/** Letters that a sort key replaces, each by the one at its place. */
export const unusualLetters = { from, to }
const unusual = new RegExp(`[${from}]`, 'g')

/**
 * Sort key of free text, ignoring case and diacritics, so that "Bäckerei" sorts before "Bury". Folded here and compared by code unit,
 * because collations differ between PostgreSQL servers and the embedded database.
 */
export function orderKey(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase()
  const plain = text.normalize('NFD').replace(/[\u0300-\u036f]/g, '')
  return plain.replace(unusual, (letter) => to[from.indexOf(letter)] ?? letter).toLowerCase()
}
