/** Longest name for which a hint is searched, and maximum length of foreign text in a message. */
export const MAX_SHOWN_LENGTH = 64

/** Maximum number of hints per request body or file: with more unknown names, somebody sent something else altogether. */
const MAX_HINTS = 10

/** An unknown name as messages show it. */
export interface Hint {
  /** Truncated to `MAX_SHOWN_LENGTH` characters. */
  name: string
  /** The most similar known name. */
  nearest?: string
}

/** Truncates foreign text for a message: 64 characters and an ellipsis. */
export function truncated(text: string): string {
  return text.length <= MAX_SHOWN_LENGTH ? text : `${text.slice(0, MAX_SHOWN_LENGTH).replace(/[\ud800-\udbff]$/, '')}…`
}

/** The truncated unknown name with the most similar known one. */
export function hintFor(name: string, known: Iterable<string>): Hint {
  const nearest = nearestName(name, known)
  return { name: truncated(name), ...(nearest !== undefined && { nearest }) }
}

/** `hintFor` for one request body or file: only the first ten names get hints; `known` is not called for the rest. */
export function limitedHints(): (name: string, known: () => Iterable<string>) => Hint {
  let left = MAX_HINTS
  return (name, known) => (left-- > 0 ? hintFor(name, known()) : { name: truncated(name) })
}

/** `; did you mean 'name'?` for the end of an English sentence; empty without a hint. */
export function didYouMean({ nearest }: Hint): string {
  return nearest === undefined ? '' : `; did you mean '${nearest}'?`
}

/** Error message such as `unknown field "nmae", did you mean "name"?`. */
export function unknownNameMessage(what: string, name: string, known: Iterable<string>): string {
  const { name: cut, nearest } = hintFor(name, known)
  return `unknown ${what} "${cut}"${nearest === undefined ? '' : `, did you mean "${nearest}"?`}`
}

/** The name with the smallest edit distance; undefined if none is similar or `name` is too long. */
function nearestName(name: string, known: Iterable<string>): string | undefined {
  if (name.length > MAX_SHOWN_LENGTH) return undefined
  let best: string | undefined
  let bestDistance = Math.max(2, Math.floor(name.length / 2)) + 1
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) >= bestDistance) continue
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase())
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance]
  }
  return best
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const substituted = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      current.push(Math.min(substituted, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[b.length] ?? 0
}

/** Runs `make` and prefixes the message of an error with `where`. */
export function withErrorPrefix<T>(where: string, make: () => T): T {
  try {
    return make()
  } catch (error) {
    throw new Error(`${where}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}
