import { APP_ROLE } from './connection.ts'
import { SEARCH_ROLE } from './roles.ts'

/** What stands between the letters of addresses, serial numbers and mail addresses, each with the letter that stands for it in the index. */
const between = [`'-./:@'`, `'qzxjk'`].join(', ')

/**
 * What the trigram index of a table is on. Trigrams end where a word ends, so `10.1.2` would have none that tells it from others; with
 * letters in the place of what divides it, it has as many as any word.
 */
export function searchedText(text: string): string {
  return `translate(${text}, ${between})`
}

/** The condition on a row's search text: what the index finds, then the text itself. */
const MATCHES = `${searchedText('search_text')} ilike ${searchedText('p_pattern')} and search_text ilike p_pattern`

const within = (from: string, to: string): string => `(tenant_path < ${from} or tenant_path >= ${to}) is false`
const VISIBLE = within(`current_setting('app.scope_from')`, `current_setting('app.scope_to')`)

/**
 * The functions that find candidates of a substring search, as `searchFunction` of the migrations says: `name(pattern, tenant)`, the
 * tenant null for all of the scope, and `name_few(pattern, from, to, limit)` within a range of paths, so many at most.
 * Safe to repeat.
 */
export function searchFunctions(name: string, table: string): string[] {
  const few = fewOf(name)
  const options = `language plpgsql stable security definer rows 200 set search_path = public, pg_temp set plan_cache_mode = force_generic_plan`
  const own = [
    `create or replace function ${name}(p_pattern text, p_tenant text) returns setof text ${options} as $$
      begin
        if p_tenant is null then
          return query select oid from ${table} where ${MATCHES} and ${VISIBLE};
        else
          return query select oid from ${table} where ${MATCHES} and ${VISIBLE} and tenant_oid = p_tenant;
        end if;
      end $$`,
    // Planned as if all were wanted: for some of them the database would rather read the table from its beginning.
    `create or replace function ${few}(p_pattern text, p_from text, p_to text, p_limit bigint) returns setof text ${options} as $$
      begin
        return query with found as materialized (select oid from ${table} where ${MATCHES} and ${VISIBLE} and ${within('p_from', 'p_to')})
          select oid from found limit p_limit;
      end $$`,
  ]
  const signatures = `${name}(text, text), ${few}(text, text, text, bigint)`
  return [
    `grant create on schema entity to ${SEARCH_ROLE}`,
    `set local role ${SEARCH_ROLE}`,
    ...own,
    `revoke execute on function ${signatures} from public`,
    `grant execute on function ${signatures} to ${APP_ROLE}`,
    `reset role`,
    `revoke create on schema entity from ${SEARCH_ROLE}`,
  ]
}

/** Name of the function that answers a limited number of candidates. */
export function fewOf(search: string): string {
  return search.replace(/"$/, '_few"')
}
