/** A value that stands elsewhere since a release. Paths are patterns: `/wans/*` + `/mtu`; both have their `*` at the same places. */
export interface Move {
  from: string
  to: string
}

/** An option of the enum at a path that is called something else since a release. */
export interface OptionRename {
  at: string
  from: string
  to: string
}

/** What one release changed about stored records. Absent lists are empty. Applied in this order. */
export interface Step {
  /** Enclosing objects before what they hold. */
  moves?: readonly Move[]
  options?: readonly OptionRename[]
  /** Names of migrations (`schemas/migrations`), by their numbers. */
  migrations?: readonly string[]
  /** Top-level properties that its migrations write. */
  writes?: readonly string[]
  /** Fields that are gone: nobody reads them any more. */
  drops?: readonly string[]
  /** Fields whose values may have to be replaced (`x-since`), which the validator finds. */
  since?: readonly string[]
  /** Fields that held values of another kind, to which they go back for the version before; the way there is an `x-since`. */
  kinds?: readonly { at: string; from: 'text' | 'number' | 'integer' | 'boolean' }[]
  /** Fields that objects and rows of the release have now and did not have. */
  inner?: readonly string[]
  /** Stored top-level properties that the release did not have. */
  added?: readonly string[]
  /** Top-level properties that records of the release have and that differ now, in whatever way. */
  changed?: readonly string[]
}

/**
 * The versions that records of an entity had and have. Records are stored in the version of the release before the present one, with what is
 * new beside it, so that copies of both versions read and write them.
 */
export interface Evolution {
  /** Number of the present version; the first release has 0. `steps[n]` leads from version `n` to `n + 1`. */
  version: number
  /** Form of the release before; the present one if the present release changed nothing. */
  base: number
  steps: readonly Step[]
  /** Name of its table: the one that the entity had first. @default its present name */
  table?: string
}

/** Whether a step only adds fields, so that rows of before are rows of now. */
export function isAdditive({ moves, options, migrations, drops, since, kinds }: Step): boolean {
  return [moves, options, migrations, drops, since, kinds].every((list) => list === undefined)
}

/** Top-level property that a path lies in. */
export function topOf(path: string): string {
  return path.split('/')[1] ?? ''
}
