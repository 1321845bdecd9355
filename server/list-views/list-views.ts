import { sql } from 'kysely'
import type { Can } from '../../schemas/plan.ts'
import { viewAdministrators, type ListView, type ListViewChange, type ListViews, type ListViewState } from '../../schemas/list-views.ts'
import { asService, type Database, type Queries } from '../db/database.ts'
import { catalogueOf } from '../entities/model/catalogue.ts'
import type { EntityModel } from '../entities/model/entity-model.ts'
import { ruleContext } from '../entities/records/tenant-context.ts'
import { filterReader } from '../entities/filter/filter-reader.ts'
import { readFilter } from '../entities/filter/read-filter.ts'
import { resolveFilter } from '../entities/filter/resolve-filter.ts'
import { readableScopes } from '../entities/list/list-rows.ts'
import { HttpProblem } from '../plugins/problem.ts'
import type { Caller, Rights, TenantNode } from '../policies/caller.ts'
import { servedState } from './view-state.ts'

/** The list that views are asked for: its entity, and the tenant in which the caller works. */
export interface ViewPlace {
  model: EntityModel
  tenant: TenantNode | 'all'
}

/** A row of `list_view`. */
export interface ViewRow {
  oid: string
  entity: string
  kind: ListView['kind']
  holder: string
  name: string
  state: ListViewState
  is_default: boolean
  revision: number
  created_by: ListView['createdBy']
  changed_by: ListView['changedBy']
  changed_at: Date | string
}

/** The entity of a list of records; throws a 404 for names that none has. */
export function viewModel(database: Database, entity: string): EntityModel {
  const model = catalogueOf(database).models.get(entity)
  if (model === undefined || model.meta.singleton === true) throw new HttpProblem(404, 'There is no such list, or you may not read it.')
  return model
}

/** What the caller may do in a tenant. */
export function rightsIn(caller: Caller, tenant: TenantNode | 'all'): Rights {
  return tenant === 'all' ? caller.rightsOnAll() : caller.rightsOn(tenant)
}

/** Refuses callers who may not read the list. */
export function refuseUnlisted(caller: Caller, { model, tenant }: ViewPlace): void {
  const rights = rightsIn(caller, tenant)
  const { resource, plural } = model.meta
  const mayList = rights.has(resource, 'list') || rights.has(resource, 'read')
  if (mayList || (tenant === 'all' && readableScopes(model, caller).length > 0)) return
  throw new HttpProblem(403, `You may not list ${plural} here.`)
}

/** Who may do what with the tenant's views: records may be written, or the tenant is administered. */
export function viewRights(caller: Caller, { model, tenant }: ViewPlace): { share: true | { because: string }; administer: boolean } {
  const rights = rightsIn(caller, tenant)
  const administer = tenant !== 'all' && rights.roles.some((role) => viewAdministrators.includes(role))
  const writes = (['create', 'update', 'delete'] as const).some((operation) => rights.has(model.meta.resource, operation))
  if (tenant === 'all') return { share: { because: 'service.view.all' }, administer }
  return { share: administer || writes ? true : { because: 'service.view.share' }, administer }
}

const columns = sql.raw('oid, entity, kind, holder, name, state, is_default, revision, created_by, changed_by, changed_at')

/** Throws a 400 for conditions that the list refuses the caller. */
export function conditionsIn(caller: Caller, { model, tenant }: ViewPlace): (where: string) => void {
  const reader = filterReader(model, { caller, rights: rightsIn(caller, tenant), tenant })
  return (where) => void resolveFilter(readFilter(where), reader)
}

/** The caller's own views of a list and those of the tenant, by name. */
export async function listViews(database: Database, caller: Caller, place: ViewPlace): Promise<ListViews> {
  refuseUnlisted(caller, place)
  const { model, tenant } = place
  const own = await asService(database, (queries) => ownViews(queries, caller, model))
  const shared = tenant === 'all' ? [] : await database.withScope(caller.scopes(), (queries) => sharedViews(queries, tenant, model))
  const served = [...own, ...shared].map((row) => servedView(caller, place, row))
  return {
    data: served.toSorted((a, b) => a.name.localeCompare(b.name) || (a.oid < b.oid ? -1 : 1)),
    meta: { can: { share: viewRights(caller, place).share } },
  }
}

async function ownViews(queries: Queries, caller: Caller, { name }: EntityModel): Promise<ViewRow[]> {
  const { rows } = await sql<ViewRow>`select ${columns} from list_view
    where entity = ${name} and kind = 'own' and holder = ${caller.oid}`.execute(queries)
  return rows
}

async function sharedViews(queries: Queries, tenant: TenantNode, { name }: EntityModel): Promise<ViewRow[]> {
  const { rows } = await sql<ViewRow>`select ${columns} from list_view
    where entity = ${name} and kind = 'shared' and holder = ${tenant.oid}`.execute(queries)
  return rows
}

/** A view by its identifier: the caller's own, or one of a tenant that the caller sees; undefined for others. */
export async function findView(database: Database, caller: Caller, oid: string): Promise<ViewRow | undefined> {
  const own = await asService(database, (queries) =>
    sql<ViewRow>`select ${columns} from list_view where oid = ${oid} and kind = 'own' and holder = ${caller.oid}`.execute(queries),
  )
  if (own.rows[0] !== undefined) return own.rows[0]
  const shared = await database.withScope(caller.scopes(), (queries) =>
    sql<ViewRow>`select ${columns} from list_view where oid = ${oid} and kind = 'shared'`.execute(queries),
  )
  return shared.rows[0]
}

/** A view as the caller may see it, and what they may do with it. */
export function servedView(caller: Caller, place: ViewPlace, row: ViewRow): ListView {
  const { model, tenant } = place
  const context = ruleContext(tenant, { user: caller.oid, rights: rightsIn(caller, tenant), resource: model.meta.resource })
  return {
    oid: row.oid,
    entity: row.entity,
    kind: row.kind,
    ...(row.kind === 'shared' && { tenantOid: row.holder }),
    name: row.name,
    ...servedState(model, row.state, { context, checkWhere: conditionsIn(caller, place) }),
    isDefault: row.is_default,
    revision: row.revision,
    createdBy: row.created_by,
    changedBy: row.changed_by,
    changedAt: new Date(row.changed_at).toISOString(),
    can: viewCan(caller, place, row),
  }
}

/** What the caller may do with a view; the default of a tenant is up to those who administer it. */
export function viewCan(caller: Caller, place: ViewPlace, row: Pick<ViewRow, 'kind' | 'is_default'>): Can {
  const { share, administer } = viewRights(caller, place)
  const admin = administer ? true : { because: 'service.view.default' }
  if (row.kind === 'own') return { update: true, delete: true, share, default: share === true ? admin : share }
  const change = row.is_default ? admin : share
  return { update: change, delete: change, share: change, default: admin }
}

/** Versions of the tenant's views of a list, newest first, also of those that are gone. */
export async function viewChanges(database: Database, caller: Caller, place: ViewPlace): Promise<ListViewChange[]> {
  refuseUnlisted(caller, place)
  const { model, tenant } = place
  if (tenant === 'all') return []
  const context = ruleContext(tenant, { user: caller.oid, rights: rightsIn(caller, tenant), resource: model.meta.resource })
  type Row = Omit<ListViewChange, 'at'> & { at: Date | string }
  const { rows } = await database.withScope(caller.scopes(), (queries) =>
    sql<Row>`select view_oid as "viewOid", revision, event, name, state, is_default as "isDefault", made_by as by, made_at as at
      from list_view_change where entity = ${model.name} and tenant_oid = ${tenant.oid} order by made_at desc, revision desc`.execute(
      queries,
    ),
  )
  return rows.map(({ at, ...row }) => ({
    ...row,
    state: servedState(model, row.state, { context, checkWhere: conditionsIn(caller, place) }).state,
    at: new Date(at).toISOString(),
  }))
}
