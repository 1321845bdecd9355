import { keysOf, valueAt, withValueAt } from '../vocabulary/paths/pointer.ts'
import type { Rec } from '../vocabulary/types.ts'
import type { Move } from './moves.ts'

/** A value at the place that it had, with both places. */
export interface Taken {
  move: Move
  from: string[]
  to: string[]
  value: unknown
}

/**
 * Takes the values of moved fields out of a record, and the objects that held nothing else and are no more. They are put back in the order of
 * the answer: what holds others comes before them.
 */
export function takeOut(record: Rec, moves: readonly Move[]): { rest: Rec; taken: Taken[] } {
  const taken: Taken[] = []
  let rest = record
  for (const move of moves)
    for (const from of placesOf(rest, move.from)) {
      const value = valueAt(rest, from)
      if (value === undefined) continue
      const keys = from.filter((_step, index) => move.from[index] === '*')
      const to = move.to.map((step) => (step === '*' ? (keys.shift() ?? '') : step))
      taken.push({ move, from, to, value })
      rest = withValueAt(rest, from, undefined)
      for (let depth = from.length - 1; depth > move.kept; depth -= 1) {
        const around = from.slice(0, depth)
        if (keysOf(valueAt(rest, around)).length > 0) break
        rest = withValueAt(rest, around, undefined)
      }
    }
  return { rest, taken: taken.toSorted((one, other) => one.to.length - other.to.length) }
}

function placesOf(value: unknown, steps: readonly string[], at: readonly string[] = []): string[][] {
  const [step, ...rest] = steps
  if (step === undefined) return [[...at]]
  if (step === '*') return keysOf(value).flatMap((key) => placesOf(valueAt(value, [key]), rest, [...at, key]))
  const inner = valueAt(value, [step])
  return inner === undefined ? [] : placesOf(inner, rest, [...at, step])
}
