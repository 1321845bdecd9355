import { EVERYWHERE, forced, scopedByPath, type Migration } from './migration.ts'

/**
 * How many rows of a long list each tenant has, by what its tabs ask for: what lies below a tenant is added up, not counted. Counts of
 * stretches (`list_rank`) hold keys of all tenants, so only who sees every tenant reads them. Triggers write both as the service itself.
 */
export const listTotals: Migration = {
  id: 165,
  name: 'list totals',
  statements: [
    `create table list_total (
      entity text not null, tenant_path text collate "C" not null, tabs text not null, n bigint not null, primary key (entity, tenant_path, tabs))`,
    ...scopedByPath('list_total'),
    `grant select, insert, update, delete on list_total to sdwan_app`,
    ...forced('list_rank'),
    `create policy everywhere on list_rank using (${EVERYWHERE})`,
    `create policy whole on list_rank for select using (
      (select current_setting('app.scopes')) = '' and exists (select from tenant t where t.parent_oid is null
        and t.path >= (select current_setting('app.scope_from')) and t.path < (select current_setting('app.scope_to'))))`,
  ],
}
