import { isEmpty, sizeOf } from '../equality.ts'
import { rowOf, scalarKinds, type Operator, type PlacedValue, type Predicate } from './operator.ts'

/** An item of the list passes the test. A text separated by semicolons (`wan1;wan2`) is a list of its parts. */
const contains: Operator = {
  takes: 'test',
  words: 'rule.test.contains',
  inverse: 'rule.test.not.contains',
  kinds: ['list', 'text', 'any'],
  holds: (value, operand) => itemsOf(value).some(operand as Predicate),
}

function itemsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return typeof value === 'string' && value !== '' ? value.split(';') : []
}

/** The number of items of a list or entries of a map passes the test: `{ "count": 3 }`, `{ "count": { "ge": 1 } }`. Anything else counts as 0. */
const count: Operator = {
  takes: 'test',
  shapeOnly: true,
  words: 'rule.test.count',
  inverse: 'rule.test.not.count',
  kinds: ['list', 'map', 'object', 'any'],
  holds: (value, operand) => (operand as Predicate)(sizeOf(value)),
}

/** Pointers of the first two places that hold a value: enough to name another place to each of them. */
type Places = Map<string, [first: string, second?: string]>

/**
 * No other place that the paths reach holds the same value, e.g. the VLANs of all rows and that of the management interface.
 * True for an empty value.
 */
const distinct: Operator = {
  takes: 'paths',
  words: 'rule.test.distinct',
  inverse: 'rule.test.not.distinct',
  kinds: scalarKinds,
  index: (groups): Places => {
    const places: Places = new Map()
    for (const { pointer, value } of groups.flat()) {
      if (isEmpty(value)) continue
      const known = places.get(keyOf(value))
      if (!known) places.set(keyOf(value), [pointer])
      else if (known.length === 1 && known[0] !== pointer) known.push(pointer)
    }
    return places
  },
  holds: (value, index, { pointer }) => otherPlace(value, index as Places, pointer) === undefined,
  params: (value, index, { pointer }) => rowOf(otherPlace(value, index as Places, pointer)),
}

const keyOf = (value: PlacedValue['value']): string => `${typeof value} ${String(value)}`

function otherPlace(value: unknown, places: Places, pointer: string | undefined): string | undefined {
  if (isEmpty(value)) return undefined
  const [first, second] = places.get(keyOf(value)) ?? []
  return first === pointer ? second : first
}

/** Operators on the items of lists and maps. */
export const listOperators = { contains, count, distinct }
