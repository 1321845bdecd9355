import { EVERYWHERE, forced, type Migration } from '../migration.ts'

/**
 * Links of the journal say what they are made over. The columns have no default: a copy of an earlier version that still runs can
 * write nothing that this one would take for tampered. The chains that there are wait to be sealed anew, by the start that follows.
 */
export const journalForms: Migration = {
  id: 220,
  name: 'journal forms',
  statements: [
    ...['journal', 'journal_head'].flatMap((table) => [
      `alter table ${table} add column form smallint not null default 1`,
      `alter table ${table} alter column form drop default`,
    ]),
    `create table journal_reseal (tenant_oid text primary key, seq bigint not null default 0, before text not null default '', seal text not null default '')`,
    ...forced('journal_reseal'),
    `create policy service on journal_reseal using (${EVERYWHERE})`,
    `insert into journal_reseal (tenant_oid) select tenant_oid from journal_head`,
  ],
}
