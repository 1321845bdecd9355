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
