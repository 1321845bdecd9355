import type { RowCommand } from '../../schemas/licence-rows.ts'
import type { Draft, PlanWork } from '../plan/drafts/draft.ts'

/**
 * Implementation of an entity's commands. A command is a plan item that is stored as changes of records; it also handles the records of
 * deleted tenants.
 */
export interface CommandWork {
  /** Before the rules run: locks the affected records and completes the drafts. Gets all commands of one plan. */
  prepare(work: PlanWork, drafts: readonly Draft[]): Promise<void>
  /** The commands that carry out a create, update or delete of a record. */
  rows(draft: Draft): RowCommand[]
  /** After the rules ran: the implied changes of records. */
  expand(work: PlanWork, drafts: readonly Draft[]): Draft[]
}
