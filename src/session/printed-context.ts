import { isResource, operationsOn, withUnprinted } from '../../schemas/rights/rights.ts'
import type { CurrentUser, OverlayResource, TenantScope, UserContext } from '../../schemas/tenancy.ts'

/** An overlay as S0 and S2 section 3 print it: dashboards and the reporting address under either name, the SDC as a child. */
export type PrintedOverlay = Pick<OverlayResource, 'oid' | 'name'> & Partial<OverlayResource> & { sdc?: { oid?: string } }

/** A scope as S0 section 3 prints it. */
export type PrintedScope = Pick<TenantScope, 'oid' | 'name' | 'tenantType'> &
  Partial<Omit<TenantScope, 'resources'>> & { resources?: { overlay?: PrintedOverlay } }

/** `data[0]` of `GET /api/user/v2/context`, of whatever service: what the specifications do not print may be missing. */
export interface PrintedContext {
  user: Pick<CurrentUser, 'oid' | 'name'> & Partial<CurrentUser>
  scopes?: PrintedScope[]
  all?: UserContext['all'] | null
}

/** The context with what its service does not say. */
export function completeContext({ user, scopes = [], all }: PrintedContext): UserContext {
  const flags = { canListCustomers: false, canListPartners: false, canListRequests: false, canListUsers: false }
  return {
    user: { mail: '', locale: '', hasManyTenants: Boolean(all) || scopes.length > 1, ...flags, ...all, ...user },
    scopes: scopes.map(completeScope),
    ...(all && { all }),
  }
}

function completeScope({ resources, ...scope }: PrintedScope): TenantScope {
  const overlay = resources?.overlay
  const { permissions = [] } = scope
  // Without ancestors it is not from this product's service, which names every resource that it knows.
  const isPrinted = scope.ancestors === undefined
  return {
    parentOid: null,
    roles: [],
    features: [],
    ancestors: [],
    ...scope,
    permissions: isPrinted ? withDecisions(withUnprinted(permissions), scope.tenantType) : permissions,
    ...(overlay && { resources: { overlay: completeOverlay(overlay) } }),
  }
}

/**
 * The pairs of a service that knows the five actions of S0 section 6: whoever may update records decides about them, too (requests, and
 * customers without a request), where the table of rights has such a right for the type of tenant. `manage` on administration and users is
 * printed.
 */
function withDecisions(permissions: TenantScope['permissions'], type: TenantScope['tenantType']): TenantScope['permissions'] {
  const isNamed = (resource: string): boolean => resource === 'administration' || resource === 'users'
  const decided = permissions.filter(
    ({ resource, operation }) =>
      operation === 'update' && !isNamed(resource) && isResource(resource) && operationsOn(resource, type).includes('manage'),
  )
  return [...permissions, ...decided.map(({ resource }) => ({ resource, operation: 'manage' as const }))]
}

function completeOverlay({
  sdc,
  dashboards,
  grafanaDashboards = [],
  reportingHomeUrl,
  reportingServiceUrl = null,
  ...overlay
}: PrintedOverlay): OverlayResource {
  return {
    sdcOid: sdc?.oid ?? overlay.oid,
    alertingConfigurationUrl: null,
    ...overlay,
    dashboards: (dashboards ?? grafanaDashboards).map((one) => ({ ...one, tags: one.tags ?? [], primary: one.primary ?? false })),
    reportingHomeUrl: reportingHomeUrl ?? reportingServiceUrl,
  }
}
