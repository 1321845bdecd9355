import { isEmpty } from '../equality.ts'
import { rowOf, type Operator, type PlacedValue } from './operator.ts'

/** The first two places of a value: of whichever asks, the other one. */
type Places = Map<string, [first: string, second?: string]>

/**
 * No other place of the paths holds the same value: `distinct` with the paths of the VLANs of all rows and of the management interface.
 * Holds for what is empty.
 */
export const distinct: Operator = {
  takes: 'paths',
  words: 'rule.test.distinct',
  inverse: 'rule.test.not.distinct',
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
