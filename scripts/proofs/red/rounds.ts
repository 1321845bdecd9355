/** Rounds of changes that are tried together: for each change the rounds in which it is applied. */
export interface Rounds {
  count: number
  /** By change, ascending. */
  of: readonly (readonly number[])[]
}

/** All ways to choose `size` of the numbers from `from` to `end - 1`. */
function choices(size: number, end: number, from = 0): number[][] {
  if (size === 0) return [[]]
  const firsts = Array.from({ length: Math.max(0, end - from) }, (_, index) => from + index)
  return firsts.flatMap((first) => choices(size - 1, end, first + 1).map((rest) => [first, ...rest]))
}

/**
 * The fewest rounds in which every change is applied in its own set of rounds, all sets having the same size, e.g. 7 rounds for 35 changes.
 * No set contains another, so that a test that fails in exactly the rounds of one change fails because of that change: any other change
 * is also applied in a round in which that one is not.
 */
export function roundsFor(changes: number): Rounds {
  for (let count = 2; ; count++) {
    const sets = choices(Math.floor(count / 2), count)
    if (sets.length >= changes) return { count, of: sets.slice(0, changes) }
  }
}

/** What the rounds tell about a fact: its own change makes it fail, nothing does, or other changes do as well. */
export type Verdict = 'red' | 'green' | 'unclear'

/** Compares the rounds in which a fact failed with those of its change. */
export function verdictOf(failedIn: readonly number[], own: readonly number[]): Verdict {
  if (failedIn.length === own.length && own.every((round) => failedIn.includes(round))) return 'red'
  return own.every((round) => failedIn.includes(round)) ? 'unclear' : 'green'
}
