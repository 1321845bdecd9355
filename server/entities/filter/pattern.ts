/**
 * Patterns of `=ilike=`: `%` any text, `_` any character, `\` makes the next character literal; case does not matter.
 * A bare "contains" of one or two characters (`%ab%`) finds beginnings of words, so that it never reads a whole table.
 */

/** The pattern as PostgreSQL accepts it: an escape character at the very end stands for itself. */
export function safePattern(pattern: string): string {
  // By hand: an expression would try again from each of many escape characters.
  let trailing = 0
  while (pattern.at(-1 - trailing) === '\\') trailing++
  return trailing % 2 === 1 ? `${pattern}\\` : pattern
}

/** The one or two characters of a short "contains"; undefined for every other pattern. */
export function shortTerm(pattern: string): string | undefined {
  const inner = /^%((?:\\.|[^%_\\]){1,2})%$/su.exec(pattern)?.[1]
  return inner
}

/** What `field ilike pattern` becomes: one pattern, or two for the beginnings of words. */
export function patternsOf(pattern: string): string[] {
  const term = shortTerm(pattern)
  return term === undefined ? [safePattern(pattern)] : [`${term}%`, `% ${term}%`]
}

/** The pattern that a row's search text (each field after a space) has if the field has its own. */
export function searchPattern(pattern: string): string {
  const term = shortTerm(pattern)
  return term === undefined ? `%${safePattern(pattern)}%` : `% ${term}%`
}

/** Whether a trigram index narrows the pattern: three letters, digits or what divides them (`searchedText`) in a row, or the beginning of a word. */
export function isSelective(pattern: string): boolean {
  const term = shortTerm(pattern)
  if (term !== undefined) return /[\p{L}\p{N}]/u.test(term)
  return /[\p{L}\p{N}\-./:@]{3}/u.test(pattern.replaceAll(/\\(.)/gsu, '$1'))
}
