import type { SectionRows } from '../../scripts/proofs/rows.ts'
import { decisions } from './decisions.ts'
import { bounds } from './safety/bounds.ts'
import { databaseAway } from './safety/database-away.ts'
import { embeddedDatabase } from './safety/embedded-database.ts'
import { framedViews } from './safety/framed-views.ts'
import { identityProviders } from './safety/identity-providers.ts'
import { input } from './safety/input.ts'
import { invitations } from './safety/invitations.ts'
import { keys } from './safety/keys.ts'
import { ordinaryUser } from './safety/ordinary-user.ts'
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
import { bounds as s1Bounds } from './s1/bounds.ts'
import { calls as s1Calls } from './s1/calls.ts'
import { constants as s1Constants } from './s1/constants.ts'
import { editors as s1Editors } from './s1/editors.ts'
import { entities as s1Entities } from './s1/entities.ts'
import { errors as s1Errors } from './s1/errors.ts'
import { list as s1List } from './s1/list.ts'
import { purpose as s1Purpose } from './s1/purpose.ts'
import { rights as s1Rights } from './s1/rights.ts'
import { states as s1States } from './s1/states.ts'
import { validation as s1Validation } from './s1/validation.ts'
import { values as s1Values } from './s1/values.ts'
import { bounds as s2Bounds } from './s2/bounds.ts'
import { calls as s2Calls } from './s2/calls.ts'
import { constants as s2Constants } from './s2/constants.ts'
import { entities as s2Entities } from './s2/entities.ts'
import { errors as s2Errors } from './s2/errors.ts'
import { purpose as s2Purpose } from './s2/purpose.ts'
import { rights as s2Rights } from './s2/rights.ts'
import { screens as s2Screens } from './s2/screens.ts'
import { states as s2States } from './s2/states.ts'
import { validation as s2Validation } from './s2/validation.ts'
import { values as s2Values } from './s2/values.ts'

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
  s1Purpose,
  s1List,
  s1Editors,
  s1Entities,
  s1Values,
  s1States,
  s1Validation,
  s1Bounds,
  s1Rights,
  s1Calls,
  s1Errors,
  s1Constants,
  s2Purpose,
  s2Screens,
  s2Entities,
  s2Values,
  s2States,
  s2Validation,
  s2Bounds,
  s2Rights,
  s2Calls,
  s2Errors,
  s2Constants,
  ...decisions,
  databaseAway,
  ordinaryUser,
  keys,
  invitations,
  framedViews,
  ...bounds,
  input,
  embeddedDatabase,
  identityProviders,
]
