import { EVERYWHERE, forced, type Migration } from './migration.ts'

/** Who was made known by somebody else's mail address, until that person signs in for the first time. */
export const invitations: Migration = {
  id: 121,
  name: 'invitations',
  statements: [
    `create table invitation (
      person_oid text primary key, created_at timestamptz(3) not null default now(), completed_at timestamptz(3),
      token_hash text, expires_at timestamptz(3))`,
    `create unique index invitation_token on invitation (token_hash) where token_hash is not null`,
    ...forced('invitation'),
    `create policy service on invitation using (${EVERYWHERE})`,
    // That somebody has not come yet is seen where one of the person's roles is.
    `create policy seen on invitation for select using (exists (select from user_role u where u.person_oid = invitation.person_oid))`,
    `grant select, insert, update, delete on invitation to sdwan_app`,
    `create or replace function ensure_people(p_people json) returns table (oid text, mail text, name text) language plpgsql security definer
      set search_path = public, pg_temp set app.scope_from = '' set app.scope_to = '~' set app.scopes = '' as $$
      begin
        with added as (
          insert into person as p (oid, mail, name) select distinct on (lower(x.mail)) x.oid, x.mail, x.name from json_to_recordset(p_people) as x(oid text, mail text, name text)
            on conflict do nothing returning p.oid)
        insert into invitation (person_oid) select a.oid from added a;
        return query select q.oid, q.mail, q.name from person q where lower(q.mail) in (select lower(x.mail) from json_to_recordset(p_people) as x(mail text));
      end $$`,
  ],
}
