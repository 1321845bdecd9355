/** Longest name for which a hint is looked for, and the most that a refusal repeats of what somebody sent. */
export const LONGEST_SHOWN = 64

/** Unknown names of one body or file that get a hint: whoever has more of them sent something else. */
const MOST_HINTS = 10

/** A name that nobody knows, as a refusal tells of it. */
export interface Hint {
  /** Cut to `LONGEST_SHOWN` characters. */
  name: string
  /** The known name that was probably meant. */
  nearest?: string
}

/** Text from outside as refusals repeat it: 64 characters and an ellipsis. */
export function shown(text: string): string {
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN).replace(/[\ud800-\udbff]$/, '')}…`
}

/** The unknown name, cut, with the known one that is closest to it. */
export function hintFor(name: string, known: Iterable<string>): Hint {
  const nearest = nearestName(name, known)
  return { name: shown(name), ...(nearest !== undefined && { nearest }) }
}

/** `hintFor` for all names of one body or file: after the first ten there are no hints, and `known` is not asked. */
export function hintsForOneBody(): (name: string, known: () => Iterable<string>) => Hint {
  let left = MOST_HINTS
  return (name, known) => (left-- > 0 ? hintFor(name, known()) : { name: shown(name) })
}

/** `; did you mean 'name'?`, the end of an English sentence about an unknown name; empty without a hint. */
export function didYouMean({ nearest }: Hint): string {
  return nearest === undefined ? '' : `; did you mean '${nearest}'?`
}

/** `unknown field "nmae", did you mean "name"?`, for errors about names. */
export function unknownName(what: string, name: string, known: Iterable<string>): string {
  const { name: cut, nearest } = hintFor(name, known)
  return `unknown ${what} "${cut}"${nearest === undefined ? '' : `, did you mean "${nearest}"?`}`
}

/** By edit distance; undefined when nothing is near, and for what is too long to be a name. */
function nearestName(name: string, known: Iterable<string>): string | undefined {
  if (name.length > LONGEST_SHOWN) return undefined
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

/** Runs `make`; an error gets the place in front. */
export function naming<T>(where: string, make: () => T): T {
  try {
    return make()
  } catch (error) {
    throw new Error(`${where}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}
