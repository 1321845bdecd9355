import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { EmptyState, NoRight } from '../../../renderer/parts/empty-state.tsx'
import { useServices } from '../../services.ts'
import { isAllowed } from '../../session/permissions.ts'
import { useCurrentTenant, usePermissions } from '../use-current-tenant.ts'
import { FramedView } from './framed-view.tsx'
import { ViewFrame } from './view-frame.tsx'

/** `.../supervision/d/{dashboardOid}`: one dashboard of the overlay; ERROR where it has none of that identifier (S2 section 8). */
export function DashboardPage() {
  const { t, i18n } = useTranslation()
  const { client, config } = useServices()
  const { dashboardOid } = useParams()
  const { tenant, scope } = useCurrentTenant()
  const permissions = usePermissions()
  if (!tenant) return null
  if (!isAllowed(permissions, tenant.oid, 'supervision:read')) {
    return (
      <NoRight isPage title={t('view.noRight')}>
        {t('view.noRight.about')}
      </NoRight>
    )
  }
  const overlay = scope?.resources?.overlay
  const dashboard = overlay?.dashboards.find(({ oid }) => oid === dashboardOid)
  if (!overlay || !dashboard) {
    return (
      <EmptyState isPage title={t('view.unknownDashboard')}>
        {t('view.unknownDashboard.about')}
      </EmptyState>
    )
  }
  const isOwn = config.ownViews.includes('supervision')
  const path = `${config.bases.supervision}/overlays/${encodeURIComponent(overlay.oid)}/context`
  const open = () => client.request('POST', path, { retries: 1 })
  const title = dashboard.text === undefined ? dashboard.name : t(dashboard.text)
  const src = isOwn ? `${dashboard.url}?lang=${i18n.language}` : dashboard.url
  return (
    <ViewFrame title={title}>
      <FramedView key={src} title={title} src={src} {...(isOwn && { open })} />
    </ViewFrame>
  )
}
