import type { Migration } from './migration.ts'

/**
 * A page of the tenants that the connection may see, by name. Under row-level security LIKE cannot use the trigram index
 * (see `searchFunction`), so a role that sees names and paths only finds the identifiers, inside the scope by itself;
 * dynamic SQL lets each pattern have the plan that fits it. The query around it reads the tenants under row-level security.
 */
export const tenantSearch: Migration = {
  id: 101,
  name: 'tenant search',
  statements: [
    `grant create on schema entity to sdwan_search`,
    `set local role sdwan_search`,
    `create function entity.search_tenants(p_patterns text[], p_limit integer, p_offset bigint) returns setof text language plpgsql stable security definer rows 20
      set search_path = public, pg_temp as $$
      declare
        conditions text := '';
        n integer;
      begin
        for n in 1 .. coalesce(array_length(p_patterns, 1), 0) loop
          conditions := conditions || case when n = 1 then ' and (' else ' or ' end || format('name ilike %L', p_patterns[n]);
        end loop;
        if conditions <> '' then conditions := conditions || ')'; end if;
        if current_setting('app.scopes') <> '' then
          conditions := conditions || ' and (' || (select string_agg(format('(path >= %L and path < %L)', prefix, left(prefix, -1) || '/'), ' or ')
            from unnest(string_to_array(current_setting('app.scopes'), ',')) as s(prefix)) || ')';
        end if;
        return query execute 'select oid from tenant where path >= $1 and path < $2' || conditions || ' order by lower(name) collate "C", oid limit $3 offset $4'
          using current_setting('app.scope_from'), current_setting('app.scope_to'), p_limit, p_offset;
      end $$`,
    `revoke execute on function entity.search_tenants(text[], integer, bigint) from public`,
    `grant execute on function entity.search_tenants(text[], integer, bigint) to sdwan_app`,
    `reset role`,
    `revoke create on schema entity from sdwan_search`,
  ],
}
