import type { Operator, PlacedValue } from './operators/operator.ts'
import { bindDataPath, type BindingPlace, type DataPath } from './path.ts'
import { formatPointer } from './pointer.ts'
import { readings, seenAt, type Sight } from './read.ts'

/** The paths that an operator with `takes: 'paths'` compares a value with. */
export interface BoundPaths {
  kind: 'paths'
  paths: readonly DataPath[]
}

/** Parses the operand of such an operator; throws on anything but a list of paths within the record. */
export function bindPaths(raw: unknown, place: BindingPlace): BoundPaths {
  if (!Array.isArray(raw) || raw.length === 0 || !raw.every((path) => typeof path === 'string')) throw new Error('needs a list of paths')
  const paths = raw.map((text) => bindDataPath(text, place))
  const odd = paths.find(({ hops, steps }) => hops.length > 0 || steps.some((step) => 'by' in step))
  if (odd) throw new Error(`takes no references and no "{…}" ("${odd.text}")`)
  return { kind: 'paths', paths }
}

interface Known {
  /** What the paths led through. */
  containers: readonly unknown[]
  index: unknown
}

/** Lists are never changed, only replaced: what was found in one stands as long as there is the list. */
const known = new WeakMap<object, Map<string, Known>>()

/** What the operator makes of all values of the paths; the same for every row, and made again only when a list of them is another one. */
export function sharedIndex(operator: Operator, { paths }: BoundPaths, view: { at: readonly string[]; sight: Sight }): unknown {
  const { at, sight } = view
  const patterns = paths.map((path) => patternOf(path, at))
  for (const pattern of patterns) sight.watch?.place(pattern, false)
  const containers = patterns.map((pattern) => seenAt(sight, untilEach(pattern)))
  const holder = containers.find((container): container is object => container !== null && typeof container === 'object')
  const make = (): unknown => operator.index?.(paths.map((path) => placedValues(path, view)))
  if (!holder) return make()
  let ofHolder = known.get(holder)
  if (!ofHolder) known.set(holder, (ofHolder = new Map()))
  const key = `${operator.words} ${patterns.map(formatPointer).join(' ')}`
  const before = ofHolder.get(key)
  if (before && before.containers.every((container, index) => container === containers[index])) return before.index
  const index = make()
  ofHolder.set(key, { containers, index })
  return index
}

/** Where a path leads from an object, `*` for every item. */
function patternOf({ place, keep, steps }: DataPath, at: readonly string[]): readonly string[] {
  return place ?? [...at.slice(0, keep), ...steps.map((step) => ('key' in step ? step.key : '*'))]
}

function untilEach(pattern: readonly string[]): readonly string[] {
  const first = pattern.indexOf('*')
  return first < 0 ? pattern : pattern.slice(0, first)
}

function placedValues(path: DataPath, { at, sight }: { at: readonly string[]; sight: Sight }): PlacedValue[] {
  const { watch: _, ...unwatched } = sight
  return readings({ path, shapeOnly: false }, at, unwatched).map(({ path: pointer, value }) => ({ pointer, value }))
}
