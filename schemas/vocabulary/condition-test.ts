import { unknownName } from './nearest.ts'
import { operators } from './operators.ts'
import type { Operator, Predicate, TestSituation } from './operators/operator.ts'
import type { BindingPlace } from './path.ts'
import type { ReadingPath, Sight } from './read.ts'
import { bindSource, evaluateSource, isValueExpression, pathsOfSource, type ValueSource } from './source.ts'

/** A test of one value: operators that all must hold. */
export interface CompiledTest {
  /** As written in the condition. */
  raw: unknown
  parts: readonly { operator: Operator; operand: ValueSource | CompiledTest }[]
  /** Only the shape of what is tested matters. */
  shapeOnly: boolean
}

const isObject = (raw: unknown): raw is Record<string, unknown> => raw !== null && typeof raw === 'object' && !Array.isArray(raw)

/** Parses literal (equals), list (one of) or operator object; throws on an unknown operator and on an operand that it cannot take. */
export function compileTest(raw: unknown, place: BindingPlace): CompiledTest {
  const entries = isObject(raw) && !isValueExpression(raw) ? Object.entries(raw) : [[Array.isArray(raw) ? 'in' : 'eq', raw] as const]
  if (entries.length === 0) throw new Error('a test needs at least one operator')
  const parts = entries.map(([name, operand]) => compilePart(name, operand, place))
  return { raw, parts, shapeOnly: parts.every(({ operator }) => operator.shapeOnly === true) }
}

function compilePart(name: string, operand: unknown, place: BindingPlace): CompiledTest['parts'][number] {
  const operator = Object.hasOwn(operators, name) ? operators[name] : undefined
  if (!operator) throw new Error(unknownName('operator', name, Object.keys(operators)))
  if (operator.takes === 'test') return { operator, operand: compileTest(operand, place) }
  const source = bindSource(operand, place)
  const complaint = source.kind === 'literal' ? operator.complain?.(source.value) : undefined
  if (complaint !== undefined) throw new Error(`operator "${name}" ${complaint}`)
  return { operator, operand: source }
}

/** Where a test stands while it is evaluated. */
export interface TestPlace {
  at: readonly string[]
  sight: Sight
  situation: TestSituation
}

export function passes(test: CompiledTest, value: unknown, place: TestPlace): boolean {
  return test.parts.every(({ operator, operand }) => operator.holds(value, resolveOperand(operand, place), place.situation))
}

function resolveOperand(operand: ValueSource | CompiledTest, place: TestPlace): unknown {
  if ('kind' in operand) return evaluateSource(operand, place.at, place.sight)
  const predicate: Predicate = (value) => passes(operand, value, place)
  return predicate
}

/** Paths that the operands of a test read besides the tested one. */
export function pathsOfTest(test: CompiledTest): ReadingPath[] {
  return test.parts.flatMap(({ operand }) => ('kind' in operand ? pathsOfSource(operand) : pathsOfTest(operand)))
}
