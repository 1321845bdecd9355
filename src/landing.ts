import { firstLists } from '../screens/landing.ts'
import { navigationScreens, tenantRoot } from './screen-addresses.ts'
import { canList, isCustomer } from './session/permissions.ts'
import type { CurrentTenant, Permissions } from './session/permissions.ts'

/** Where an administration address without a page of its own leads; undefined: 'admin.no.match'. */
export function landingAddress(permissions: Permissions, tenant: CurrentTenant): string | undefined {
  const root = tenantRoot(tenant.oid)
  if (isCustomer(tenant)) return root
  const listable = navigationScreens.filter(({ resource, screen }) => screen.list && canList(permissions, tenant, resource))
  const wanted = (firstLists[tenant.type] ?? []).map((resource) => listable.find((each) => each.resource === resource))
  // A list that this installation lacks, or that the person may not see, gives way to the next one of the navigation.
  const first = wanted.find((each) => each !== undefined) ?? listable.find(({ path }) => path.startsWith('admin/'))
  return first && `${root}/${first.path}`
}
