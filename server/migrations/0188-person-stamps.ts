import type { Migration } from './migration.ts'

const AS_SERVICE = `security definer set search_path = public, pg_temp set app.scope_from = '' set app.scope_to = '~' set app.scopes = ''`

/** What `load_person` says of the tenants of somebody's roles. */
const TOLD = 'oid, name, type, parent_oid, path, state, features, licensing_mode'

/** Gives people another stamp; whoever got one within the same transaction, by whatever way, is seen by nobody else before it ends. */
const renew = (whom: string): string =>
  `update person p set stamp = gen_random_uuid() where p.oid in (${whom}) and p.xmin <> (select pg_current_xact_id()::xid);
   return null;`

function renewal(name: string, { table, event, tables, whom }: { table: string; event: string; tables: string; whom: string }): string[] {
  return [
    `create function ${name}() returns trigger language plpgsql ${AS_SERVICE} as $$ begin ${renew(whom)} end $$`,
    `create trigger ${name} after ${event} on ${table} referencing ${tables} for each statement execute function ${name}()`,
  ]
}

/**
 * A stamp of each person that is another one as soon as anything differs that a request asks of a person: the person, the roles, or the
 * tenants of these. Whoever remembers a person reads the stamp, whose cost does not grow with the roles.
 */
export const personStamps: Migration = {
  id: 188,
  name: 'person stamps',
  statements: [
    `alter table person add column stamp uuid not null default gen_random_uuid()`,
    `create function person_changes() returns trigger language plpgsql as $$ begin
       if to_jsonb(new) - 'stamp' <> to_jsonb(old) - 'stamp' then new.stamp := gen_random_uuid(); end if; return new;
     end $$`,
    `create trigger person_changes before update on person for each row execute function person_changes()`,
    ...renewal('user_role_comes', {
      table: 'user_role',
      event: 'insert',
      tables: 'new table as came',
      whom: 'select c.person_oid from came c',
    }),
    ...renewal('user_role_goes', {
      table: 'user_role',
      event: 'delete',
      tables: 'old table as went',
      whom: 'select w.person_oid from went w',
    }),
    ...renewal('user_role_changes', {
      table: 'user_role',
      event: 'update',
      tables: 'old table as went new table as came',
      whom: 'select c.person_oid from came c union select w.person_oid from went w',
    }),
    ...renewal('tenant_changes', {
      table: 'tenant',
      event: 'update',
      tables: 'old table as went new table as came',
      // Compared as sets: the plan is made once, for one row or for thousands.
      whom: `select u.person_oid from user_role u where u.tenant_oid in
        (select x.oid from (select ${TOLD} from came except select ${TOLD} from went) x)`,
    }),
    ...renewal('tenant_goes', {
      table: 'tenant',
      event: 'delete',
      tables: 'old table as went',
      whom: 'select u.person_oid from user_role u where u.tenant_oid in (select w.oid from went w)',
    }),
    `create function person_stamp(p_oid text, p_mail text, p_subject text) returns text language sql stable ${AS_SERVICE} as $$
       select p.stamp::text from person p
       where (p_oid is not null and p.oid = p_oid) or (p_subject is not null and p.subject = p_subject) or (p_mail is not null and lower(p.mail) = lower(p_mail))
       order by (p.oid = p_oid) desc nulls last, (p.subject = p_subject) desc nulls last limit 1 $$`,
    `revoke execute on function person_stamp(text, text, text) from public`,
    `grant execute on function person_stamp(text, text, text) to sdwan_app`,
  ],
}
