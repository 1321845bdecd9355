import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { NoRight } from '../../renderer/parts/empty-state.tsx'
import { landingAddress } from '../landing.ts'
import { tenantRoot } from '../screen-addresses.ts'
import { contextState } from '../session/context-state.ts'
import { allTenants, isCustomer } from '../session/permissions.ts'
import { NoTenant } from './tenant-layout.tsx'
import { TenantHome } from './tenant-home.tsx'
import { useCurrentTenant, usePermissions } from './use-current-tenant.ts'

/** `/`: goes to the person's own tenant, or to all of them. */
export function RootPage() {
  const { user, all } = useSnapshot(contextState)
  const home = user?.tenant?.oid ?? (all ? allTenants : undefined)
  return home ? <Navigate to={tenantRoot(home)} replace /> : <NoTenant />
}

/** `/oid/{tenantOid}`: the home of a customer, elsewhere the first list. */
export function TenantPage() {
  const { tenant } = useCurrentTenant()
  return tenant && isCustomer(tenant) ? <TenantHome tenant={tenant} /> : <AdministrationPage />
}

/** Any address of the administration without a page of its own: leads to the first list. */
export function AdministrationPage() {
  const { t } = useTranslation()
  const { tenant } = useCurrentTenant()
  const permissions = usePermissions()
  const address = tenant && landingAddress(permissions, tenant)
  if (address) return <Navigate to={address} replace />
  return (
    <NoRight isPage title={t('shell.home.nothing')}>
      {t('admin.no.match')}
    </NoRight>
  )
}
