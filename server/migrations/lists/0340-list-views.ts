import { EVERYWHERE, forced, inScope, type Migration } from '../migration.ts'

/**
 * Named views of lists. The holder of an own view is a person, that of a shared one a tenant, whose path bounds who may see and change it.
 * Each version of a shared view is kept beside who made it.
 */
export const listViews: Migration = {
  id: 340,
  name: 'list views',
  statements: [
    `create table list_view (oid text primary key, entity text not null, kind text not null check (kind in ('own', 'shared')), holder text not null,
      tenant_path text collate "C" not null default '', name text not null, state jsonb not null, is_default boolean not null default false, revision integer not null default 1,
      created_by jsonb not null, changed_by jsonb not null, changed_at timestamptz not null default now())`,
    `create unique index list_view_name on list_view (entity, kind, holder, lower(name))`,
    `create unique index list_view_default on list_view (entity, holder) where is_default`,
    `create index list_view_holder on list_view (holder)`,
    ...forced('list_view'),
    `create policy own on list_view using (kind = 'own' and ${EVERYWHERE})`,
    `create policy scope on list_view using (kind = 'shared' and ${inScope('tenant_path')})`,
    `create table list_view_change (view_oid text not null, revision integer not null, entity text not null, tenant_oid text not null,
      tenant_path text collate "C" not null, event text not null check (event in ('share', 'update', 'withdraw', 'delete')), name text not null, state jsonb not null,
      is_default boolean not null, made_by jsonb not null, made_at timestamptz not null default now(), primary key (view_oid, revision))`,
    `create index list_view_change_tenant on list_view_change (tenant_oid, entity, made_at)`,
    ...forced('list_view_change'),
    `create policy scope on list_view_change using (${inScope('tenant_path')})`,
  ],
}
