import { chakra } from '@chakra-ui/react'
import { lazy, Suspense, useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { ErrorState } from '../../../renderer/parts/page/empty-state.tsx'
import { useServices } from '../../services.ts'
import { tenantOf } from '../../screen-addresses.ts'
import { contextState } from '../../session/context-state.ts'
import { sessionState } from '../../session/session-state.ts'
import { Disconnected } from '../start/disconnected.tsx'
import { Frame } from './frame.tsx'
import { LoadingMessage } from '../start/loading-message.tsx'

const AlertDialog = lazy(() =>
  import('../../../renderer/parts/overlays/confirm-dialog.tsx').then((module) => ({ default: module.AlertDialog })),
)

/** Around every page: waits for session and context, and says what is wrong with them. */
export function RootLayout() {
  const { authentication } = useSnapshot(sessionState)
  const { status } = useSnapshot(contextState)
  const { t } = useTranslation()
  const product = t('shell.product')
  // Before the effects of pages: those that have a title of their own set it afterwards.
  useLayoutEffect(() => {
    document.title = product
  }, [product])
  if (authentication === 'ended') return <Disconnected />
  if (authentication !== 'authenticated' || status === 'loading') return <LoadingMessage />
  if (status === 'failed') return <ContextFailure />
  if (status === 'none') return <NoTenants />
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}

function ContextFailure() {
  const { t } = useTranslation()
  const { context } = useServices()
  const { failure } = useSnapshot(contextState)
  return (
    <chakra.main display="grid" placeItems="center" minH="100dvh">
      <ErrorState
        isPage
        title={t('shell.contextFailed')}
        messages={failure?.messages ?? []}
        requestId={failure?.requestId ? { label: t('shell.requestId'), value: failure.requestId } : undefined}
        retryLabel={t('shell.retry')}
        onRetry={() => void context.start(tenantOf(window.location.pathname))}
      />
    </chakra.main>
  )
}

function NoTenants() {
  const { t } = useTranslation()
  const { session } = useServices()
  return (
    <Suspense fallback={<LoadingMessage />}>
      <AlertDialog title={t('shell.noTenant')} okLabel={t('shell.ok')} onOk={() => void session.signOut()}>
        {t('header.tenant.logout.message')}
      </AlertDialog>
    </Suspense>
  )
}
