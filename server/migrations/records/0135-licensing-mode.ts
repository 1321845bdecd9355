import { EVERYWHERE, type Migration } from '../migration.ts'

/** How licences are paid for belongs to the node of the tree: sellers have a mode, customers that of their seller. */
export const licensingMode: Migration = {
  id: 135,
  name: 'licensing mode',
  formerly: ['3937ecfe03bc8397a4e3bab1f52f9c27'],
  statements: [
    `alter table tenant add column licensing_mode text`,
    `create policy licensing on tenant using (${EVERYWHERE})`,
    `select set_config('app.scope_from', '', true), set_config('app.scope_to', '~', true), set_config('app.scopes', '', true)`,
    // A database that is new has no partners yet, nor their table.
    `do $$ begin if to_regclass('entity.partner') is not null then
      update tenant t set licensing_mode = coalesce(p.data->>'licensingMode', 'subscription') from entity.partner p where p.oid = t.oid and t.type in ('msp', 'reseller');
      update tenant t set licensing_mode = p.licensing_mode from tenant p where p.oid = t.parent_oid and t.type in ('managed_customer', 'diy_customer');
    end if; end $$`,
    `drop policy licensing on tenant`,
    `create or replace view entity.tenant with (security_invoker = true) as select oid as tenant_oid, path as tenant_path, oid, 1 as revision,
      jsonb_build_object('name', name, 'parentOid', parent_oid, 'type', type, 'state', state) || jsonb_strip_nulls(jsonb_build_object('licensingMode', licensing_mode)) as data, name as search_text, '{}'::jsonb as sort_keys,
      created_at, null::text as created_by, created_at as updated_at, null::text as updated_by from public.tenant`,
  ],
}
