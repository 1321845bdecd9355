import { EVERYWHERE, forced, scopedByPath, type Migration } from '../migration.ts'

/** What of the journal is in files: the last archived entry of each tenant, and the files, both sealed; and which copy writes the next one. */
export const journalArchive: Migration = {
  id: 311,
  name: 'journal archive',
  statements: [
    `create table journal_archived (tenant_oid text primary key, tenant_path text collate "C" not null, seq bigint not null, hash text not null,
      until timestamptz(3) not null, seal text not null)`,
    ...scopedByPath('journal_archived'),
    `create table journal_archive (number integer primary key, file text not null, digest text not null, entries bigint not null,
      from_time timestamptz(3), to_time timestamptz(3) not null, key_id text not null, seal text not null)`,
    `create table journal_archiving (is_only boolean primary key default true check (is_only), writer text not null, seen_at timestamptz not null)`,
    ...['journal_archive', 'journal_archiving'].flatMap((table) => [
      ...forced(table),
      `create policy service on ${table} using (${EVERYWHERE})`,
    ]),
  ],
}
