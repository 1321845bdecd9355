import { APP_ROLE } from './roles.ts'
import { searchFunctions, SMALL_TEXT } from './search-functions.ts'

/** An entity implemented as a view on other tables, with the columns of an entity table in the same order and types. */
interface EntityView {
  /** Statements that drop the previous version. */
  drops: string[]
  creates: (distributed: boolean) => string[]
}

/** The appliances of a customer as its overlay sees them; tenants above customers have none. */
const overlayAppliance: EntityView = {
  drops: [`drop view if exists entity."overlay-appliance"`, `drop function if exists entity."overlay-appliance_search"(text, text)`],
  creates: (distributed) => [
    `create view entity."overlay-appliance" with (security_invoker = true) as select a.tenant_oid, a.tenant_path, a.oid, a.revision,
      jsonb_strip_nulls(jsonb_build_object('serialNumber', a.data->'serialNumber', 'model', a.data->'model', 'tag', a.data->'tag', 'softwareVersion', a.data->'softwareVersion', 'info', a.data->'info',
        'provisioned', coalesce(a.data->>'status' = 'installed', false),
        'status', case when exists (select from entity."edge-box" b where b.tenant_oid = a.tenant_oid and b.sort_keys->>'serialNumber' = a.sort_keys->>'serialNumber' and (b.data->>'serialNumber' = a.data->>'serialNumber') is true)
          then 'configured' else 'not_configured' end)) as data,
      a.search_text, a.sort_keys, a.created_at, a.created_by, a.updated_at, a.updated_by
      from entity.appliance a join public.tenant t on t.oid = a.tenant_oid where t.type in ('managed_customer', 'diy_customer')`,
    `grant select on entity."overlay-appliance" to ${APP_ROLE}`,
    ...searchFunctions('entity."overlay-appliance_search"', 'entity.appliance', { text: SMALL_TEXT, distributed }),
  ],
}

/** The catalogue as each customer's overlay sees it: the same applications and oids everywhere, plus the overlay's own set that contains them. */
const saasApplication: EntityView = {
  drops: [`drop view if exists entity."saas-application"`, `drop function if exists entity."saas-application_search"(text, text)`],
  creates: () => [
    `create view entity."saas-application" with (security_invoker = true) as select t.oid as tenant_oid, t.path as tenant_path, a.oid, 1 as revision,
      jsonb_strip_nulls(jsonb_build_object('name', a.name, 'category', a.category, 'disabled', coalesce(a.disabled, false), 'deleted', coalesce(a.deleted, false),
        'appSet', h.oid, 'appSetName', h.name)) as data,
      a.search_text, a.sort_keys, a.created_at, null::text as created_by, a.created_at as updated_at, null::text as updated_by
      from public.saas_application a cross join public.tenant t
      left join (select distinct on (s.tenant_oid, held.app) s.tenant_oid, held.app, s.oid, s.data->>'name' as name
        from entity."application-set" s cross join lateral jsonb_array_elements_text(jsonb_path_query_array(s.data, '$.saasApps[*].app')) as held(app)
        order by s.tenant_oid, held.app, s.oid) h on h.tenant_oid = t.oid and h.app = a.oid
      where t.type in ('managed_customer', 'diy_customer')`,
    `grant select on entity."saas-application" to ${APP_ROLE}`,
    `create function entity."saas-application_search"(p_pattern text, p_tenant text) returns setof text language sql stable as $$
      select a.oid from public.saas_application a where a.search_text ilike p_pattern $$`,
    `revoke execute on function entity."saas-application_search"(text, text) from public`,
    `grant execute on function entity."saas-application_search"(text, text) to ${APP_ROLE}`,
  ],
}

/** Views by entity, created after all tables. The views of tenants come from the first migrations. */
export const entityViews: Readonly<Record<string, EntityView>> = {
  'overlay-appliance': overlayAppliance,
  'saas-application': saasApplication,
}
