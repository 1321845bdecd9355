import type { EntityModel } from '../../entities/model/entity-model.ts'
import { asSearchRole } from './functions.ts'
import { SEARCH_ROLE } from './roles.ts'
import { VISIBLE } from './search-functions.ts'

/** Name of the function that finds records by what stands within them. */
export function nestedOf(search: string): string {
  return search.replace(/"$/, '_nested"')
}

/** Its parameters, by which it is told whether it is there yet. */
export const NESTED_PARAMETERS = 'jsonpath, text, bigint'

/** Whether filters find records of an entity by an index on all that stands within them: those of an overlay, with lists or objects. */
export function isIndexedWithin({ meta, fields }: EntityModel): boolean {
  return meta.scope === 'overlay' && meta.ranked === undefined && [...fields.values()].some(({ stored, type }) => stored && type === 'json')
}

/** What the index is on. */
export const indexedWithin = 'data jsonb_path_ops'

/**
 * The function that answers identifiers of a tenant's records, or of all, among the first that meet a JSON path predicate; null beside them if there are
 * more.
 * As those of a search, it runs as the search role, because row-level security keeps the index from use, and stays inside the caller's scope by
 * itself; the query around it reads the records under row-level security, and decides by the exact condition. Safe to repeat.
 */
export function nestedFunctions(model: EntityModel, distributed: boolean): string[] {
  if (distributed || !isIndexedWithin(model)) return []
  const name = nestedOf(model.search)
  // With a limit, the planner would rather read the table from its beginning. With less memory, the index answers with blocks in place of rows.
  const definition = `create or replace function ${name}(p_predicate jsonpath, p_tenant text, p_looked bigint) returns setof text language plpgsql stable security definer rows 200
      set search_path = public, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_indexscan = off set work_mem = '64MB' as $$
      declare
        scope_from constant text := current_setting('app.scope_from');
        scope_to constant text := current_setting('app.scope_to');
      begin
        return query with found as materialized (select oid, tenant_oid, tenant_path from ${model.table} where data @@ p_predicate limit p_looked)
          select oid from found where (p_tenant is null or tenant_oid = p_tenant) and ${VISIBLE} union all select null from found having count(*) >= p_looked;
      end $$`
  return [
    `grant select (oid, tenant_oid, tenant_path, data) on ${model.table} to ${SEARCH_ROLE}`,
    ...asSearchRole([definition], [`${name}(${NESTED_PARAMETERS})`]),
  ]
}
