import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useRouteError } from 'react-router-dom'
import { ButtonLook } from '../../../renderer/parts/controls/button.tsx'
import { EmptyState, ErrorState } from '../../../renderer/parts/page/empty-state.tsx'

/** A part of the console that is fetched when it is needed did not come. */
function isUnfetched(error: unknown): boolean {
  return error instanceof TypeError && /dynamically imported module|module script failed/i.test(error.message)
}

/** Whether the service is there at all. */
const answers = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

/** What a page shows that broke; the rest of the console goes on. */
export function RouteError() {
  const error = useRouteError()
  useEffect(() => console.error(error), [error])
  return isUnfetched(error) ? <Unfetched /> : <Broken name="unexpected" />
}

/** A newer build has replaced what was asked for, or there was nobody to give it. The page stays until somebody is there again. */
function Unfetched() {
  const { t } = useTranslation()
  const [isThere, setThere] = useState<boolean>()
  useEffect(() => void answers().then(setThere), [])
  if (isThere === undefined) return null
  if (isThere) return <Broken name="outdated" />
  const retry = async () => {
    if (await answers()) window.location.reload()
  }
  return (
    <ErrorState
      isPage
      title={t('shell.silent')}
      messages={[t('shell.silent.about')]}
      retryLabel={t('shell.retry')}
      onRetry={() => void retry()}
    />
  )
}

function Broken({ name }: { name: 'unexpected' | 'outdated' }) {
  const { t } = useTranslation()
  return (
    <ErrorState
      isPage
      title={t(`shell.${name}`)}
      messages={name === 'outdated' ? [t('shell.outdated.about')] : []}
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
