import type { Migration } from './migration.ts'

const everywhere = `set search_path = public, pg_temp set app.scope_from = '' set app.scope_to = '~' set app.scopes = ''`

/** People change their own profile, whichever tenants they may work in; two changes at once are told apart by the revision. */
export const profiles: Migration = {
  id: 140,
  name: 'profiles',
  statements: [
    `alter table person add column revision integer not null default 1`,
    `create function profile_revision(p_oid text) returns integer language sql stable security definer ${everywhere} as $$
      select revision from person where oid = p_oid $$`,
    `create function save_profile(p_oid text, p_revision integer, p_name text, p_locale text) returns integer language sql volatile security definer ${everywhere} as $$
      update person set name = p_name, locale = p_locale, revision = revision + 1
      where oid = p_oid and revision = p_revision and state = 'active' returning revision $$`,
    ...['profile_revision(text)', 'save_profile(text, integer, text, text)'].flatMap((name) => [
      `revoke execute on function ${name} from public`,
      `grant execute on function ${name} to sdwan_app`,
    ]),
  ],
}
