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
  // A person is seen where one of the person's roles is.
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

/** The caller of a request in one statement: whoever has no scope yet cannot be looked up under one. */
const functions = [
  `create function load_person(p_oid text, p_mail text, p_subject text) returns json language sql stable security definer
    set search_path = public, pg_temp set app.scope_from = '' set app.scope_to = '~' set app.scopes = '' as $$
    select json_build_object('oid', p.oid, 'mail', p.mail, 'name', p.name, 'locale', p.locale, 'subject', p.subject, 'state', p.state,
      'allAccess', p.all_access, 'memberships',
      coalesce((select json_agg(json_build_object('role', u.role, 'tenant', json_build_object('oid', t.oid, 'name', t.name, 'type', t.type,
        'parentOid', t.parent_oid, 'path', t.path, 'state', t.state, 'features', t.features)) order by t.path)
        from user_role u join tenant t on t.oid = u.tenant_oid where u.person_oid = p.oid), '[]'))
    from person p
    where (p_oid is not null and p.oid = p_oid) or (p_subject is not null and p.subject = p_subject) or (p_mail is not null and lower(p.mail) = lower(p_mail))
    order by (p.oid = p_oid) desc nulls last, (p.subject = p_subject) desc nulls last limit 1 $$`,
  `create function ensure_people(p_people json) returns table (oid text, mail text, name text) language plpgsql security definer
    set search_path = public, pg_temp set app.scope_from = '' set app.scope_to = '~' set app.scopes = '' as $$
    begin
      insert into person as p (oid, mail, name) select distinct on (lower(x.mail)) x.oid, x.mail, x.name from json_to_recordset(p_people) as x(oid text, mail text, name text)
        on conflict do nothing;
      return query select q.oid, q.mail, q.name from person q where lower(q.mail) in (select lower(x.mail) from json_to_recordset(p_people) as x(mail text));
    end $$`,
  `revoke execute on function load_person(text, text, text), ensure_people(json) from public`,
  `grant execute on function load_person(text, text, text), ensure_people(json) to sdwan_app`,
]

const rights = [
  `grant select, insert, update, delete on tenant, person, user_role, idempotency, service_secret to sdwan_app`,
  // The trail only grows: the service itself can neither change nor remove an entry.
  `grant select, insert on journal to sdwan_app`,
  `grant select, insert, update on journal_head to sdwan_app`,
  `grant select on schema_version to sdwan_app`,
]

/** Tenants, people, journal, and what the service keeps for itself. */
export const core: Migration = { id: 1, name: 'core', statements: [...tenant, ...people, ...journal, ...service, ...functions, ...rights] }
