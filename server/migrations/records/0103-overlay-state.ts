import { scopedByPath, type Migration } from '../migration.ts'

/** Counters of an overlay; writers of devices lock its row. */
export const overlayState: Migration = {
  id: 103,
  name: 'overlay state',
  formerly: ['19ca10b508270bd054d6b057df910336'],
  statements: [
    `create table overlay_state (
      tenant_oid text primary key, tenant_path text collate "C" not null, last_address bigint not null default 0)`,
    ...scopedByPath('overlay_state'),
  ],
}
