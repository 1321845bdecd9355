import type { Migration } from '../migration.ts'

/** What the operations page counts is found without a look at the log of thirty days. */
export const outboxFigures: Migration = {
  id: 385,
  name: 'outbox figures',
  statements: [
    `create index delivery_failed on delivery (channel) where state = 'failed'`,
    `create index watch_failing on watch (tenant_oid) where failing_since is not null`,
  ],
}
