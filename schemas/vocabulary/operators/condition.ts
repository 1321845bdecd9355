import type { TraceFact } from '../../rules/types.ts'
import { compileTest, paramsOfTest, passes, pathsOfTest, type CompiledTest, type TestPlace } from './condition-test.ts'
import type { ReferenceLookup, RuleContext } from '../context.ts'
import { withErrorPrefix } from '../names.ts'
import { bindPath, type BindingPlace, type BoundPath } from '../paths/path.ts'
import { counterpartAt, plainReading, readings, seenRecord, type Reading, type ReadingPath, type ReadContext } from '../read.ts'
import { resolveSchema, type SchemaSource } from '../schema/resolve-schema.ts'
import { schemaTree } from '../schema/schema-tree.ts'
import type { Condition, EntitySchema, Rec } from '../types.ts'

/** A parsed condition: tests of paths, combined. */
export type CompiledCondition =
  | { kind: 'test'; path: BoundPath; test: CompiledTest }
  | { kind: 'all' | 'any'; of: readonly CompiledCondition[] }
  | { kind: 'not'; of: CompiledCondition }

/** Parses a condition, with paths relative to the object at `place`. Throws on an unknown operator or path, with the nearest known name. */
export function bindCondition(condition: Condition, place: BindingPlace): CompiledCondition {
  const of = Object.entries(condition).map(([key, raw]): CompiledCondition => {
    if (key === 'any' || key === 'all') return { kind: key, of: listOf(key, raw).map((part) => bindCondition(part, place)) }
    if (key === 'not') return { kind: 'not', of: bindCondition(raw as Condition, place) }
    const path = bindPath(key, place)
    return { kind: 'test', path, test: compileTest(raw, place, path) }
  })
  const [only] = of
  return of.length === 1 && only ? only : { kind: 'all', of }
}

function listOf(key: string, raw: unknown): Condition[] {
  if (!Array.isArray(raw) || raw.length === 0) throw new Error(`"${key}" needs a list of conditions`)
  return raw as Condition[]
}

/**
 * Whether the condition holds for the object at `at`. With a watch, every part is read instead of stopping early, so that explanations are
 * invalidated, too.
 */
export function holds(condition: CompiledCondition, at: readonly string[], readContext: ReadContext): boolean {
  switch (condition.kind) {
    case 'all':
      return readContext.watch
        ? condition.of.map((part) => holds(part, at, readContext)).every(Boolean)
        : condition.of.every((part) => holds(part, at, readContext))
    case 'any':
      return readContext.watch
        ? condition.of.map((part) => holds(part, at, readContext)).some(Boolean)
        : condition.of.some((part) => holds(part, at, readContext))
    case 'not':
      return !holds(condition.of, at, readContext)
    case 'test':
      return holdsTest(condition, at, readContext)
  }
}

function holdsTest({ path, test }: CompiledCondition & { kind: 'test' }, at: readonly string[], readContext: ReadContext): boolean {
  const plain = plainReading(path, at, readContext)
  if (plain) return testReading(test, plain, { at, readContext })
  return readings({ path, shapeOnly: test.shapeOnly }, at, readContext)
    .map((reading) => testReading(test, reading, { at, readContext }))
    .every(Boolean)
}

interface Viewpoint {
  at: readonly string[]
  readContext: ReadContext
}

function testReading(test: CompiledTest, reading: Reading, view: Viewpoint): boolean {
  return passes(test, reading.value, testPlace(reading, view))
}

function testPlace(reading: Reading, { at, readContext }: Viewpoint): TestPlace {
  const stored = (): unknown => (reading.at ? counterpartAt(readContext.stored, seenRecord(readContext), reading.at) : undefined)
  return { at, readContext, situation: { stored, creating: readContext.stored === null }, place: reading.at }
}

/**
 * Message parameters of a refusal: the values of the paths that the condition reads, by the last segment of the path, and the operators'
 * own parameters. The first value of a name wins; lists are left out.
 */
export function paramsOfCondition(condition: CompiledCondition, at: readonly string[], readContext: ReadContext): Rec {
  const params: Rec = {}
  for (const { path } of pathsOfCondition(condition)) {
    if (path.kind !== 'data' || path.steps.some((step) => 'each' in step)) continue
    const value = readings({ path, shapeOnly: false }, at, readContext)[0]?.value
    const name = /\w+$/.exec(path.text)?.[0]
    if (name !== undefined && value !== undefined && value !== null && typeof value !== 'object') params[name] ??= value
  }
  return Object.assign(params, paramsOfTests(condition, { at, readContext }))
}

function paramsOfTests(condition: CompiledCondition, view: Viewpoint): Rec {
  if (condition.kind === 'not') return paramsOfTests(condition.of, view)
  if (condition.kind !== 'test') return Object.assign({}, ...condition.of.map((part) => paramsOfTests(part, view))) as Rec
  const { path, test } = condition
  const failing = readings({ path, shapeOnly: test.shapeOnly }, view.at, view.readContext).find(
    (reading) => !testReading(test, reading, view),
  )
  return failing ? paramsOfTest(test, failing.value, testPlace(failing, view)) : {}
}

/** The values that decided the condition, each with its test. Below `not`, tests are inverted. */
export function traceCondition(condition: CompiledCondition, at: readonly string[], readContext: ReadContext): TraceFact[] {
  return trace(condition, { at, readContext }, false)
}

function trace(condition: CompiledCondition, view: Viewpoint, negated: boolean): TraceFact[] {
  if (condition.kind === 'not') return trace(condition.of, view, !negated)
  if (condition.kind !== 'test') return condition.of.flatMap((part) => trace(part, view, negated))
  const { path, test } = condition
  return readings({ path, shapeOnly: test.shapeOnly }, view.at, view.readContext).map((reading) => {
    const passed = testReading(test, reading, view)
    return {
      path: reading.path,
      actual: test.shapeOnly ? sizeOf(reading.value) : reading.value,
      needed: negated ? { not: test.raw } : test.raw,
      holds: passed !== negated,
    }
  })
}

/** Replaces a list or object by its size where the test reads only the size. */
function sizeOf(value: unknown): unknown {
  return value !== null && typeof value === 'object' ? Object.keys(value).length : value
}

/** Paths that a condition reads, both of tested values and of operands. */
export function pathsOfCondition(condition: CompiledCondition): ReadingPath[] {
  if (condition.kind === 'test') return [{ path: condition.path, shapeOnly: condition.test.shapeOnly }, ...pathsOfTest(condition.test)]
  return condition.kind === 'not' ? pathsOfCondition(condition.of) : condition.of.flatMap(pathsOfCondition)
}

/** Input of a condition that is not part of a rule. */
export interface ConditionInput {
  record: Rec
  context: RuleContext
  stored?: Rec | null
  lookup?: ReferenceLookup
}

export interface RecordCondition {
  holds: (input: ConditionInput) => boolean
  trace: (input: ConditionInput) => TraceFact[]
}

/**
 * Compiles a condition over a whole record: `x-operations`, `x-access`, `x-conditions`, `when` of sections. Throws on an unknown operator
 * or path; the message names the schema and `where`.
 */
export function compileCondition(
  condition: Condition,
  schema: EntitySchema,
  options: { where: string; source?: SchemaSource },
): RecordCondition {
  const root = schemaTree(schema, options.source)
  const compiled = withErrorPrefix(`schema "${schema.$id}", ${options.where}`, () =>
    bindCondition(condition, { schema: resolveSchema(schema, options.source), root, from: root, source: options.source }),
  )
  return {
    holds: (input) => holds(compiled, [], readContextOf(input)),
    trace: (input) => traceCondition(compiled, [], readContextOf(input)),
  }
}

function readContextOf({ record, context, stored = null, lookup = () => undefined }: ConditionInput): ReadContext {
  return { record, stored, context, lookup }
}
