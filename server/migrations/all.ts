import { core } from './0001-core.ts'
import { entities } from './0002-entities.ts'
import { identity } from './0100-identity.ts'
import { tenantOrder } from './0102-tenant-order.ts'
import { overlayState } from './0103-overlay-state.ts'
import { liveSessions } from './0110-live-sessions.ts'
import { invitations } from './0121-invitations.ts'
import { listRanks } from './0130-list-ranks.ts'
import { licensingMode } from './0135-licensing-mode.ts'
import { profiles } from './0140-profiles.ts'
import { licenceCalendar } from './0155-licence-calendar.ts'
import { listTotals } from './0165-list-totals.ts'
import { personStamps } from './0188-person-stamps.ts'
import { saasCatalogue } from './0205-saas-catalogue.ts'
import { identityHashed } from './0206-identity-hashed.ts'
import { journalForms } from './0220-journal-forms.ts'
import { secretKey } from './0221-secret-key.ts'
import { provenAddresses } from './0230-proven-addresses.ts'
import { failuresWithoutPassword } from './0231-failures-without-password.ts'
import { journalHeads } from './0240-journal-heads.ts'
import { waitingAppliances } from './0241-waiting-appliances.ts'
import { tenantChildren } from './0260-tenant-children.ts'
import { tenantLists } from './0270-tenant-lists.ts'
import { listChanges } from './0271-list-changes.ts'
import { journalPartitions } from './0272-journal-partitions.ts'
import { lastWrites } from './0280-last-writes.ts'
import { rateCounts } from './0281-rate-counts.ts'
import { journalSubjects } from './0310-journal-subjects.ts'
import { journalArchive } from './0311-journal-archive.ts'
import { operations } from './0312-operations.ts'
import { journalRequests } from './0313-journal-requests.ts'
import { entityVersions } from './0314-entity-versions.ts'
import { schemaChanges } from './0315-schema-changes.ts'
import { keptRecords } from './0330-kept-records.ts'
import { tablesInMaking } from './0331-tables-in-making.ts'
import { listViews } from './0340-list-views.ts'
import { apiTokens } from './0350-api-tokens.ts'
import { notifications } from './0370-notifications.ts'
import { preferences } from './0380-preferences.ts'
import { outboxFigures } from './0385-outbox-figures.ts'
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
]

/** Former steps that only created functions; older databases list them as applied. */
export const retired: ReadonlySet<number> = new Set([101, 120, 160, 180])
