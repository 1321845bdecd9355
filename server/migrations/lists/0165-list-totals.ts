import { EVERYWHERE, forced, scopedByPath, type Migration } from '../migration.ts'

/**
 * Row counts of long lists per tenant and combination of tab values, so that the count of a tenant's subtree is a sum. Bucket counts
 * (`list_rank`) contain keys of all tenants, so only callers who see every tenant read them. Triggers write both as the service itself.
 */
export const listTotals: Migration = {
  id: 165,
  name: 'list totals',
  formerly: ['0edec966b21e4b1e597a852437108e67'],
  statements: [
    `create table list_total (
      entity text not null, tenant_path text collate "C" not null, tabs text not null, n bigint not null, primary key (entity, tenant_path, tabs))`,
    ...scopedByPath('list_total'),
    ...forced('list_rank'),
    `create policy everywhere on list_rank using (${EVERYWHERE})`,
    `create policy whole on list_rank for select using (
      (select current_setting('app.scopes')) = '' and exists (select from tenant t where t.parent_oid is null
        and t.path >= (select current_setting('app.scope_from')) and t.path < (select current_setting('app.scope_to'))))`,
  ],
}
