import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { EmptyState, NoRight } from '../../../renderer/parts/page/empty-state.tsx'
import type { Permission } from '../../../schemas/rights/rights.ts'
import { useServices } from '../../services.ts'
import { isAllowed } from '../../session/permissions.ts'
import { type EmbeddedView, hasFeature } from '../frame/places.ts'
import { useCurrentTenant, usePermissions } from '../tenants/use-current-tenant.ts'
import { EmbeddedFrame } from './embedded-frame.tsx'

/** `.../supervision/d/{dashboardOid}`: one dashboard of the overlay; ERROR where it has none of that identifier (S2 section 8). */
export function DashboardPage() {
  const { t } = useTranslation()
  const { dashboardOid } = useParams()
  const { scope } = useCurrentTenant()
  const refusal = useRefusal('supervision:read', t('shell.group.supervision'))
  if (refusal) return refusal
  const overlay = scope?.resources?.overlay
  const dashboard = overlay?.dashboards.find(({ oid }) => oid === dashboardOid)
  if (!overlay || !dashboard) {
    return (
      <EmptyState isPage title={t('view.unknownDashboard')}>
        {t('view.unknownDashboard.about')}
      </EmptyState>
    )
  }
  const title = dashboard.text === undefined ? dashboard.name : t(dashboard.text)
  return (
    <EmbeddedFrame title={title} place={{ base: 'supervision', overlayOid: overlay.oid, address: dashboard.url, tellsOverlay: false }} />
  )
}

/** The page of a view that has an address of its own. */
export function EmbeddedPage({ view }: { view: EmbeddedView }) {
  const { t } = useTranslation()
  const { config } = useServices()
  const { scope, tenant } = useCurrentTenant()
  const refusal = useRefusal(view.right, t(view.text))
  if (refusal) return refusal
  const overlay = scope?.resources?.overlay
  const address = overlay && tenant && hasFeature(tenant, view.feature) ? view.addressIn(overlay, config) : null
  if (!overlay || address === null) {
    return (
      <EmptyState isPage title={t('view.none')}>
        {t('view.none.about')}
      </EmptyState>
    )
  }
  const { base, tellsOverlay = false } = view
  return <EmbeddedFrame title={t(view.text)} place={{ base, overlayOid: overlay.oid, address, tellsOverlay }} />
}

/** What a page shows instead of its view to somebody without the right. */
function useRefusal(right: Permission, title: string) {
  const { t } = useTranslation()
  const { tenant } = useCurrentTenant()
  const permissions = usePermissions()
  if (!tenant || isAllowed(permissions, tenant.oid, right)) return undefined
  return (
    <NoRight isPage title={t('view.noRight')}>
      {t('view.noRight.about', { title })}
    </NoRight>
  )
}
