import { pathPrefixes } from './path-prefixes.ts'

const LIST = `unnest(string_to_array((select current_setting('app.scopes')), ',')) as s(prefix)`
const PATH = 'path_of_the_row'

/**
 * What `inScope` of the migrations says, for people with thousands of scopes: these are made into a set once per statement, and
 * a row asks whether one of the few tenants above it is in it.
 */
const IN_SET =
  `(${PATH} < (select current_setting('app.scope_from')) or ${PATH} >= (select current_setting('app.scope_to'))) is false` +
  ` and ((select current_setting('app.scopes')) = '' or` +
  ` (select coalesce(jsonb_object_agg(s.prefix, 0), '{}') from ${LIST}) ?| ${pathPrefixes(PATH)})`

/** Tenants above a scope, whose names are shown to whoever works below them. */
const ABOVE =
  `starts_with((select current_setting('app.scope_from')), path) or ((select current_setting('app.scopes')) <> ''` +
  ` and path in (select above from ${LIST}, unnest(${pathPrefixes('s.prefix')}) as above))`

/** Gives the policies of every table that is scoped by path the form that costs the same for any number of scopes. */
export const scopePolicies: readonly string[] = [
  `do $do$ declare p record;
  begin
    for p in select schemaname, tablename, case when tablename = 'tenant' then 'path' else 'tenant_path' end as path
      from pg_policies where policyname = 'scope' and schemaname in ('public', 'entity') and qual like '%starts_with(%'
    loop
      execute format('alter policy scope on %I.%I using (%s)', p.schemaname, p.tablename, replace($policy$${IN_SET}$policy$, '${PATH}', p.path));
    end loop;
  end $do$`,
  `alter policy above on tenant using (${ABOVE})`,
]
