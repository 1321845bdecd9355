import type { Migration } from './migration.ts'

/**
 * How many rows of a long list lie in each stretch of its order, by what its tabs ask for: pages far down begin in their stretch, and
 * tabs are counted by adding up. A row belongs to the last stretch whose `lower` is not above its key. Triggers keep the counts
 * (`server/db/rank-triggers.ts`); what is counted is of all tenants, so only lists of everything read it.
 */
export const listRanks: Migration = {
  id: 130,
  name: 'list ranks',
  statements: [
    `create table list_rank (entity text not null, lower text collate "C" not null, tabs text not null, n bigint not null, primary key (entity, lower, tabs))`,
    `grant select, insert, update, delete on list_rank to sdwan_app`,
  ],
}
