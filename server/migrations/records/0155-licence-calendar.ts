import { scopedByPath, type Migration } from '../migration.ts'

/** Up to which month the journal tells what the calendar did to a tenant's licences, and which of them were missing then. */
export const licenceCalendar: Migration = {
  id: 155,
  name: 'licence calendar',
  formerly: ['8086ec31c51384facae292be86f93373'],
  statements: [
    `create table licence_calendar (
      tenant_oid text primary key, tenant_path text collate "C" not null, month text not null default '', missing jsonb not null default '{}')`,
    ...scopedByPath('licence_calendar'),
  ],
}
