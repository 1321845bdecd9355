import { scopedByPath, type Migration } from '../migration.ts'

/** Live troubleshooting: who looks at which edge box, and until when. */
export const liveSessions: Migration = {
  id: 110,
  name: 'live sessions',
  formerly: ['c5d96cf7be83a6e7acec45cbd8db1864'],
  statements: [
    `create table live_session (
      oid text primary key, tenant_oid text not null, tenant_path text collate "C" not null, box_oid text not null, person_oid text not null,
      created_at timestamptz not null default now(), expires_at timestamptz not null)`,
    `create index live_session_person on live_session (person_oid, oid)`,
    `create index live_session_expiry on live_session (expires_at)`,
    ...scopedByPath('live_session'),
  ],
}
