import type { EntitySchema } from '../vocabulary/types.ts'
import { compileNames, namesAt, type Names } from './declared-names.ts'
import { movesIn, type Move } from './moves.ts'
import { placeTree } from './place-tree.ts'

/** Where something stands now, and until when its earlier place may be named. */
export interface PresentPlace {
  segments: string[]
  until?: string | undefined
  isEarlier: boolean
}

/** What a schema declares of earlier names. */
export interface Declarations {
  names: Names
  moves: readonly Move[]
}

const known = new WeakMap<EntitySchema, Declarations | undefined>()
const NONE: Names = { fields: new Map(), removed: new Map(), below: new Map(), options: new Map() }

/** The declarations of a resolved schema; undefined if there are none. Lists need no more of earlier names than these. */
export function declarationsOf(schema: EntitySchema): Declarations | undefined {
  if (!known.has(schema)) known.set(schema, declared(schema))
  return known.get(schema)
}

function declared(schema: EntitySchema): Declarations | undefined {
  const root = placeTree(schema)
  const names = compileNames(root)
  const moves = movesIn(root)
  return names === undefined && moves.length === 0 ? undefined : { names: names ?? NONE, moves }
}

/** The present place of a field path or of a place of a record. */
export function placeOf(segments: readonly string[], { names, moves }: Declarations): PresentPlace {
  const move = moves.find(({ from }) => from.every((step, index) => step === segments[index] || (step === '*' && index < segments.length)))
  if (move !== undefined) {
    const keys = move.from.flatMap((step, index) => (step === '*' ? [segments[index] ?? '*'] : []))
    const to = move.to.map((step) => (step === '*' ? (keys.shift() ?? '*') : step))
    const rest = relativePlace(segments.slice(move.from.length), namesAt(names, to))
    return { segments: [...to, ...rest.segments], until: move.until, isEarlier: true }
  }
  return relativePlace(segments, names)
}

function relativePlace(segments: readonly string[], root: Names | undefined): PresentPlace {
  let names = root
  let until: string | undefined
  let isEarlier = false
  const found = segments.map((segment) => {
    const declared = names?.rows === undefined ? names?.fields.get(segment) : undefined
    if (declared !== undefined) {
      isEarlier = true
      until = declared.until ?? until
    }
    const now = declared?.now ?? segment
    names = names?.rows ?? names?.below.get(now)
    return now
  })
  return { segments: found, until, isEarlier }
}
