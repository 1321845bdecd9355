/** Declarations of what a release changed: the comparison with the released contract asks for them (`schemas/evolution`). */

/** What a field says about its earlier releases. */
export interface FieldDeclarations {
  /**
   * Earlier names of the field: a name beside it (`contactName`), or a path from the record's root (`/contact/name`, `/wans/*` + `/mtu`) if it
   * was moved. On the root of an entity: earlier names of the entity.
   */
  'x-was'?: string[]
  /** The day (`2027-06-01`) from which callers may no longer use the names of `x-was`, on the root also those of `x-former`. Absent: they may. */
  'x-until'?: string
  /** Declarations of single options of an `enum`, by option: the names that each had before, and the day from which these are refused. */
  'x-options'?: Record<string, { 'x-was': string[]; 'x-until'?: string }>
  /** The field became mandatory, or its values narrower, after a release. */
  'x-since'?: Since
  /** The day (`2027-06-01`) until which callers, files and the previous version may still use a field that nobody else sees any more. */
  'x-removed'?: string
}

/** What happens to stored records that a narrower field no longer accepts: they get `value`, or keep theirs until somebody changes it. */
export interface Since {
  /** A literal, or a computed value over the record (`{ "compute": …, "of": […] }`). */
  value?: unknown
  keep?: true
}

/** What an entity says about its earlier releases. */
export interface EntityDeclarations {
  'x-former'?: Former
}

/** Earlier names of what has no schema of its own. */
export interface Former {
  /** Tabs (`x-conditions`): earlier name to the present one; null if it is gone and saved addresses show all records. */
  tabs?: Record<string, string | null>
  /** Rules: earlier id to the present one; null if nothing takes its place. */
  rules?: Record<string, string | null>
  /** Earlier `x-key` lists, by which files of that time find their records. */
  keys?: string[][]
  /** Earlier collection addresses, which are still answered. */
  routes?: string[]
}
