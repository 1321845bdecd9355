import { EVERYWHERE, forced, type Migration } from '../migration.ts'

/** Records that a person marked as favourites or opened lately, by their identifiers alone: what they are is read under the person's rights. */
export const keptRecords: Migration = {
  id: 330,
  name: 'kept records',
  statements: [
    `create table kept_record (person_oid text not null, kind text not null check (kind in ('favourite', 'recent')), entity text not null, oid text not null,
      at timestamptz not null default now(), primary key (person_oid, kind, entity, oid))`,
    ...forced('kept_record'),
    `create policy service on kept_record using (${EVERYWHERE})`,
  ],
}
