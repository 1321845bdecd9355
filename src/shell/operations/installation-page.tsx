import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { RequestError } from '../../../renderer/data/data-source.ts'
import { ErrorState, NoRight } from '../../../renderer/parts/page/empty-state.tsx'
import { PageHeader } from '../../../renderer/parts/page/page-header.tsx'
import { isOperator } from '../../session/permissions.ts'
import { useServices } from '../../services.ts'
import { usePermissions } from '../tenants/use-current-tenant.ts'

interface InstallationPageProps<T> {
  /** First part of the keys of the page's texts: `operations`. */
  texts: string
  /** The call that answers one object. */
  address: string
  /** Time between two calls (ms), by what is known. */
  refreshMs: (known: T | undefined) => number
  skeleton: ReactNode
  children: (known: T) => ReactNode
}

/** A page about the installation, for those who may look at it: it renews itself, and shows what it knew while the service does not answer. */
export function InstallationPage<T>({ texts, address, refreshMs, skeleton, children }: InstallationPageProps<T>) {
  const { t } = useTranslation()
  const { client } = useServices()
  const mayLook = isOperator(usePermissions())
  const { data, error, mutate } = useSWR<T | undefined, Error>(
    mayLook ? address : null,
    async (path: string) => (await client.request<{ data: T[] }>('GET', path, { retries: 0 })).data[0],
    { refreshInterval: refreshMs, shouldRetryOnError: false },
  )
  if (!mayLook || (error instanceof RequestError && error.status === 403))
    return (
      <NoRight title={t('operations.denied')} isPage>
        {t('operations.denied.about')}
      </NoRight>
    )
  const failed = t(`${texts}.failed`)
  return (
    <>
      <PageHeader title={t(`${texts}.title`)} about={t(`${texts}.about`)} />
      <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap={6}>
        {error && data && (
          <chakra.p role="alert" fontSize="sm" color="danger.fg">
            {failed} {t('operations.stale')}
          </chakra.p>
        )}
        {data && children(data)}
        {!data && (error ? <Failed title={failed} error={error} onRetry={() => void mutate()} /> : skeleton)}
      </chakra.div>
    </>
  )
}

function Failed({ title, error, onRetry }: { title: string; error: Error; onRetry: () => void }) {
  const { t } = useTranslation()
  const { messages, requestId } = error instanceof RequestError ? error : { messages: [], requestId: undefined }
  return (
    <ErrorState
      title={title}
      messages={messages}
      requestId={requestId === undefined ? undefined : { label: t('shell.requestId'), value: requestId }}
      retryLabel={t('shell.retry')}
      onRetry={onRetry}
    />
  )
}
