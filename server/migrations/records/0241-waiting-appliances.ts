import { EVERYWHERE, type Migration } from '../migration.ts'

/** The device list has the appliances of customers that are not installed yet, too. */
export const waitingAppliances: Migration = {
  id: 241,
  name: 'waiting appliances',
  statements: [
    `select set_config('app.scope_from', '', true), set_config('app.scope_to', '~', true), set_config('app.scopes', '', true)`,
    // A new database has no appliances yet, nor the tables of entities.
    `do $$ begin if to_regclass('entity."ip-engine"') is not null then
      create policy waiting on tenant using (${EVERYWHERE});
      insert into entity."ip-engine" (tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, created_at, created_by, updated_at, updated_by)
      select a.tenant_oid, a.tenant_path, a.oid, a.revision,
        jsonb_strip_nulls(jsonb_build_object('type', 'appliance', 'serialNumber', a.data->'serialNumber', 'model', a.data->'model', 'softwareVersion', a.data->'softwareVersion',
          'info', a.data->'info', 'lanAddresses', '[]'::jsonb, 'wans', '[]'::jsonb, 'provisioned', false,
          'obj', jsonb_build_object('serialNumber', a.data->'serialNumber', 'info', a.data->'info', 'model', a.data->'model', 'tag', a.data->'tag',
            'softwareVersion', a.data->'softwareVersion', 'provisioned', false))),
        concat(' ', null, ' ', null, ' ', a.data->>'serialNumber'), jsonb_build_object('serialNumber', a.sort_keys->'serialNumber'),
        a.created_at, a.created_by, a.updated_at, a.updated_by
      from entity.appliance a join tenant t on t.oid = a.tenant_oid
      where t.type in ('managed_customer', 'diy_customer') and a.data->>'status' is distinct from 'installed'
        and not exists (select from entity."edge-box" b where b.tenant_oid = a.tenant_oid and b.data->>'serialNumber' = a.data->>'serialNumber')
      on conflict do nothing;
      drop policy waiting on tenant;
    end if; end $$`,
  ],
}
