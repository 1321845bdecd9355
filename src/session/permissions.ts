import { listFlags, lostOn, namedRights, operationsOn, permissionIds, scopeOf, tenantTypes } from '../../schemas/rights/rights.ts'
import type { Permission } from '../../schemas/rights/rights.ts'
import type { PermissionData, TenantScope, UserContext } from '../../schemas/tenancy.ts'
import type { RuleContext, TenantType } from '../../schemas/vocabulary/context.ts'

/** The `{tenantOid}` of the 'All' pseudo-tenant. */
export const allTenants = 'all'

/** What a person may do, by tenant identifier (bare, `p:` or `c:` prefixed) and resource (S0 section 6). */
export type Permissions = ReadonlyMap<string, ReadonlySet<string>>

/** Roles that manage the administration of a tenant of each kind. */
const managers: Record<ReturnType<typeof scopeOf>, readonly string[]> = { platform: [], partner: ['admin'], customer: ['sa', 'admin'] }

/** Gathers the permissions of all scopes that the service sent, and of the 'All' pseudo-tenant. */
export function toPermissions(scopes: readonly TenantScope[], all: UserContext['all']): Permissions {
  const permissions = new Map<string, Set<string>>()
  const grant = (id: string, pairs: Iterable<string>) => {
    permissions.set(id, new Set([...(permissions.get(id) ?? []), ...pairs]))
  }
  for (const scope of scopes) {
    const pairs = pairsOf(scope)
    for (const id of permissionIds(scope.oid, scope.tenantType)) grant(id, pairs)
  }
  for (const [flag, resource] of Object.entries(listFlags))
    if (all?.[flag as keyof typeof listFlags]) grant(allTenants, [`${resource}:read`])
  return permissions
}

function pairsOf(scope: TenantScope): Set<string> {
  const pairs = new Set(scope.permissions.map(({ resource, operation }) => `${resource}:${operation}`))
  const kind = scopeOf(scope.tenantType)
  if (scope.roles.some((role) => managers[kind].includes(role))) pairs.add('administration:manage')
  const features = Object.fromEntries(scope.features.map(({ name, state }) => [name, state]))
  for (const permission of lostOn({ type: scope.tenantType, features })) pairs.delete(permission)
  return pairs
}

/** Whether the person may see how the installation does. It is no tenant's, and the service names that right where it gives it. */
export function isOperator(permissions: Permissions): boolean {
  return [...permissions.values()].some((pairs) => pairs.has('installation:read'))
}

/** Whether the person may do that on the tenant. `tenantId` may carry a prefix: `c:` holds for a customer only. */
export function isAllowed(permissions: Permissions, tenantId: string, permission: Permission): boolean {
  return permissions.get(tenantId)?.has(permission) ?? false
}

/** The tenant of the address, as far as rights depend on it. */
export interface CurrentTenant {
  oid: string
  name: string
  type: TenantType | 'all'
  features: TenantScope['features']
  licensingMode?: TenantScope['licensingMode'] | undefined
}

/** Whether a list of that resource is open in the tenant. */
export function canList(permissions: Permissions, tenant: CurrentTenant, resource: string): boolean {
  return belongsTo(tenant, resource) && isAllowed(permissions, tenant.oid, `${resource}:read`)
}

/** Some lists need a customer to be selected, some need that none is (S0 section 6): as the table of rights opens their resource. */
function belongsTo(tenant: CurrentTenant, resource: string): boolean {
  return tenantTypes.some((type) => isCustomer({ type }) === isCustomer(tenant) && operationsOn(resource, type).length > 0)
}

/** Whether the address is in one customer's place: features count there only. */
export function isCustomer({ type }: Pick<CurrentTenant, 'type'>): boolean {
  return type !== 'all' && scopeOf(type) === 'customer'
}

/** The rights on a resource that `GET /api/user/v2/context` names for a tenant; services of the specifications name pairs only. */
export function rightsIn(
  { can, operations, permissions = [] }: Partial<PermissionData> & Pick<Partial<TenantScope>, 'permissions'>,
  resource: string,
): RuleContext['can'] {
  if (can !== undefined) return can
  const pairs = [...permissions, ...(operations ?? []).map((operation) => ({ resource, operation }))]
  return namedRights(resource, (name, operation) => pairs.some((pair) => pair.resource === name && pair.operation === operation))
}

/** What conditions and rules of one resource may ask about (`$can`, `$feature`, `$tenant`). */
export function toRuleContext(about: { permissions: Permissions; tenant: CurrentTenant; userOid: string; resource: string }): RuleContext {
  const { permissions, tenant, userOid, resource } = about
  const features = isCustomer(tenant) ? tenant.features : []
  return {
    tenant: {
      oid: tenant.oid,
      name: tenant.name,
      type: tenant.type,
      ...(tenant.licensingMode && { licensingMode: tenant.licensingMode }),
    },
    user: { oid: userOid },
    can: namedRights(resource, (name, operation) => isAllowed(permissions, tenant.oid, `${name}:${operation}`)),
    feature: Object.fromEntries(features.map(({ name, state }) => [name, state === 'enabled'])),
    editor: {},
  }
}
