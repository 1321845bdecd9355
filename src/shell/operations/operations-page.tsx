import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { useSnapshot } from 'valtio'
import { NoRight } from '../../../renderer/parts/page/empty-state.tsx'
import { PageHeader } from '../../../renderer/parts/page/page-header.tsx'
import { RequestError } from '../../../renderer/data/data-source.ts'
import type { Operations } from '../../../schemas/operations.ts'
import { contextState } from '../../session/context-state.ts'
import { isOperator } from '../../session/permissions.ts'
import { useServices } from '../../services.ts'
import { ConnectionsTable, CopiesTable, MigrationsTable, RoutesTable, StatementsTable } from './operations-tables.tsx'
import { OperationsFacts } from './operations-facts.tsx'

const REFRESH_MS = 10_000

/** `/operations`: how the installation does, for administrators of the platform owner. Only tells; figures renew themselves. */
export function OperationsPage() {
  const { t } = useTranslation()
  const { client } = useServices()
  const { scopes } = useSnapshot(contextState)
  const mayLook = isOperator(Object.values(scopes))
  const { data, error } = useSWR<Operations | undefined, Error>(
    mayLook ? '/api/v1/operations' : null,
    async (address: string) => (await client.request<{ data: Operations[] }>('GET', address, { retries: 0 })).data[0],
    { refreshInterval: REFRESH_MS, shouldRetryOnError: false },
  )
  if (!mayLook || (error instanceof RequestError && error.status === 403)) return <NoRight title={t('operations.denied')} isPage />
  return (
    <>
      <PageHeader title={t('operations.title')} about={t('operations.about')} />
      <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap={6}>
        {error && (
          <chakra.p role="alert" fontSize="sm" color="danger.fg">
            {t('operations.failed')} {data && t('operations.stale')}
          </chakra.p>
        )}
        {data && (
          <>
            <OperationsFacts operations={data} />
            <CopiesTable copies={data.copies} />
            <ConnectionsTable copies={data.copies} />
            <RoutesTable copies={data.copies} />
            <StatementsTable copies={data.copies} />
            <MigrationsTable migrations={data.migrations} />
          </>
        )}
        {!data && !error && <p>{t('shell.loading')}</p>}
      </chakra.div>
    </>
  )
}
