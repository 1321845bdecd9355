import { keysOf, parsePointer, valueAt, withValueAt } from '../vocabulary/paths/pointer.ts'
import { allNodes, nodeAt, type SchemaNode } from '../vocabulary/schema/schema-tree.ts'
import type { Rec } from '../vocabulary/types.ts'
import { nodeNow } from './declared-names.ts'

/** A field that stood elsewhere: `x-was` with a path from the root. */
export interface Move {
  /** Steps with `*` for rows of lists and entries of maps; both have the same number of them. */
  from: readonly string[]
  to: readonly string[]
  until?: string | undefined
  /** How many leading steps of `from` still lead to a place. */
  kept: number
}

/** The moves that a schema declares, innermost places first. A place that another field has now is that field's. */
export function movesIn(root: SchemaNode): Move[] {
  const moves = [...allNodes(root)].flatMap(({ pattern, property, parent }) => {
    if (parent === undefined) return []
    const to = parsePointer(pattern)
    return (property['x-was'] ?? [])
      .filter((name) => name.startsWith('/'))
      .map((name) => parsePointer(name))
      .filter((from) => nodeAt(root, from) === undefined && countRows(from) === countRows(to))
      .map((from) => ({ from, to, until: property['x-until'], kept: keptSteps(root, from) }))
  })
  return moves.toSorted((one, other) => other.from.length - one.from.length)
}

const countRows = (steps: readonly string[]): number => steps.filter((step) => step === '*').length

function keptSteps(root: SchemaNode, from: readonly string[]): number {
  let node: SchemaNode | undefined = root
  const gone = from.findIndex((step) => (node = node && nodeNow(node, step)) === undefined)
  return gone === -1 ? from.length : gone
}

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
