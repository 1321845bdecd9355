import { unknownNameMessage } from './names.ts'
import { bindPath, type BindingPlace, type BoundPath } from './paths/path.ts'
import { plainReading, readings, type ReadingPath, type ReadContext } from './read.ts'
import type { ComputedValue } from './types.ts'
import { values, type ValueOperator } from './values.ts'

/** Source of a value in a rule or test: a literal, another place, or computed from other places. */
export type ValueSource =
  | { kind: 'literal'; value: unknown }
  | { kind: 'path'; path: BoundPath }
  | { kind: 'computed'; operator: ValueOperator; paths: readonly BoundPath[]; literal: unknown }

const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object' && !Array.isArray(value)

/** Whether a raw value is `{ "from": path }` or `{ "compute": name, … }` rather than a literal. */
export function isValueExpression(raw: unknown): raw is { from: string } | ComputedValue {
  return isObject(raw) && ('from' in raw || 'compute' in raw)
}

/** Parses a literal, `{ "from": path }` or computed value; throws on unknown names. */
export function bindSource(raw: unknown, place: BindingPlace): ValueSource {
  if (!isValueExpression(raw)) return { kind: 'literal', value: raw }
  if ('from' in raw) {
    refuseOthers(raw, ['from'])
    return { kind: 'path', path: bindPath(raw.from, place) }
  }
  refuseOthers(raw, ['compute', 'of', 'with'])
  const operator = Object.hasOwn(values, raw.compute) ? values[raw.compute] : undefined
  if (!operator) throw new Error(unknownNameMessage('computed value', raw.compute, Object.keys(values)))
  const paths = (raw.of ?? []).map((path) => bindPath(path, place))
  const complaint = operator.complain(paths.length, raw.with)
  if (complaint !== undefined) throw new Error(`computed value "${raw.compute}" ${complaint}`)
  return { kind: 'computed', operator, paths, literal: raw.with }
}

function refuseOthers(raw: object, known: readonly string[]): void {
  const other = Object.keys(raw).find((key) => !known.includes(key))
  if (other !== undefined) throw new Error(unknownNameMessage('key of a value', other, known))
}

/** Evaluates a source; undefined if it depends on a reference that is not loaded, or cannot be computed. */
export function evaluateSource(source: ValueSource, at: readonly string[], readContext: ReadContext): unknown {
  if (source.kind === 'literal') return source.value
  const values = pathsOfSource(source).map((reading) => readAll(reading, at, readContext))
  return source.kind === 'path' ? values[0] : source.operator.compute(values, source.literal)
}

/** A path with `*` yields the list of its values. */
function readAll(reading: ReadingPath, at: readonly string[], readContext: ReadContext): unknown {
  const { path } = reading
  const plain = plainReading(path, at, readContext)
  if (plain) return plain.value
  const found = readings(reading, at, readContext)
  const many = path.kind === 'data' && path.steps.some((step) => 'each' in step)
  return many ? found.map(({ value }) => value) : found[0]?.value
}

/** Paths that a source reads. */
export function pathsOfSource(source: ValueSource): ReadingPath[] {
  if (source.kind === 'literal') return []
  if (source.kind === 'path') return [{ path: source.path, shapeOnly: false }]
  return source.paths.map((path) => ({ path, shapeOnly: source.operator.shapeOnly === true }))
}
