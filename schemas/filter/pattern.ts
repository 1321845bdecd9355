/**
 * Patterns of `=ilike=`: `%` any text, `_` any character, `\` makes the next character literal; case does not matter.
 * A bare "contains" of one or two characters (`%ab%`) finds beginnings of words, so that it never reads a whole table.
 */

/** Escapes a trailing escape character, which PostgreSQL would refuse. */
export function safePattern(pattern: string): string {
  // Not a regular expression, which would backtrack on many escape characters.
  let trailing = 0
  while (pattern.at(-1 - trailing) === '\\') trailing++
  return trailing % 2 === 1 ? `${pattern}\\` : pattern
}

/** The one or two characters of a short "contains"; undefined for every other pattern. */
export function shortTerm(pattern: string): string | undefined {
  const inner = /^%((?:\\.|[^%_\\]){1,2})%$/su.exec(pattern)?.[1]
  return inner
}

/** The SQL patterns of a filter pattern: usually one, two for word beginnings. */
export function patternsOf(pattern: string): string[] {
  const term = shortTerm(pattern)
  return term === undefined ? [safePattern(pattern)] : [`${term}%`, `% ${term}%`]
}

/** The pattern for a row's search text (each field after a space) that corresponds to a field's pattern. */
export function searchPattern(pattern: string): string {
  const term = shortTerm(pattern)
  return term === undefined ? `%${safePattern(pattern)}%` : `% ${term}%`
}

/**
 * Whether the trigram index can narrow the pattern: it has three consecutive letters, digits or separators (`searchedText`), or a word
 * beginning.
 */
export function isSelective(pattern: string): boolean {
  const term = shortTerm(pattern)
  if (term !== undefined) return /[\p{L}\p{N}]/u.test(term)
  return /[\p{L}\p{N}\-./:@]{3}/u.test(pattern.replaceAll(/\\(.)/gsu, '$1'))
}
