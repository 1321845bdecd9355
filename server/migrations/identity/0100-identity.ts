import { EVERYWHERE, forced, type Migration } from '../migration.ts'

/** Tables of the embedded identity provider: passwords, sessions, codes. Visible to the service itself only. */
export const identity: Migration = {
  id: 100,
  name: 'identity',
  formerly: ['d4944a7458bc86aa25e0c5003b99e5ed'],
  statements: [
    `create table identity_credential (
      person_oid text primary key, hash text not null, must_change boolean not null default false,
      failures integer not null default 0, locked_until timestamptz, changed_at timestamptz not null default now())`,
    ...forced('identity_credential'),
    `create policy service on identity_credential using (${EVERYWHERE})`,
    `create table identity_store (
      model text not null, id text not null, payload jsonb not null, grant_id text, uid text, user_code text,
      expires_at timestamptz, consumed_at timestamptz, primary key (model, id))`,
    `create index identity_store_uid on identity_store (uid) where uid is not null`,
    `create index identity_store_grant on identity_store (grant_id) where grant_id is not null`,
    `create index identity_store_account on identity_store ((payload->>'accountId'))`,
    `create index identity_store_expiry on identity_store (expires_at)`,
    ...forced('identity_store'),
    `create policy service on identity_store using (${EVERYWHERE})`,
  ],
}
