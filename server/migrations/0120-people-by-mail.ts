import type { Migration } from './migration.ts'

/** Whoever attaches people learns who has a mail address already, wherever that person works. */
export const peopleByMail: Migration = {
  id: 120,
  name: 'people by mail',
  statements: [
    `create function find_people(p_mails json) returns table (oid text, mail text, name text) language sql stable security definer
      set search_path = public, pg_temp set app.scope_from = '' set app.scope_to = '~' set app.scopes = '' as $$
      select q.oid, q.mail, q.name from person q where lower(q.mail) in (select lower(x) from json_array_elements_text(p_mails) as x) $$`,
    `revoke execute on function find_people(json) from public`,
    `grant execute on function find_people(json) to sdwan_app`,
  ],
}
