import type { SectionRows } from '../../scripts/proofs/rows.ts'
import { calls as s0Calls } from './s0/calls.ts'
import { constants as s0Constants } from './s0/constants.ts'
import { entities as s0Entities } from './s0/entities.ts'
import { errors as s0Errors } from './s0/errors.ts'
import { pages as s0Pages } from './s0/pages.ts'
import { purpose as s0Purpose } from './s0/purpose.ts'
import { rights as s0Rights } from './s0/rights.ts'
import { screens as s0Screens } from './s0/screens.ts'
import { sheets as s0Sheets } from './s0/sheets.ts'
import { states as s0States } from './s0/states.ts'
import { validation as s0Validation } from './s0/validation.ts'

/** All rows of the coverage table, in their order. */
export const proofs: readonly SectionRows[] = [
  s0Purpose,
  s0Screens,
  s0Pages,
  s0Entities,
  s0States,
  s0Validation,
  s0Sheets,
  s0Rights,
  s0Calls,
  s0Errors,
  s0Constants,
]
