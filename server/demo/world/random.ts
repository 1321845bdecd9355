/** A seeded random generator: the same seed gives the same demo world on every machine. */
export interface Random {
  /** From 0, below 1. */
  next(): number
  /** An integer from `least` to `most`, inclusive. */
  between(least: number, most: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** A UUID v7 of the given moment. */
  uuid(atMs: number): string
}

/** The generator mulberry32: 32 bits of state are plenty for names and dates. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1))
  const hex = (digits: number): string => Array.from({ length: digits }, () => between(0, 15).toString(16)).join('')
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick(list) {
      const found = list[between(0, list.length - 1)]
      if (found === undefined) throw new Error('nothing to pick from')
      return found
    },
    uuid(atMs) {
      const time = atMs.toString(16).padStart(12, '0')
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${'89ab'.charAt(between(0, 3))}${hex(3)}-${hex(12)}`
    },
  }
}
