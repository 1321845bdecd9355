import { hintsForOneBody } from '../../schemas/vocabulary/names.ts'
import { MOST_ERRORS } from '../plugins/problem.ts'

/** Errors of a preview besides the first of each item: a spreadsheet shows those of 100,000 rows in one pass. */
const MOST_PREVIEWED = 100_000

/** What all refusals of one plan share. */
export class RefusalBudget {
  /** Hints for the unknown names of the whole body. */
  readonly hintOf = hintsForOneBody()
  /** Errors that were counted and not kept. */
  more = 0
  private left: number

  constructor(dryRun: boolean) {
    this.left = dryRun ? MOST_PREVIEWED : MOST_ERRORS
  }

  /** Whether one more error may be kept. */
  spend(): boolean {
    if (this.left === 0) {
      this.more++
      return false
    }
    this.left--
    return true
  }
}
