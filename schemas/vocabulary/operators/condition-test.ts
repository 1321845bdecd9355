import { withErrorPrefix, unknownNameMessage } from '../names.ts'
import { operators } from './operators.ts'
import type { Operator, Predicate, TestSituation } from './operator.ts'
import type { BindingPlace, BoundPath } from '../paths/path.ts'
import { formatPointer } from '../paths/pointer.ts'
import type { ReadingPath, ReadContext } from '../read.ts'
import { bindPaths, sharedIndex, type BoundPaths } from '../schema/shared-index.ts'
import { bindSource, evaluateSource, isValueExpression, pathsOfSource, type ValueSource } from '../source.ts'
import { kindOf } from '../schema/value-kind.ts'
import type { Rec } from '../types.ts'

/** A test of one value: one or more operators that must all hold. */
export interface CompiledTest {
  /** As written in the condition. */
  raw: unknown
  parts: readonly { operator: Operator; operand: Operand }[]
  /** The test depends only on the shape of the value. */
  shapeOnly: boolean
}

type Operand = ValueSource | CompiledTest | BoundPaths

const isObject = (raw: unknown): raw is Record<string, unknown> => raw !== null && typeof raw === 'object' && !Array.isArray(raw)

/**
 * Parses a literal (equals), list (one of) or operator object. Throws on an unknown operator or invalid operand. `tested` is the path of
 * the tested value.
 */
export function compileTest(raw: unknown, place: BindingPlace, tested?: BoundPath): CompiledTest {
  const entries = isObject(raw) && !isValueExpression(raw) ? Object.entries(raw) : [[Array.isArray(raw) ? 'in' : 'eq', raw] as const]
  if (entries.length === 0) throw new Error('a test needs at least one operator')
  const parts = entries.map(([name, operand]) => compilePart([name, operand], place, tested))
  return { raw, parts, shapeOnly: parts.every(({ operator }) => operator.shapeOnly === true) }
}

function compilePart([name, operand]: readonly [string, unknown], place: BindingPlace, tested?: BoundPath): CompiledTest['parts'][number] {
  const operator = Object.hasOwn(operators, name) ? operators[name] : undefined
  if (!operator) throw new Error(unknownNameMessage('operator', name, Object.keys(operators)))
  const astray =
    tested?.kind === 'data' && tested.hops.length === 0
      ? tested.nodes.find((node) => !operator.kinds.includes(kindOf(node.property)))
      : undefined
  if (astray)
    throw new Error(`operator "${name}" tests ${listed(operator.kinds)}, and "${astray.pattern}" holds ${kindOf(astray.property)}`)
  if (operator.takes === 'test') return { operator, operand: compileTest(operand, place, name === 'not' ? tested : undefined) }
  if (operator.takes === 'paths') return { operator, operand: compilePaths([name, operand], { place, operator, tested }) }
  const source = bindSource(operand, place)
  const complaint = source.kind === 'literal' ? operator.complain?.(source.value) : undefined
  if (complaint !== undefined) throw new Error(`operator "${name}" ${complaint}`)
  return { operator, operand: source }
}

const listed = (kinds: readonly string[]): string => kinds.filter((kind) => kind !== 'any').join(', ')

interface PathsPlace {
  place: BindingPlace
  operator: Operator
  tested: BoundPath | undefined
}

function compilePaths([name, operand]: readonly [string, unknown], { place, operator, tested }: PathsPlace): BoundPaths {
  if (tested?.kind !== 'data' || tested.hops.length > 0) throw new Error(`operator "${name}" can only be asked of a place of the record`)
  const bound = withErrorPrefix(`operator "${name}"`, () => bindPaths(operand, place))
  const patternsOf = ({ nodes }: { nodes: typeof tested.nodes }): string[] => nodes.map(({ pattern }) => pattern)
  const complaint = operator.complainPaths?.(patternsOf(tested), bound.paths.map(patternsOf))
  if (complaint !== undefined) throw new Error(`operator "${name}" ${complaint}`)
  return bound
}

/** Where a test is evaluated. */
export interface TestPlace {
  at: readonly string[]
  readContext: ReadContext
  situation: TestSituation
  /** Place of the tested value; absent for the context and followed references. */
  place?: readonly string[] | undefined
}

export function passes(test: CompiledTest, value: unknown, place: TestPlace): boolean {
  return test.parts.every(({ operator, operand }) =>
    operator.holds(value, resolveOperand({ operator, operand }, place), situationOf(operator, place)),
  )
}

/** Only operators over several places need the pointer of the tested value. */
function situationOf({ takes }: Operator, { situation, place }: TestPlace): TestSituation {
  return takes === 'paths' && place ? { ...situation, pointer: formatPointer(place) } : situation
}

function resolveOperand({ operator, operand }: CompiledTest['parts'][number], place: TestPlace): unknown {
  if (!('kind' in operand)) return ((value) => passes(operand, value, place)) satisfies Predicate
  return operand.kind === 'paths' ? sharedIndex(operator, operand, place) : evaluateSource(operand, place.at, place.readContext)
}

/** Message parameters of a refusal: computed operands (`other`) and the operators' own parameters. */
export function paramsOfTest(test: CompiledTest, value: unknown, place: TestPlace): Rec {
  const params: Rec = {}
  for (const { operator, operand } of test.parts) {
    const resolved = resolveOperand({ operator, operand }, place)
    if (!('kind' in operand)) Object.assign(params, paramsOfTest(operand, value, place))
    else if (operator.params) Object.assign(params, operator.params(value, resolved, situationOf(operator, place)))
    else if (operand.kind !== 'literal') params['other'] = resolved
  }
  return params
}

/** Paths that the operands of a test read. */
export function pathsOfTest(test: CompiledTest): ReadingPath[] {
  return test.parts.flatMap(({ operand }) => {
    if (!('kind' in operand)) return pathsOfTest(operand)
    return operand.kind === 'paths' ? operand.paths.map((path) => ({ path, shapeOnly: false })) : pathsOfSource(operand)
  })
}
