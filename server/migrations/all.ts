import { core } from './0001-core.ts'
import { entities } from './records/0002-entities.ts'
import { identity } from './identity/0100-identity.ts'
import { tenantOrder } from './records/0102-tenant-order.ts'
import { overlayState } from './records/0103-overlay-state.ts'
import { liveSessions } from './identity/0110-live-sessions.ts'
import { invitations } from './identity/0121-invitations.ts'
import { listRanks } from './lists/0130-list-ranks.ts'
import { licensingMode } from './records/0135-licensing-mode.ts'
import { profiles } from './identity/0140-profiles.ts'
import { licenceCalendar } from './records/0155-licence-calendar.ts'
import { listTotals } from './lists/0165-list-totals.ts'
import { personStamps } from './identity/0188-person-stamps.ts'
import { saasCatalogue } from './records/0205-saas-catalogue.ts'
import { identityHashed } from './identity/0206-identity-hashed.ts'
import { journalForms } from './journal/0220-journal-forms.ts'
import { secretKey } from './operations/0221-secret-key.ts'
import { provenAddresses } from './identity/0230-proven-addresses.ts'
import { failuresWithoutPassword } from './identity/0231-failures-without-password.ts'
import { journalHeads } from './journal/0240-journal-heads.ts'
import { waitingAppliances } from './records/0241-waiting-appliances.ts'
import { tenantChildren } from './records/0260-tenant-children.ts'
import { tenantLists } from './lists/0270-tenant-lists.ts'
import { listChanges } from './lists/0271-list-changes.ts'
import { journalPartitions } from './journal/0272-journal-partitions.ts'
import { lastWrites } from './records/0280-last-writes.ts'
import { rateCounts } from './operations/0281-rate-counts.ts'
import { journalSubjects } from './journal/0310-journal-subjects.ts'
import { journalArchive } from './journal/0311-journal-archive.ts'
import { operations } from './operations/0312-operations.ts'
import { journalRequests } from './journal/0313-journal-requests.ts'
import { entityVersions } from './records/0314-entity-versions.ts'
import { schemaChanges } from './operations/0315-schema-changes.ts'
import { keptRecords } from './records/0330-kept-records.ts'
import { tablesInMaking } from './operations/0331-tables-in-making.ts'
import { listViews } from './lists/0340-list-views.ts'
import { apiTokens } from './identity/0350-api-tokens.ts'
import { notifications } from './operations/0370-notifications.ts'
import { preferences } from './identity/0380-preferences.ts'
import { unsentDeliveries } from './operations/0369-unsent-deliveries.ts'
import { outboxFigures } from './operations/0385-outbox-figures.ts'
import type { Migration } from './migration.ts'

/** Every migration in order. */
export const migrations: readonly Migration[] = [
  core,
  entities,
  identity,
  tenantOrder,
  overlayState,
  liveSessions,
  invitations,
  listRanks,
  licensingMode,
  profiles,
  licenceCalendar,
  listTotals,
  personStamps,
  saasCatalogue,
  identityHashed,
  journalForms,
  secretKey,
  provenAddresses,
  failuresWithoutPassword,
  journalHeads,
  waitingAppliances,
  tenantChildren,
  tenantLists,
  listChanges,
  journalPartitions,
  lastWrites,
  rateCounts,
  journalSubjects,
  journalArchive,
  operations,
  journalRequests,
  entityVersions,
  schemaChanges,
  keptRecords,
  tablesInMaking,
  listViews,
  apiTokens,
  notifications,
  preferences,
  outboxFigures,
  unsentDeliveries,
]

/** Former steps that only created functions; older databases list them as applied. */
export const retired: ReadonlySet<number> = new Set([101, 120, 160, 180])
