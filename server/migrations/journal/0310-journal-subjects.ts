import type { Migration } from '../migration.ts'

/**
 * The record of each entry as a column, by which its history is found however long the journal of its tenant is. A column, because row-level
 * security keeps indexes on expressions from being used; generated, so that it can neither be forgotten nor changed. Writes each entry anew.
 */
export const journalSubjects: Migration = {
  id: 310,
  name: 'journal by record',
  statements: [
    `alter table journal add column subject_oid text generated always as (entry#>>'{subject,oid}') stored`,
    `create index journal_subject on journal (tenant_oid, subject_oid, seq)`,
  ],
}
