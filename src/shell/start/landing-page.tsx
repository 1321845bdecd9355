import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { NoRight } from '../../../renderer/parts/page/empty-state.tsx'
import { Redirect } from '../../../renderer/parts/page/redirect.tsx'
import { landingAddress } from '../../landing.ts'
import { dashboardAddress, tenantRoot } from '../../screen-addresses.ts'
import { contextState } from '../../session/context-state.ts'
import { allTenants, isAllowed, isCustomer } from '../../session/permissions.ts'
import { NoTenant } from '../tenants/tenant-layout.tsx'
import { TenantHome } from '../tenants/tenant-home.tsx'
import { useCurrentTenant, usePermissions } from '../tenants/use-current-tenant.ts'

/** `/`: goes to the person's own tenant, or to all of them. */
export function RootPage() {
  const { user, all } = useSnapshot(contextState)
  const home = user?.tenant?.oid ?? (all ? allTenants : undefined)
  return home ? <Redirect to={tenantRoot(home)} /> : <NoTenant />
}

/** `/oid/{tenantOid}`: the primary dashboard of a customer, else its home; elsewhere the first list. */
export function TenantPage() {
  const { tenant, scope } = useCurrentTenant()
  const permissions = usePermissions()
  if (!tenant || !isCustomer(tenant)) return <AdministrationPage />
  const overlay = scope?.resources?.overlay
  const primary = isAllowed(permissions, tenant.oid, 'supervision:read') && overlay?.dashboards.find((dashboard) => dashboard.primary)
  if (primary) return <Redirect to={dashboardAddress(tenant.oid, primary.oid)} />
  return <TenantHome tenant={tenant} overlayOid={overlay?.oid} />
}

/** Any address of the administration without a page of its own: leads to the first list. */
export function AdministrationPage() {
  const { t } = useTranslation()
  const { tenant } = useCurrentTenant()
  const permissions = usePermissions()
  const address = tenant && landingAddress(permissions, tenant)
  if (address) return <Redirect to={address} />
  return (
    <NoRight isPage title={t('shell.home.nothing')}>
      {t('admin.no.match')}
    </NoRight>
  )
}
