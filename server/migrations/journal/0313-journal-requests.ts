import type { Migration } from '../migration.ts'

/**
 * The request of each entry as a column, by which its entries are found in any month and of any tenant; generated like that of its record. The
 * index leaves out entries that name none. Writes each entry anew.
 */
export const journalRequests: Migration = {
  id: 313,
  name: 'journal by request',
  statements: [
    `alter table journal add column request_id text generated always as (entry->>'requestId') stored`,
    `create index journal_request on journal (request_id, tenant_oid, seq) where request_id is not null`,
  ],
}
