import { pathPrefixes } from '../db/path-prefixes.ts'
import type { Migration } from './migration.ts'

/** The same search for people with thousands of scopes: these are a set, not a condition each. */
export const tenantSearchInSet: Migration = {
  id: 160,
  name: 'tenant search in a set',
  statements: [
    `grant create on schema entity to sdwan_search`,
    `set local role sdwan_search`,
    `create or replace function entity.search_tenants(p_patterns text[], p_limit integer, p_offset bigint) returns setof text language plpgsql stable security definer rows 20
      set search_path = public, pg_temp as $$
      declare
        conditions text := '';
        scopes jsonb;
        n integer;
      begin
        for n in 1 .. coalesce(array_length(p_patterns, 1), 0) loop
          conditions := conditions || case when n = 1 then ' and (' else ' or ' end || format('name ilike %L', p_patterns[n]);
        end loop;
        if conditions <> '' then conditions := conditions || ')'; end if;
        if current_setting('app.scopes') <> '' then
          select jsonb_object_agg(prefix, 0) into scopes from unnest(string_to_array(current_setting('app.scopes'), ',')) as s(prefix);
          conditions := conditions || $condition$ and $5 ?| ${pathPrefixes('path')}$condition$;
        end if;
        return query execute 'select oid from tenant where path >= $1 and path < $2' || conditions || ' order by order_key collate "C", oid limit $3 offset $4'
          using current_setting('app.scope_from'), current_setting('app.scope_to'), p_limit, p_offset, scopes;
      end $$`,
    `reset role`,
    `revoke create on schema entity from sdwan_search`,
  ],
}
