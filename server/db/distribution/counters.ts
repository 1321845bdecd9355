import type { EntityModel } from '../../entities/model/entity-model.ts'
import { constant } from '../constant.ts'
import { countsName, tabsText } from '../ddl/rank-triggers.ts'
import { APP_ROLE } from '../ddl/roles.ts'

/**
 * Puts views in the place of the tables `list_rank` and `list_total`: rows that every writer would change stand in the way of
 * several servers, which count their own rows side by side instead. The order is one bucket.
 */
export function counterViews(models: readonly EntityModel[]): string[] {
  const ranked = models.filter(({ meta }) => meta.ranked !== undefined)
  const rows = (columns: string): string =>
    ranked
      .map(
        (model) =>
          `select ${constant(countsName(model))}::text as entity, ${columns}, ${tabsText(model)} as tabs, count(*) as n from ${model.table} r group by 1, 2, 3`,
      )
      .join(' union all ')
  return [...view('list_rank', rows(`''::text collate "C" as lower`)), ...view('list_total', rows('r.tenant_path'))]
}

function view(name: string, rows: string): string[] {
  return [
    `do $$ begin if (select relkind from pg_class where oid = to_regclass('public.${name}')) = 'r' then drop table ${name}; end if; end $$`,
    `create or replace view ${name} with (security_invoker = true) as ${rows}`,
    `grant select on ${name} to ${APP_ROLE}`,
  ]
}
