import { movesIn } from '../../../schemas/evolution/moves.ts'
import { placeTree } from '../../../schemas/evolution/place-tree.ts'
import type { EntitySchema, PropertySchema } from '../../../schemas/vocabulary/types.ts'

type Schema = Record<string, unknown>

/** The names that a property had beside its present one. */
export function earlierNames({ 'x-was': was = [] }: PropertySchema): string[] {
  return was.filter((name) => !name.startsWith('/'))
}

/** A property under an earlier name: callers may send it, and no answer has it. */
export function earlierProperty(value: Schema, { now, until }: { now: string; until: string | undefined }): Schema {
  const { description: _, default: _start, ...rest } = value
  const ends = until === undefined ? '' : `, accepted until ${until}`
  return { ...rest, deprecated: true, writeOnly: true, description: `Earlier name of ${now}${ends}.` }
}

/**
 * What an object must have: a name that was another one before, or any of these. Answers have the present one, so both hold for them.
 */
export function requiredNames(required: readonly string[], properties: Readonly<Record<string, PropertySchema>>): Schema {
  const earlierOf = (name: string): string[] => earlierNames(properties[name] ?? {}).filter((earlier) => properties[earlier] === undefined)
  const plain = required.filter((name) => earlierOf(name).length === 0)
  const chosen = required.filter((name) => earlierOf(name).length > 0)
  const either = chosen.map((name) => ({ anyOf: [name, ...earlierOf(name)].map((one) => ({ required: [one] })) }))
  return { ...(plain.length > 0 && { required: plain }), ...(either.length > 0 && { allOf: either }) }
}

/** Adds the earlier places of moved fields to the plain schema of an entity. What travels elsewhere than it is stored (`x-wire`) never stood there. */
export function addMoved(whole: Schema, schema: EntitySchema): void {
  for (const { from, to, until } of movesIn(placeTree(schema))) {
    const value = plainAt(whole, to)
    if (value !== undefined) put(whole, from, earlierProperty(value, { now: to.join('.'), until }))
  }
}

/** The schema around a step, and the name that the step has there. */
function stepInto(object: Schema, step: string): { holder: Schema; name: string } {
  if (step !== '*') return { holder: (object['properties'] ??= {}) as Schema, name: step }
  return { holder: object, name: object['items'] === undefined ? 'additionalProperties' : 'items' }
}

function plainAt(whole: Schema, path: readonly string[]): Schema | undefined {
  return path.reduce<Schema | undefined>((at, step) => {
    if (at === undefined) return undefined
    const { holder, name } = stepInto(at, step)
    return holder[name] as Schema | undefined
  }, whole)
}

function put(object: Schema, [step = '', ...rest]: readonly string[], value: Schema): void {
  const { holder, name } = stepInto(object, step)
  if (rest.length === 0) holder[name] ??= value
  else put((holder[name] ??= { type: 'object', deprecated: true, writeOnly: true }) as Schema, rest, value)
}
