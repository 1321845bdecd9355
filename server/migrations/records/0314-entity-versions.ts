import { EVERYWHERE, forced, type Migration } from '../migration.ts'

/** What each entity's table was made for, so that a changed schema touches its own table only, and the versions that its rows have. */
export const entityVersions: Migration = {
  id: 314,
  name: 'entity versions',
  statements: [
    `create table entity_version (entity text primary key, checksum text not null, version integer not null default 0, base integer not null default 0)`,
    ...forced('entity_version'),
    `create policy service on entity_version using (${EVERYWHERE})`,
  ],
}
