import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { Card } from '../../../renderer/parts/page/card.tsx'
import { ErrorState, NoRight } from '../../../renderer/parts/page/empty-state.tsx'
import { PageHeader } from '../../../renderer/parts/page/page-header.tsx'
import { TableSkeleton } from '../../../renderer/parts/page/skeleton.tsx'
import { RequestError } from '../../../renderer/data/data-source.ts'
import type { Operations } from '../../../schemas/operations.ts'
import { isOperator } from '../../session/permissions.ts'
import { useServices } from '../../services.ts'
import { usePermissions } from '../tenants/use-current-tenant.ts'
import { ConnectionsTable, CopiesTable, MigrationsTable, RoutesTable, StatementsTable } from './operations-tables.tsx'
import { FactsSkeleton, OperationsFacts } from './operations-facts.tsx'
import { ReplicationTable } from './replication-table.tsx'

const REFRESH_MS = 10_000

/** `/operations`: how the installation does, for administrators of the platform owner. Only tells; figures renew themselves. */
export function OperationsPage() {
  const { t } = useTranslation()
  const { client } = useServices()
  const mayLook = isOperator(usePermissions())
  const { data, error, mutate } = useSWR<Operations | undefined, Error>(
    mayLook ? '/api/v1/operations' : null,
    async (address: string) => (await client.request<{ data: Operations[] }>('GET', address, { retries: 0 })).data[0],
    { refreshInterval: REFRESH_MS, shouldRetryOnError: false },
  )
  if (!mayLook || (error instanceof RequestError && error.status === 403))
    return (
      <NoRight title={t('operations.denied')} isPage>
        {t('operations.denied.about')}
      </NoRight>
    )
  return (
    <>
      <PageHeader title={t('operations.title')} about={t('operations.about')} />
      <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap={6}>
        {error && data && (
          <chakra.p role="alert" fontSize="sm" color="danger.fg">
            {t('operations.failed')} {t('operations.stale')}
          </chakra.p>
        )}
        {data && (
          <>
            <OperationsFacts operations={data} />
            <CopiesTable copies={data.copies} />
            <ReplicationTable replication={data.database.replication} />
            <ConnectionsTable copies={data.copies} />
            <RoutesTable copies={data.copies} />
            <StatementsTable copies={data.copies} />
            <MigrationsTable migrations={data.migrations} />
          </>
        )}
        {!data && (error ? <Failed error={error} onRetry={() => void mutate()} /> : <OperationsSkeleton />)}
      </chakra.div>
    </>
  )
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation()
  const { messages, requestId } = error instanceof RequestError ? error : { messages: [], requestId: undefined }
  return (
    <ErrorState
      title={t('operations.failed')}
      messages={messages}
      requestId={requestId === undefined ? undefined : { label: t('shell.requestId'), value: requestId }}
      retryLabel={t('shell.retry')}
      onRetry={onRetry}
    />
  )
}

/** The first two cards before their figures are there. */
function OperationsSkeleton() {
  const { t } = useTranslation()
  return (
    <>
      <Card title={t('operations.database')}>
        <FactsSkeleton label={t('shell.loading')} />
      </Card>
      <Card title={t('operations.copies')} flush>
        <TableSkeleton rows={3} columns={5} label={t('shell.loading')} />
      </Card>
    </>
  )
}
