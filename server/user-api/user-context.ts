import type { CurrentUser, PermissionData, TenantScope, UserContext, UserInfo } from '../../schemas/tenancy.ts'
import { isResource, scopeOf } from '../../schemas/rights/rights.ts'
import { truncated } from '../../schemas/vocabulary/names.ts'
import type { Queries } from '../db/database.ts'
import { loadTenants } from '../entities/records/tenant-context.ts'
import { HttpProblem } from '../plugins/problem.ts'
import type { TenantNode } from '../policies/caller.ts'
import type { KnownCaller } from '../policies/create-caller.ts'
import { defaultViewsOf } from '../list-views/default-views.ts'
import { ancestorsOf } from './ancestors.ts'
import { overlayOf } from './overlay.ts'

/** Tenant id of the pseudo-tenant for all tenants of a person. */
export const ALL = 'all'

/** Maximum number of scopes in a person's context; the others are found by search and loaded one at a time. */
const MAX_SCOPES = 10

/** Describes the caller (S0 section 3 "Current user"). */
export function currentUser(caller: KnownCaller): CurrentUser {
  const { oid, name, mail, locale, preferences, home, hasManyTenants, listFlags } = caller
  return {
    oid,
    name,
    mail,
    locale,
    ...preferences,
    hasManyTenants,
    ...listFlags,
    ...(home && { tenant: { oid: home.oid, name: home.name, type: home.type } }),
  }
}

/** The person and the initial tenant. */
export function userInfo(caller: KnownCaller): UserInfo {
  const { home } = caller
  return { user: currentUser(caller), ...(home && { tenant: { id: home.oid, name: home.name, type: home.type } }) }
}

/** The person and the scopes of the tenants on which they hold roles. */
export async function contextOfPerson(queries: Queries, caller: KnownCaller): Promise<UserContext> {
  const held = caller.memberships.filter(({ role }) => role !== 'no_access').map(({ tenant }) => tenant)
  const distinct = [...new Map(held.map((tenant) => [tenant.oid, tenant])).values()]
  const others = distinct.filter(({ oid }) => oid !== caller.home?.oid).slice(0, MAX_SCOPES - 1)
  const sent = distinct.filter((tenant) => tenant.oid === caller.home?.oid || others.includes(tenant))
  return { user: currentUser(caller), scopes: await scopesOf(queries, caller, sent), ...everyTenant(caller) }
}

/** The person's context in one tenant or in all; throws a 404 without a role there. */
export async function contextInTenant(queries: Queries, caller: KnownCaller, tenantOid: string): Promise<UserContext> {
  const tenant = await reachableTenant(queries, caller, tenantOid)
  const tenants = tenant === ALL ? [] : [tenant]
  return { user: currentUser(caller), scopes: await scopesOf(queries, caller, tenants), ...everyTenant(caller) }
}

/** The person's permissions on one resource in one tenant or in all. */
export async function permissionsInTenant(
  queries: Queries,
  caller: KnownCaller,
  about: { tenantOid: string; resource: string },
): Promise<PermissionData> {
  const { resource } = about
  if (!isResource(resource)) throw new HttpProblem(400, `There is no resource '${truncated(resource)}'.`)
  const tenant = await reachableTenant(queries, caller, about.tenantOid)
  const rights = tenant === ALL ? caller.rightsOnAll() : caller.rightsOn(tenant)
  const operations = rights
    .pairs()
    .filter((pair) => pair.resource === resource)
    .map((pair) => pair.operation)
  return { tenantOid: tenant === ALL ? ALL : tenant.oid, resource, operations, can: rights.can(resource) }
}

/** Finds a tenant by oid or prefixed identifier (`p:`, `c:`); throws the same 404 for inaccessible and unknown ones. */
async function reachableTenant(queries: Queries, caller: KnownCaller, id: string): Promise<TenantNode | typeof ALL> {
  if (id === ALL && caller.allAccess) return ALL
  const [, prefix, oid = ''] = /^(?:([pc]):)?(.+)$/s.exec(id) ?? []
  const tenant = (await loadTenants(queries, [oid])).get(oid)
  const kind = prefix === 'p' ? 'partner' : 'customer'
  const fits = tenant !== undefined && (prefix === undefined || scopeOf(tenant.type) === kind)
  if (!fits || caller.rolesOn(tenant).length === 0)
    throw new HttpProblem(404, `There is no tenant '${truncated(id)}', or you have no role on it.`)
  return tenant
}

async function scopesOf(queries: Queries, caller: KnownCaller, tenants: readonly TenantNode[]): Promise<TenantScope[]> {
  const ancestors = await ancestorsOf(queries, tenants)
  const defaultViews = await defaultViewsOf(queries, tenants)
  return tenants.map((tenant) => ({
    oid: tenant.oid,
    name: tenant.name,
    parentOid: tenant.parentOid,
    tenantType: tenant.type,
    ...(tenant.licensingMode && { licensingMode: tenant.licensingMode }),
    roles: caller.rolesOn(tenant),
    permissions: caller.rightsOn(tenant).pairs(),
    features: Object.entries(tenant.features).map(([name, state]) => ({ name, state })),
    ancestors: ancestors(tenant),
    defaultViews: defaultViews(tenant),
    ...(scopeOf(tenant.type) === 'customer' && { resources: { overlay: overlayOf(tenant) } }),
  }))
}

const NOTHING = { canListPartners: false, canListCustomers: false, canListUsers: false, canListRequests: false }

/** What the person may list in all tenants at once: nothing without all-access. */
function everyTenant(caller: KnownCaller): Pick<UserContext, 'all'> {
  return { all: caller.allAccess ? caller.listFlags : NOTHING }
}
