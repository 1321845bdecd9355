import type { EntityModel } from '../../entities/model/entity-model.ts'
import { asSearchRole } from './functions.ts'
import { findColumn, plainList } from './find-columns.ts'
import { SEARCH_ROLE } from './roles.ts'
import { frequentIn, limitedWalk, searchedText, shortRange, VISIBLE, within } from './search-functions.ts'

/** Name of the function that answers candidates by nested texts (`x-find`). */
export function findOf(search: string): string {
  return search.replace(/"$/, '_find"')
}

/** The expression of the trigram index over the column of nested texts. */
export const indexedFinds = (column: string): string => searchedText(column)

/**
 * The function that finds candidates by nested texts, for the search over everything alone, as `someSearchOf` does by what lists search:
 * some of a frequent term, places in the table, or oids of a distributed one. Safe to repeat.
 */
export function findFunctions(model: EntityModel, distributed: boolean): string[] {
  const found = findColumn(model)
  if (found === undefined) return []
  const { table } = model
  const [name, column] = [findOf(model.search), found.name]
  const declared = `declare
        own_pattern constant text := ${plainList('p_pattern')};
        index_pattern constant text := ${searchedText(plainList('p_pattern'))};
        scope_from constant text := current_setting('app.scope_from');
        scope_to constant text := current_setting('app.scope_to');`
  const matches = `${indexedFinds(column)} like index_pattern and ${column} like own_pattern and ${VISIBLE} and ${within('p_from', 'p_to')}`
  const parameters = 'p_pattern text, p_from text, p_to text, p_limit bigint'
  const options = `language plpgsql stable security definer rows 200 set search_path = public, pg_temp`
  const text = { column, like: 'like' }
  const local = `create or replace function ${name}(${parameters}) returns setof tid ${options} set plan_cache_mode = force_generic_plan as $$
      ${declared}
      begin
        ${shortRange(table, text)}
        if ${frequentIn(table, text)} then
          ${limitedWalk(table, text)}
        else
          return query with found as materialized (select ctid from ${table} where ${matches}) select ctid from found limit p_limit;
        end if;
      end $$`
  const everywhere = `create function ${name}(${parameters}) returns setof text ${options} as $$
      ${declared}
      begin
        return query select oid from ${table} where ${matches} limit p_limit;
      end $$`
  const signature = `${name}(text, text, text, bigint)`
  if (distributed) return asSearchRole([`drop function if exists ${signature}`, everywhere], [signature])
  return [
    `grant select (ctid, oid, tenant_oid, tenant_path, ${column}) on ${table} to ${SEARCH_ROLE}`,
    ...asSearchRole([local], [signature]),
  ]
}
