import type { TenantScope } from '../../schemas/tenancy.ts'
import { allTenants } from './permissions.ts'
import type { CurrentTenant } from './permissions.ts'

/** The tenant of the address from what is known of it. `allName`: what 'All' is called in the person's language. */
export function toCurrentTenant(tenantOid: string, scope: TenantScope | undefined, allName: string): CurrentTenant | undefined {
  if (tenantOid === allTenants) return { oid: allTenants, name: allName, type: 'all', features: [] }
  return scope && { oid: scope.oid, name: scope.name, type: scope.tenantType, features: scope.features, licensingMode: scope.licensingMode }
}
