import type { Rec } from '../types.ts'

/** What an operator may ask besides the value itself. */
export interface TestSituation {
  /** The value of the same place in the stored record; undefined when creating. */
  stored: () => unknown
  creating: boolean
  /** Where in the record the value stands; absent for context and followed references. */
  pointer?: string | undefined
}

/** A value with the pointer of its place. */
export interface PlacedValue {
  pointer: string
  value: unknown
}

/** A comparison of the condition language, `{ "<name>": operand }`; one file each in `operators/`. */
export interface Operator {
  /** `value`: literal, path or computed value. `test`: a test of its own, handed over as a predicate. `paths`: a list of paths, handed over as `index`. */
  takes: 'value' | 'test' | 'paths'
  /** Only the length of a list or the presence of a value matters, not what is in it. */
  shapeOnly?: true
  /** Locale keys of the wording and of its inverse; both get `{{field}}` and `{{value}}`. */
  words: string
  inverse: string
  /** Complaint about a literal operand, found when the schema is compiled. */
  complain?: (operand: unknown) => string | undefined
  /** Complaint about paths, found when the schema is compiled; places are patterns, those of each path together. */
  complainPaths?: (tested: readonly string[], paths: readonly (readonly string[])[]) => string | undefined
  /** What all rows that ask about the same paths share: made once for what the paths hold, not for each row. */
  index?: (groups: readonly (readonly PlacedValue[])[]) => unknown
  holds: (value: unknown, operand: unknown, situation: TestSituation) => boolean
  /** What a refusal by the test can tell besides the values themselves. */
  params?: (value: unknown, operand: unknown, situation: TestSituation) => Rec
}

/** A test as operators with `takes: 'test'` get it. */
export type Predicate = (value: unknown) => boolean

/** The row of a place as people count it; nothing for a place outside of lists. */
export function rowOf(pointer: string | undefined): { row?: number } {
  const index = pointer?.split('/').findLast((segment) => /^\d+$/.test(segment))
  return index === undefined ? {} : { row: Number(index) + 1 }
}
