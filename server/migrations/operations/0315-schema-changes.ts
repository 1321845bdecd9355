import { EVERYWHERE, forced, type Migration } from '../migration.ts'

const ofTheService = (table: string): string[] => [...forced(table), `create policy service on ${table} using (${EVERYWHERE})`]

/** What the page of schema changes shows: how fast rows were rewritten, and examinations of the next version's schemas. */
export const schemaChanges: Migration = {
  id: 315,
  name: 'schema changes',
  statements: [
    `create table backfill_run (entity text primary key, version integer not null, began_at timestamptz not null, ended_at timestamptz not null,
      rows bigint not null, seconds double precision not null)`,
    ...ofTheService('backfill_run'),
    `create table schema_examination (oid text primary key, version text not null, began_at timestamptz not null, seen_at timestamptz not null,
      state text not null, progress jsonb, result jsonb, failure jsonb)`,
    `create index schema_examination_seen on schema_examination (seen_at)`,
    ...ofTheService('schema_examination'),
  ],
}
