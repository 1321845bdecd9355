import { searchFunction, type Migration } from './migration.ts'

/** Schema `entity` holds one table and one search function per entity (`server/db/entity-tables.ts`), and tenants as a view. */
export const entities: Migration = {
  id: 2,
  name: 'entities',
  statements: [
    `create schema entity`,
    `grant usage on schema entity to sdwan_app, sdwan_search`,
    // Tenants as others refer to them; written as partners and customers.
    `create view entity.tenant with (security_invoker = true) as select oid as tenant_oid, path as tenant_path, oid, 1 as revision,
      jsonb_build_object('name', name, 'parentOid', parent_oid, 'type', type, 'state', state) as data, name as search_text, '{}'::jsonb as sort_keys,
      created_at, null::text as created_by, created_at as updated_at, null::text as updated_by from public.tenant`,
    `grant select on entity.tenant to sdwan_app`,
    `grant select (oid, parent_oid, name, path) on tenant to sdwan_search`,
    `create policy search on tenant for select to sdwan_search using (true)`,
    // A tenant's search text is its name alone, without the space before every field that tables have.
    ...searchFunction('entity.tenant_search', {
      from: 'public.tenant',
      matches: `(name ilike p_pattern or (starts_with(p_pattern, '% ') and name ilike substr(p_pattern, 3)))`,
      path: 'path',
      tenant: 'parent_oid',
    }),
  ],
}
