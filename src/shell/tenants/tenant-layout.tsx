import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, Outlet, useParams } from 'react-router-dom'
import useSWR from 'swr'
import { useSnapshot } from 'valtio'
import { ButtonLook } from '../../../renderer/parts/controls/button.tsx'
import { EmptyState, ErrorState } from '../../../renderer/parts/page/empty-state.tsx'
import { RequestError } from '../../../renderer/data/data-source.ts'
import { tenantRoot } from '../../screen-addresses.ts'
import { useServices } from '../../services.ts'
import { contextState } from '../../session/context-state.ts'
import { currentOverlay, lastTenantState } from '../../session/current-tenant.ts'
import { allTenants } from '../../session/permissions.ts'
import { LoadingMessage } from '../start/loading-message.tsx'
import { RendererHostProvider } from '../pages/renderer-host.tsx'
import { useCurrentTenant } from './use-current-tenant.ts'

/** Around every page of one tenant: makes the tenant known, and the renderer's host for it. */
export function TenantLayout() {
  const { tenantOid = '' } = useParams()
  const { context } = useServices()
  const { all, user } = useSnapshot(contextState)
  const { tenant, scope } = useCurrentTenant()
  const overlayOid = scope?.resources?.overlay.oid
  const entering = useSWR<boolean, Error>(tenant ? null : ['scope', tenantOid], () => context.enter(tenantOid), {
    shouldRetryOnError: false,
    revalidateOnFocus: false,
  })

  // Set while rendering, because the pages below ask for their data in their first effects.
  currentOverlay.write(overlayOid)
  useEffect(() => () => currentOverlay.write(undefined), [])
  const enteredOid = tenant?.oid
  useEffect(() => {
    lastTenantState.oid = enteredOid
  }, [enteredOid])

  if (tenantOid === allTenants && !all) return user?.tenant ? <Navigate to={tenantRoot(user.tenant.oid)} replace /> : <NoTenant />
  if (tenant) {
    return (
      <RendererHostProvider tenant={tenant}>
        <Outlet key={tenant.oid} />
      </RendererHostProvider>
    )
  }
  if (entering.error) return <ScopeFailure error={entering.error} onRetry={() => void entering.mutate()} />
  return entering.data === false ? <NoTenant /> : <LoadingMessage />
}

function ScopeFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation()
  const requestId = error instanceof RequestError ? error.requestId : undefined
  return (
    <ErrorState
      isPage
      title={t('shell.contextFailed')}
      messages={[error.message]}
      requestId={requestId ? { label: t('shell.requestId'), value: requestId } : undefined}
      retryLabel={t('shell.retry')}
      onRetry={onRetry}
    />
  )
}

/** The address names no tenant, or none that the person may work in. */
export function NoTenant() {
  const { t } = useTranslation()
  const { user } = useSnapshot(contextState)
  const home = user?.tenant?.oid
  return (
    <EmptyState
      isPage
      title={t('shell.noTenant')}
      actions={
        home && (
          <ButtonLook asChild variant="primary">
            <Link to={tenantRoot(home)}>{t('shell.noTenant.home')}</Link>
          </ButtonLook>
        )
      }
    >
      {t('shell.noTenant.about')}
    </EmptyState>
  )
}
