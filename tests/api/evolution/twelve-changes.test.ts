import { describeTwelveChanges } from '../../support/evolution/twelve-changes.ts'

/** `tests/exhaustive/databases/twelve-changes.test.ts` does it with ten thousand rows, in both engines. */
describeTwelveChanges('embedded', 100)
