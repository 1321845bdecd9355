import { assignableRoles, creatableTypes } from '../../schemas/rights/rights.ts'
import type { Role } from '../../schemas/tenancy.ts'
import type { TenantType } from '../../schemas/vocabulary/context.ts'
import type { Rights, TenantNode } from './caller.ts'

/** Partner types that the caller may create directly below a tenant. */
export function creatablePartnerTypes(tenant: TenantNode, rights: Rights): TenantType[] {
  return creatableTypes('partner', tenant.type, rights.has)
}

/** Customer types that the caller may create directly below a tenant. */
export function creatableCustomerTypes(tenant: TenantNode, rights: Rights): TenantType[] {
  return creatableTypes('customer', tenant.type, rights.has)
}

/** Roles that the caller may assign on a tenant. */
export function rolesToGive(rights: Rights): Role[] {
  return assignableRoles(rights.has)
}
