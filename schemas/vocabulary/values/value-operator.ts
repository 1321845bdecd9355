/** A computed value of rules, `{ "compute": "<name>", "of": [paths], "with": literal }`; one file each in `values/`. */
export interface ValueOperator {
  /** Locale key of the wording; gets `{{of}}` and `{{with}}`. */
  words: string
  /** Complaint about the number of paths or the literal, found when the schema is compiled. */
  complain: (paths: number, literal: unknown) => string | undefined
  /** Only how many items a list has matters. */
  shapeOnly?: true
  /** undefined: cannot be computed, so nothing is set or limited. */
  compute: (values: readonly unknown[], literal: unknown) => unknown
}
