import type { Rec } from '../../schemas/vocabulary/types.ts'
import type { Draft, PlanWork } from '../plan/draft.ts'

/** A command in the place of an item on a record. */
export interface RowCommand {
  /** Name of the command's schema. */
  command: string
  changes: Rec
  /** Pointers of the command to those of the record, where they are not the same. */
  fields: Readonly<Record<string, string>>
}

/** What the commands on the records of an entity do, and what becomes of the records of tenants that go. A command is an item of a plan that is stored as changes of those records. */
export interface CommandWork {
  /** Before rules look: locks what the commands are about, and adds to each draft what it is. Gets all commands of one plan. */
  look(work: PlanWork, drafts: readonly Draft[]): Promise<void>
  /** The commands that carry out what is asked for a record itself: it is created, changed or deleted as by hand. */
  rows(draft: Draft): RowCommand[]
  /** After rules looked: the changes of records, each implied by the command that caused it. */
  expand(work: PlanWork, drafts: readonly Draft[]): Draft[]
}
