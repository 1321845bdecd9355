import type { Migration } from './migration.ts'

/**
 * Makes people known who are not, each with an invitation, and answers the identifiers of those who are somebody else by now: an
 * import brings 100,000 at once, and hears of none whom it knew before. In the order of their addresses, so that two imports of the
 * same people wait for each other instead of locking each other out.
 */
export const peopleInLists: Migration = {
  id: 180,
  name: 'people in lists',
  statements: [
    `create function add_people(p_oids text[], p_mails text[], p_names text[]) returns setof text language sql volatile security definer
      set search_path = public, pg_temp set app.scope_from = '' set app.scope_to = '~' set app.scopes = '' as $$
      with asked as (select x.oid, x.mail, x.name from unnest(p_oids, p_mails, p_names) as x(oid, mail, name)),
        added as (insert into person as p (oid, mail, name) select a.oid, a.mail, a.name from asked a order by lower(a.mail) on conflict do nothing returning p.oid),
        invited as (insert into invitation (person_oid) select d.oid from added d)
      select a.oid from asked a join (select oid from asked except select oid from added) known on known.oid = a.oid
        where not exists (select from person p where p.oid = a.oid and lower(p.mail) = lower(a.mail)) $$`,
    `revoke execute on function add_people(text[], text[], text[]) from public`,
    `grant execute on function add_people(text[], text[], text[]) to sdwan_app`,
  ],
}
