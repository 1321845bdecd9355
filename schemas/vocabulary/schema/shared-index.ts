import type { Operator, PlacedValue } from '../operators/operator.ts'
import { bindDataPath, type BindingPlace, type DataPath } from '../paths/path.ts'
import { readings, seenAt, type ReadContext } from '../read.ts'

/** Operand of an operator with `takes: 'paths'`. */
export interface BoundPaths {
  kind: 'paths'
  paths: readonly DataPath[]
}

/** Parses such an operand; throws on anything but a list of paths within the record. */
export function bindPaths(raw: unknown, place: BindingPlace): BoundPaths {
  if (!Array.isArray(raw) || raw.length === 0 || !raw.every((path) => typeof path === 'string')) throw new Error('needs a list of paths')
  const paths = raw.map((text) => bindDataPath(text, place))
  const odd = paths.find(({ hops, steps }) => hops.length > 0 || steps.some((step) => 'by' in step))
  if (odd) throw new Error(`takes no references and no "{…}" ("${odd.text}")`)
  return { kind: 'paths', paths }
}

interface CacheEntry {
  /** Leading segments of the reading object to which the paths are relative. */
  from: readonly string[]
  /** The lists or objects that the paths iterate over. */
  containers: readonly unknown[]
  index: unknown
}

/** Keyed by list. Lists are immutable, so an entry stays valid as long as its list lives. */
const known = new WeakMap<object, Map<BoundPaths, CacheEntry>>()

/** The operator's index of all values of the paths: computed once for all rows, and again only after one of the lists was replaced. */
export function sharedIndex(operator: Operator, bound: BoundPaths, view: { at: readonly string[]; readContext: ReadContext }): unknown {
  const { paths } = bound
  const { at, readContext } = view
  if (readContext.watch) for (const path of paths) readContext.watch.place(patternOf(path, at), false)
  const containers = paths.map((path) => seenAt(readContext, containerOf(path, at)))
  const holder = containers.find((container): container is object => container !== null && typeof container === 'object')
  const before = holder && known.get(holder)?.get(bound)
  if (before && isSame(before.containers, containers) && startsWith(at, before.from)) return before.index
  const index = operator.index?.(paths.map((path) => placedValues(path, view)))
  if (holder) remember(holder, bound, { from: at.slice(0, Math.max(...paths.map(({ keep }) => keep))), containers, index })
  return index
}

function remember(holder: object, bound: BoundPaths, made: CacheEntry): void {
  const ofHolder = known.get(holder) ?? new Map<BoundPaths, CacheEntry>()
  known.set(holder, ofHolder.set(bound, made))
}

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean => one.every((item, index) => item === other[index])

const startsWith = (at: readonly string[], from: readonly string[]): boolean => from.every((segment, index) => segment === at[index])

/** Pattern of the places that a path reads from an object. */
function patternOf({ place, keep, steps }: DataPath, at: readonly string[]): readonly string[] {
  return place ?? [...at.slice(0, keep), ...steps.map((step) => ('key' in step ? step.key : '*'))]
}

/** The list or object over whose items a path iterates; without `*`, the place itself. */
function containerOf({ place, keep, steps }: DataPath, at: readonly string[]): readonly string[] {
  if (place) return place
  const way = at.slice(0, keep)
  for (const step of steps) {
    if (!('key' in step)) break
    way.push(step.key)
  }
  return way
}

function placedValues(path: DataPath, { at, readContext }: { at: readonly string[]; readContext: ReadContext }): PlacedValue[] {
  const { watch: _, ...unwatched } = readContext
  return readings({ path, shapeOnly: false }, at, unwatched).map(({ path: pointer, value }) => ({ pointer, value }))
}
