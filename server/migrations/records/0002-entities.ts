import type { Migration } from '../migration.ts'

/** Schema `entity` holds one table per entity (`server/db/ddl/entity-tables.ts`), and tenants as a view. */
export const entities: Migration = {
  id: 2,
  name: 'entities',
  formerly: ['1ceffa09267aec23a8e84da0d62cf609'],
  statements: [
    `create schema entity`,
    // Tenants as others refer to them; written as partners and customers.
    `create view entity.tenant with (security_invoker = true) as select oid as tenant_oid, path as tenant_path, oid, 1 as revision,
      jsonb_build_object('name', name, 'parentOid', parent_oid, 'type', type, 'state', state) as data, name as search_text, '{}'::jsonb as sort_keys,
      created_at, null::text as created_by, created_at as updated_at, null::text as updated_by from public.tenant`,
  ],
}
