import type { Migration } from '../migration.ts'

/**
 * Row counts of long lists per key range ("bucket") and combination of tab values. Pages far down start in their bucket, and tab
 * counts are sums. A row belongs to the last bucket whose `lower` is not above its key. Triggers maintain the counts
 * (`server/db/ddl/rank-triggers.ts`). They cover all tenants, so only lists of all tenants read them.
 */
export const listRanks: Migration = {
  id: 130,
  name: 'list ranks',
  formerly: ['8a1732ea4a08aec50af81fc1fe98181f'],
  statements: [
    `create table list_rank (entity text not null, lower text collate "C" not null, tabs text not null, n bigint not null, primary key (entity, lower, tabs))`,
  ],
}
