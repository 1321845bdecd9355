import { proxy } from 'valtio'
import type { TenantScope } from '../../schemas/tenancy.ts'
import { allTenants, type CurrentTenant } from './permissions.ts'

/** The tenant of the address from what is known of it. `allName`: what 'All' is called in the person's language. */
export function toCurrentTenant(tenantOid: string, scope: TenantScope | undefined, allName: string): CurrentTenant | undefined {
  if (tenantOid === allTenants) return { oid: allTenants, name: allName, type: 'all', features: [] }
  return scope && { oid: scope.oid, name: scope.name, type: scope.tenantType, features: scope.features, licensingMode: scope.licensingMode }
}

/** The tenant that was worked in last; the menus of pages outside any tenant are those of that one. */
export const lastTenantState = proxy<{ oid: string | undefined }>({ oid: undefined })

let overlayOid: string | undefined

/** The overlay of the customer in the address, which every call names while one is entered (`X-Overlay-Oid`). */
export const currentOverlay = {
  read: (): string | undefined => overlayOid,
  write: (oid: string | undefined): void => {
    overlayOid = oid
  },
}
