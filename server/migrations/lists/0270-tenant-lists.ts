import type { Migration } from '../migration.ts'

/** Trees of 100,000 tenants: pickers and lists read tenants in the order of their names, and searches find them by parts of these, from an index. */
export const tenantLists: Migration = {
  id: 270,
  name: 'tenant lists',
  statements: [
    `create index tenant_order on tenant (order_key collate "C", oid) include (path, name)`,
    `create index tenant_name on tenant using gin (name gin_trgm_ops)`,
    // With the order as it is stored, which lists would otherwise fold for each tenant, and could not read from the index.
    `create or replace view entity.tenant with (security_invoker = true) as select oid as tenant_oid, path as tenant_path, oid, 1 as revision,
      jsonb_build_object('name', name, 'parentOid', parent_oid, 'type', type, 'state', state) || jsonb_strip_nulls(jsonb_build_object('licensingMode', licensing_mode)) as data,
      name as search_text, '{}'::jsonb as sort_keys,
      created_at, null::text as created_by, created_at as updated_at, null::text as updated_by, order_key from public.tenant`,
  ],
}
