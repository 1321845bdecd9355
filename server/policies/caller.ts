import type { Operation, Role } from '../../schemas/tenancy.ts'
import type { LicensingMode, TenantType } from '../../schemas/vocabulary/context.ts'

/** A node of the tenant tree. */
export interface TenantNode {
  oid: string
  name: string
  type: TenantType
  parentOid: string | null
  /** Materialised path: base-36 labels, each followed by a dot; a prefix of every descendant's path. */
  path: string
  state: 'active' | 'frozen'
  features: Record<string, 'enabled' | 'disabled' | 'not_available'>
  /** How licences are paid for: a seller's own mode, which its customers inherit; absent for other tenants. */
  licensingMode?: LicensingMode | null
}

/** A role of a person on a tenant and its whole subtree (DECISIONS section 4). */
export interface Membership {
  tenant: TenantNode
  role: Role
}

/** What a caller may do on one tenant. */
export interface Rights {
  has(resource: string, operation: Operation): boolean
  /** Resource and operation pairs, as the tenant context sends them to the console. */
  pairs(): { resource: string; operation: Operation }[]
  /** Named rights for conditions on one resource (`$can.*`): the operations, plus field rights such as `readDomain`. */
  can(resource: string): Record<string, boolean>
  roles: readonly Role[]
}

/**
 * The person behind a request, decorated on every authenticated request as `request.caller`.
 * Confirmed for each request, so that revoking a role takes effect immediately.
 */
export interface Caller {
  oid: string
  name: string
  mail: string
  memberships: readonly Membership[]
  /** The API token that the request came by; absent: the person signed in. */
  token?: { oid: string; name: string }
  /** The role that the token's rights are limited to. */
  tokenRole?: Role
  /** May use tenant id 'all'. */
  allAccess: boolean
  /** Permissions on a tenant, from memberships on it or its ancestors; none without a membership. */
  rightsOn(tenant: TenantNode): Rights
  /** Permissions in the 'All' pseudo-tenant: list and read, per `listFlags` (S0 section 6). */
  rightsOnAll(): Rights
  /** Path ranges that are visible to the caller, for row-level security. */
  scopes(): { from: string; to: string }[]
}

/** Half-open path range of a tenant's subtree, for `path >= from and path < to` under collation "C". */
export function subtree(path: string): { from: string; to: string } {
  return { from: path, to: `${path.slice(0, -1)}/` }
}
