import type { ValueKind } from '../schema/value-kind.ts'
import type { Rec } from '../types.ts'

/** What a test can ask for besides the value itself. */
export interface TestSituation {
  /** The value of the same place in the stored record; undefined when creating. */
  stored: () => unknown
  creating: boolean
  /** JSON Pointer of the value; absent for values of the context and of referenced records. */
  pointer?: string | undefined
}

/** A value with the pointer of its place. */
export interface PlacedValue {
  pointer: string
  value: unknown
}

/** A test of the condition language, `{ "<name>": operand }`. */
export interface Operator {
  /**
   * What the operand is. `value`: a literal, path or computed value. `test`: another test, passed as a `Predicate`. `paths`: a list of
   * paths, passed as the result of `index`.
   */
  takes: 'value' | 'test' | 'paths'
  /** Kinds of values that can be tested; a test of another kind fails when the schema is compiled. */
  kinds: readonly ValueKind[]
  /** Depends only on the length of a list or the presence of a value, not on its content. */
  shapeOnly?: true
  /** Locale keys of the wording and of its inverse; both get `{{field}}` and `{{value}}`. */
  words: string
  inverse: string
  /** Validates a literal operand when the schema is compiled; returns the complaint. */
  complain?: (operand: unknown) => string | undefined
  /** Validates the paths when the schema is compiled. `tested` are the patterns of the tested value; `paths` holds the patterns of each path. */
  complainPaths?: (tested: readonly string[], paths: readonly (readonly string[])[]) => string | undefined
  /** Computed once from the values of the paths and shared by all rows that test against the same paths. */
  index?: (groups: readonly (readonly PlacedValue[])[]) => unknown
  holds: (value: unknown, operand: unknown, situation: TestSituation) => boolean
  /**
   * The same test in SQL, for tabs: true for the same values as `holds`, never an error. `operand` is a literal; undefined where SQL cannot
   * carry it out. Absent: never.
   */
  sql?: (value: SqlValue, operand: unknown) => string | undefined
  /** Further parameters for the message of a refusal. */
  params?: (value: unknown, operand: unknown, situation: TestSituation) => Rec
}

/** A tested value in SQL. */
export interface SqlValue {
  /** Typed expression: `text`, `numeric`, `boolean`, or `jsonb` for lists, maps and objects. */
  sql: string
  kind: ValueKind
  format?: string | undefined
}

/** Kinds whose values are compared as a whole. */
export const scalarKinds: readonly ValueKind[] = ['text', 'integer', 'number', 'boolean', 'any']
export const everyKind: readonly ValueKind[] = [...scalarKinds, 'object', 'list', 'map']

/** A literal of a condition in SQL; undefined for lists and objects. */
export function sqlLiteral(literal: unknown): string | undefined {
  if (typeof literal === 'string') return `'${literal.replaceAll("'", "''")}'`
  return typeof literal === 'number' || typeof literal === 'boolean' ? String(literal) : undefined
}

/** The operand of operators with `takes: 'test'`. */
export type Predicate = (value: unknown) => boolean

/** The row in which a place lies, counted from 1, as a message parameter; empty for a place outside of lists. */
export function rowOf(pointer: string | undefined): { row?: number } {
  const index = pointer?.split('/').findLast((segment) => /^\d+$/.test(segment))
  return index === undefined ? {} : { row: Number(index) + 1 }
}
