import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useRouteError } from 'react-router-dom'
import { ButtonLook } from '../../renderer/parts/button.tsx'
import { EmptyState, ErrorState } from '../../renderer/parts/empty-state.tsx'

/** A chunk that a newer build has replaced cannot be fetched any more. */
function isOutdated(error: unknown): boolean {
  return error instanceof TypeError && /dynamically imported module|module script failed/i.test(error.message)
}

/** What a page shows that broke; the rest of the console goes on. */
export function RouteError() {
  const { t } = useTranslation()
  const error = useRouteError()
  useEffect(() => console.error(error), [error])
  const outdated = isOutdated(error)
  return (
    <ErrorState
      isPage
      title={t(outdated ? 'shell.outdated' : 'shell.unexpected')}
      messages={outdated ? [t('shell.outdated.about')] : []}
      retryLabel={t('shell.reload')}
      onRetry={() => window.location.reload()}
    />
  )
}

/** No page at this address. */
export function NotFound() {
  const { t } = useTranslation()
  return (
    <EmptyState
      isPage
      title={t('shell.notFound')}
      actions={
        <ButtonLook asChild>
          <Link to="/">{t('shell.noTenant.home')}</Link>
        </ButtonLook>
      }
    >
      {t('shell.notFound.about')}
    </EmptyState>
  )
}
