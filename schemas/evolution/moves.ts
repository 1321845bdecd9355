import { parsePointer } from '../vocabulary/paths/pointer.ts'
import { nodeNow } from './declared-names.ts'
import { allPlaces, placeAt, type PlaceNode } from './place-tree.ts'

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
export function movesIn(root: PlaceNode): Move[] {
  const moves = allPlaces(root).flatMap(({ pattern, property }) => {
    if (pattern === '') return []
    const to = parsePointer(pattern)
    return (property['x-was'] ?? [])
      .filter((name) => name.startsWith('/'))
      .map((name) => parsePointer(name))
      .filter((from) => placeAt(root, from) === undefined && countRows(from) === countRows(to))
      .map((from) => ({ from, to, until: property['x-until'], kept: keptSteps(root, from) }))
  })
  return moves.toSorted((one, other) => other.from.length - one.from.length)
}

const countRows = (steps: readonly string[]): number => steps.filter((step) => step === '*').length

function keptSteps(root: PlaceNode, from: readonly string[]): number {
  let node: PlaceNode | undefined = root
  const gone = from.findIndex((step) => (node = node && nodeNow(node, step)) === undefined)
  return gone === -1 ? from.length : gone
}
