import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { EmptyState, NoRight } from '../../../renderer/parts/empty-state.tsx'
import { isAllowed } from '../../session/permissions.ts'
import { useCurrentTenant, usePermissions } from '../use-current-tenant.ts'
import { FramedView } from './framed-view.tsx'
import { ViewFrame } from './view-frame.tsx'

/** `.../supervision/d/{dashboardOid}`: one dashboard of the overlay; ERROR where it has none of that identifier (S2 section 8). */
export function DashboardPage() {
  const { t } = useTranslation()
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
  const dashboard = scope?.resources?.overlay.dashboards.find(({ oid }) => oid === dashboardOid)
  if (!dashboard) {
    return (
      <EmptyState isPage title={t('view.unknownDashboard')}>
        {t('view.unknownDashboard.about')}
      </EmptyState>
    )
  }
  return (
    <ViewFrame title={dashboard.name}>
      <FramedView key={dashboard.url} title={dashboard.name} src={dashboard.url} />
    </ViewFrame>
  )
}
