import { forced, type Migration } from '../migration.ts'

/**
 * How far the write-ahead log reached behind each person's last write: standbys that have not replayed it do not answer that person. Written
 * behind the commit, by itself and to no log: what a crash takes with it, a copy of the service makes up for when it meets the server again.
 */
export const lastWrites: Migration = {
  id: 280,
  name: 'last writes',
  statements: [
    `create unlogged table last_write (person_oid text primary key, position pg_lsn not null)`,
    ...forced('last_write'),
    `create policy everybody on last_write using (true) with check (true)`,
  ],
}
