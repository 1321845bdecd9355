import { core } from './0001-core.ts'
import { entities } from './0002-entities.ts'
import { identity } from './0100-identity.ts'
import { tenantSearch } from './0101-tenant-search.ts'
import { tenantOrder } from './0102-tenant-order.ts'
import { overlayState } from './0103-overlay-state.ts'
import { liveSessions } from './0110-live-sessions.ts'
import { peopleByMail } from './0120-people-by-mail.ts'
import { invitations } from './0121-invitations.ts'
import { listRanks } from './0130-list-ranks.ts'
import { licensingMode } from './0135-licensing-mode.ts'
import { profiles } from './0140-profiles.ts'
import { licenceCalendar } from './0155-licence-calendar.ts'
import { tenantSearchInSet } from './0160-tenant-search-in-set.ts'
import { listTotals } from './0165-list-totals.ts'
import { peopleInLists } from './0180-people-in-lists.ts'
import { personStamps } from './0188-person-stamps.ts'
import { saasCatalogue } from './0205-saas-catalogue.ts'
import { identityHashed } from './0206-identity-hashed.ts'
import type { Migration } from './migration.ts'

/** Every migration in order. */
export const migrations: readonly Migration[] = [
  core,
  entities,
  identity,
  tenantSearch,
  tenantOrder,
  overlayState,
  liveSessions,
  peopleByMail,
  invitations,
  listRanks,
  licensingMode,
  profiles,
  licenceCalendar,
  tenantSearchInSet,
  listTotals,
  peopleInLists,
  personStamps,
  saasCatalogue,
  identityHashed,
]
