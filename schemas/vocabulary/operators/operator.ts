/** What an operator may ask besides the value itself. */
export interface TestSituation {
  /** The value of the same place in the stored record; undefined when creating. */
  stored: () => unknown
  creating: boolean
}

/** A comparison of the condition language, `{ "<name>": operand }`; one file each in `operators/`. */
export interface Operator {
  /** `value`: literal, path or computed value. `test`: a test of its own, handed over as a predicate. */
  takes: 'value' | 'test'
  /** Only the length of a list or the presence of a value matters, not what is in it. */
  shapeOnly?: true
  /** Locale keys of the wording and of its inverse; both get `{{field}}` and `{{value}}`. */
  words: string
  inverse: string
  /** Complaint about a literal operand, found when the schema is compiled. */
  complain?: (operand: unknown) => string | undefined
  holds: (value: unknown, operand: unknown, situation: TestSituation) => boolean
}

/** A test as operators with `takes: 'test'` get it. */
export type Predicate = (value: unknown) => boolean
