import type { Migration } from '../migration.ts'

/**
 * The tenants directly below one are counted; without an index that reads the whole tree each time. The reporting mode that a customer was
 * given stands with the tenant, from where its settings take it: the customer's record may be on another server than these.
 */
export const tenantChildren: Migration = {
  id: 260,
  name: 'tenant children',
  statements: [
    `create index tenant_parent on tenant (parent_oid, type)`,
    `alter table tenant add column reporting text`,
    `select set_config('app.scope_from', '', true), set_config('app.scope_to', '~', true), set_config('app.scopes', '', true)`,
    `do $$ begin
      if to_regclass('entity.customer') is not null then
        update tenant t set reporting = c.data->>'reporting' from entity.customer c where c.oid = t.oid;
      end if;
    end $$`,
  ],
}
