import { proxy } from 'valtio'
import type { TenantScope } from '../../schemas/tenancy.ts'
import { allTenants, type CurrentTenant } from './permissions.ts'

/** The tenant of the address, from its scope. `allName`: translated name of the 'All' pseudo-tenant. */
export function toCurrentTenant(tenantOid: string, scope: TenantScope | undefined, allName: string): CurrentTenant | undefined {
  if (tenantOid === allTenants) return { oid: allTenants, name: allName, type: 'all', features: [] }
  return scope && { oid: scope.oid, name: scope.name, type: scope.tenantType, features: scope.features, licensingMode: scope.licensingMode }
}

/** The last visited tenant, whose menus are shown on pages outside any tenant. */
export const lastTenantState = proxy<{ oid: string | undefined }>({ oid: undefined })

let overlayOid: string | undefined

/** The overlay of the customer in the address; sent with every request as `X-Overlay-Oid`. */
export const currentOverlay = {
  read: (): string | undefined => overlayOid,
  write: (oid: string | undefined): void => {
    overlayOid = oid
  },
}
