import { EVERYWHERE, forced, inScope, scopedByPath, type Migration } from './migration.ts'

const tenant = [
  `create table tenant (
    oid text primary key, parent_oid text, type text not null, name text not null, state text not null default 'active',
    path text collate "C" not null, features jsonb not null default '{}', last_label bigint not null default 0,
    created_at timestamptz not null default now())`,
  `create unique index tenant_path on tenant (path)`,
  ...forced('tenant'),
  `create policy scope on tenant using (${inScope('path')})`,
  // Names of the tenants above are shown to whoever works below them.
  `create policy above on tenant for select using (
    starts_with((select current_setting('app.scope_from')), path)
    or ((select current_setting('app.scopes')) <> '' and exists (
      select from unnest(string_to_array((select current_setting('app.scopes')), ',')) as s(prefix) where starts_with(s.prefix, path))))`,
]

const people = [
  `create table person (
    oid text primary key, mail text not null, name text not null, locale text not null default '', subject text, password_hash text,
    all_access boolean not null default false, state text not null default 'active', created_at timestamptz not null default now())`,
  `create unique index person_mail on person (lower(mail))`,
  `create unique index person_subject on person (subject) where subject is not null`,
  `create table user_role (
    tenant_oid text not null, tenant_path text collate "C" not null, person_oid text not null, role text not null,
    revision integer not null default 1, created_at timestamptz not null default now(), primary key (tenant_oid, person_oid))`,
  `create index user_role_person on user_role (person_oid)`,
  ...scopedByPath('user_role'),
  ...forced('person'),
  // A person is visible wherever they have a role.
  `create policy scope on person using (${EVERYWHERE} or exists (select from user_role u where u.person_oid = person.oid))`,
]

const journal = [
  `create table journal (
    tenant_oid text not null, tenant_path text collate "C" not null, seq bigint not null, created_at timestamptz(3) not null,
    action_id text not null, theme text not null, event_type text not null, entry json not null, hash text not null, primary key (tenant_oid, seq))`,
  `create index journal_theme on journal (tenant_oid, theme, seq)`,
  // An action is found by the time in its identifier, lists of the platform by time anyway.
  `create index journal_time on journal (created_at)`,
  ...scopedByPath('journal'),
  `create table journal_head (
    tenant_oid text primary key, tenant_path text collate "C" not null, seq bigint not null, hash text not null, seal text not null)`,
  ...scopedByPath('journal_head'),
]

const service = [
  `create table idempotency (
    caller_oid text not null, key text not null, scope text not null, body_hash text not null, answer text not null,
    created_at timestamptz not null default now(), primary key (caller_oid, key))`,
  `create index idempotency_age on idempotency (created_at)`,
  ...forced('idempotency'),
  // An answer holds records: it is given again only to whoever still sees the same tenants.
  `create policy scope on idempotency using (${EVERYWHERE} or scope = (select concat_ws('|', current_setting('app.scope_from'), current_setting('app.scope_to'), current_setting('app.scopes'))))`,
  `create table service_secret (name text primary key, value text not null)`,
  ...forced('service_secret'),
  `create policy service on service_secret using (${EVERYWHERE})`,
  `create policy everywhere on schema_version using (true)`,
  ...forced('schema_version'),
]

/** Tenants, people, journal, and the service's own state. */
export const core: Migration = {
  id: 1,
  name: 'core',
  formerly: ['d42b305ec67b3a46ca35494517372970'],
  statements: [...tenant, ...people, ...journal, ...service],
}
