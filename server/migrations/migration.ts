/** One step of the core tables. Applied once, in order of `id`, in one transaction; never edited once released. */
export interface Migration {
  id: number
  name: string
  statements: string[]
}

/** Row-level security, forced, by path range; `column` holds the tenant path. */
export function scopedByPath(table: string, column = 'tenant_path'): string[] {
  return [...forced(table), `create policy scope on ${table} using (${inScope(column)})`]
}

/** Row-level security without any policy yet: nobody sees anything, not even the owner. */
export function forced(table: string): string[] {
  return [`alter table ${table} enable row level security`, `alter table ${table} force row level security`]
}

/**
 * The path lies in what the connection may see. Settings are read once per statement (scalar subqueries), not once per row;
 * the list is looked at only where a person has several scopes. Written so that no index serves it: the query's own tenant
 * condition, which knows more, chooses the index. (As a plain range it once read a distributor's every row for each row of a page.)
 */
export function inScope(column: string): string {
  return (
    `(${column} < (select current_setting('app.scope_from')) or ${column} >= (select current_setting('app.scope_to'))) is false` +
    ` and ((select current_setting('app.scopes')) = '' or exists (` +
    `select from unnest(string_to_array((select current_setting('app.scopes')), ',')) as s(prefix) where starts_with(${column}, s.prefix)))`
  )
}

/** The work of the service itself, which sees every tenant. */
export const EVERYWHERE = `((select current_setting('app.scope_from')) = '' and (select current_setting('app.scope_to')) = '~')`

/** What a search function looks at: SQL over one row. */
export interface Searched {
  from: string
  /** Condition with `p_pattern`. */
  matches: string
  path: string
  tenant: string
}

/**
 * A function that finds candidates of a substring search: `name(pattern, tenant)`, the tenant null for all of the scope.
 * Row-level security keeps a trigram index from being used, because the operators of LIKE are not leak-proof; so it runs as a
 * role of its own, which sees identifiers and search texts and nothing else, and stays inside the caller's scope by itself. The
 * query around it reads the records under row-level security. Planned once, for any pattern: that role may not read the
 * statistics of a column under row-level security, so planning for one pattern guesses worse, and costs more than the search.
 */
export function searchFunction(name: string, { from, matches, path, tenant }: Searched): string[] {
  const visible = `(${path} < current_setting('app.scope_from') or ${path} >= current_setting('app.scope_to')) is false`
  return [
    `grant create on schema entity to sdwan_search`,
    `set local role sdwan_search`,
    `create function ${name}(p_pattern text, p_tenant text) returns setof text language plpgsql stable security definer rows 200
      set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
      begin
        if p_tenant is null then
          return query select oid from ${from} where ${matches} and ${visible};
        else
          return query select oid from ${from} where ${matches} and ${visible} and ${tenant} = p_tenant;
        end if;
      end $$`,
    `revoke execute on function ${name}(text, text) from public`,
    `grant execute on function ${name}(text, text) to sdwan_app`,
    `reset role`,
    `revoke create on schema entity from sdwan_search`,
  ]
}
