import { forced, type Migration } from '../migration.ts'

/** How often callers have called, counted over all copies of the service; written to no log, as a crash may take a minute's counts with it. */
export const rateCounts: Migration = {
  id: 281,
  name: 'rate counts',
  statements: [
    `create unlogged table rate_count (key text primary key, count integer not null, ends_at timestamptz not null)`,
    `create index rate_count_end on rate_count (ends_at)`,
    ...forced('rate_count'),
    `create policy everybody on rate_count using (true) with check (true)`,
  ],
}
