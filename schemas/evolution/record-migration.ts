import type { Rec } from '../vocabulary/types.ts'

/** A change of stored records that no declaration can say (`export const migration: RecordMigration = { … }` in a file of `schemas/migrations`), e.g. one field split into two. Everything is pure: no clock, no database. */
export interface RecordMigration {
  /** The entity that it belongs to. */
  entity: string
  /** Stored top-level properties that it writes. */
  writes: readonly string[]
  /** The record of the present release, from one of the release before, with fields renamed already. */
  up(record: Rec): Rec
  /** The other way, for copies of the version before and for going back to it. @default they find the record as `up` left it */
  down?(record: Rec): Rec
  /** Records before and after; with `down` they are checked both ways. At least one. */
  samples: readonly { before: Rec; after: Rec }[]
}

/** Functions of `schemas/migrations` by name. */
export type RecordMigrations = Readonly<Record<string, RecordMigration>>
