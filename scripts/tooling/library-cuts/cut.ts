/** One thing that a library brings with it although nothing of ours can reach it. */
export interface LibraryCut {
  /** End of the name of the file that it is cut from. */
  file: string
  /** Stands in it exactly once. */
  found: string
  instead: string
}

/** Functions of a library that nothing of ours calls; each stays, and throws. */
export interface EmptiedFunctions {
  /** End of the name of the file that they stand in. */
  file: string
  /** As `name`, or as `Class.name` for a method, each standing in it exactly once; `Class.*` for all of a class. */
  names: readonly string[]
}
