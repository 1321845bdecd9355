import { EVERYWHERE, forced, type Migration } from '../migration.ts'

const ofTheService = (table: string): string[] => [...forced(table), `create policy service on ${table} using (${EVERYWHERE})`]

/** What the operations page shows: what copies say of themselves, the last verification of the journal, and the age of the key. */
export const operations: Migration = {
  id: 312,
  name: 'operations',
  statements: [
    `create table service_copy (id text primary key, host text not null, version text not null, started_at timestamptz not null,
      seen_at timestamptz not null, figures jsonb not null)`,
    `create index service_copy_seen on service_copy (seen_at)`,
    ...ofTheService('service_copy'),
    `create table journal_verification (only_row boolean primary key default true check (only_row), at timestamptz not null,
      chains bigint not null, entries bigint not null, faults bigint not null)`,
    ...ofTheService('journal_verification'),
    // Keys of before keep no date.
    `alter table secret_key add column since timestamptz`,
    `alter table secret_key alter column since set default now()`,
  ],
}
