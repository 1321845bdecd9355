import { type RawBuilder, sql } from 'kysely'
import type { Scope } from './scope.ts'

/** Up to this many ranges are compared one by one, using an index; more are looked up in a set. */
const FEW = 16

interface WithinOptions {
  /** Excludes the roots of the ranges themselves. @default false */
  below?: boolean
}

/** SQL condition: the path of a row lies in one of the ranges. Its text stays short for any number of them. */
export function withinScopes(path: string, scopes: readonly Scope[], { below = false }: WithinOptions = {}): RawBuilder<boolean> {
  const column = sql.raw(path)
  const first = scopes.reduce((least, { from }) => (from < least ? from : least), '~')
  const last = scopes.reduce((most, { to }) => (to > most ? to : most), '')
  if (scopes.length === 0) return sql<boolean>`false`
  if (scopes.length > FEW) {
    const tops = JSON.stringify(Object.fromEntries(scopes.map(({ from }) => [from, 0])))
    const inside = sql<boolean>`${column} >= ${first} and ${column} < ${last} and ${tops}::jsonb ?| ${sql.raw(pathPrefixes(path))}`
    return below ? sql<boolean>`(${inside} and not ${tops}::jsonb ? ${column})` : sql<boolean>`(${inside})`
  }
  const operator = sql.raw(below ? '>' : '>=')
  const ranges = scopes.map(({ from, to }) => sql<boolean>`(${column} ${operator} ${from} and ${column} < ${to})`)
  return sql<boolean>`(${sql.join(ranges, sql` or `)})`
}

/** Tenants stand at most this far below one another: the platform, three kinds of partners, customers, and one to spare. */
const DEEPEST = 6

/**
 * SQL for the paths of a tenant and of those above it, as a list: `a.3f.9k.` gives `a.`, `a.3f.`, `a.3f.9k.` and paths that no
 * tenant has. Written out, because a function that takes a path apart costs many times as much for each row. Migration 160 holds
 * this text, so it stays as it is.
 */
export function pathPrefixes(path: string): string {
  const labels = Array.from({ length: DEEPEST }, (_, index) => `split_part(${path}, '.', ${index + 1}) || '.'`)
  return `array[${labels.map((_, index) => labels.slice(0, index + 1).join(' || ')).join(', ')}]`
}

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

/** Ancestors of a scope, whose names are visible from below. */
const ABOVE =
  `starts_with((select current_setting('app.scope_from')), path) or ((select current_setting('app.scopes')) <> ''` +
  ` and path in (select above from ${LIST}, unnest(${pathPrefixes('s.prefix')}) as above))`

/** Gives the policies of every table that is scoped by path the form that costs the same for any number of scopes. */
export const scopePolicies: readonly string[] = [...scopeForm(IN_SET, '%starts_with(%'), `alter policy above on tenant using (${ABOVE})`]

/**
 * The same two conditions as plain comparisons: distributed tables take no policies with subqueries. A setting is read again for each
 * row, so somebody with thousands of scopes pays for their list with each row.
 */
const PLAIN =
  `(${PATH} < current_setting('app.scope_from') or ${PATH} >= current_setting('app.scope_to')) is false` +
  ` and (current_setting('app.scopes') = '' or string_to_array(current_setting('app.scopes'), ',') && ${pathPrefixes(PATH)})`

const PLAIN_ABOVE =
  `starts_with(current_setting('app.scope_from'), path)` + ` or strpos(',' || current_setting('app.scopes'), ',' || path) > 0`

const PLAIN_EVERYWHERE = `(current_setting('app.scope_from') = '' and current_setting('app.scope_to') = '~')`

/** Policies of a distributed database. Where a policy has to ask another table, a function does. */
export const distributedPolicies: readonly string[] = [
  `create or replace function person_in_scope(p_oid text) returns boolean language plpgsql stable as $$
    begin return exists (select from user_role u where u.person_oid = p_oid); end $$`,
  `alter policy scope on person using (${PLAIN_EVERYWHERE} or person_in_scope(oid))`,
  `alter policy seen on invitation using (person_in_scope(person_oid))`,
  ...scopeForm(PLAIN, '% SELECT current_setting(%'),
  `alter policy above on tenant using (${PLAIN_ABOVE})`,
  `alter policy service on journal_reseal using ${PLAIN_EVERYWHERE}`,
]

/** Gives the policies `scope` by path another condition, where their own looks like `former`. */
function scopeForm(condition: string, former: string): string[] {
  return [
    `do $do$ declare p record;
  begin
    for p in select c.schemaname, c.tablename, a.attname as path
      from pg_policies c join pg_attribute a on a.attrelid = to_regclass(format('%I.%I', c.schemaname, c.tablename))
        and a.attname = case when c.tablename = 'tenant' then 'path' else 'tenant_path' end
      where c.policyname = 'scope' and c.schemaname in ('public', 'entity') and c.qual like '${former}'
    loop
      execute format('alter policy scope on %I.%I using (%s)', p.schemaname, p.tablename, replace($policy$${condition}$policy$, '${PATH}', p.path));
    end loop;
  end $do$`,
  ]
}
