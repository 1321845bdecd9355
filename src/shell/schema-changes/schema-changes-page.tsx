import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { Card } from '../../../renderer/parts/page/card.tsx'
import { ErrorState, NoRight } from '../../../renderer/parts/page/empty-state.tsx'
import { PageHeader } from '../../../renderer/parts/page/page-header.tsx'
import { TableSkeleton } from '../../../renderer/parts/page/skeleton.tsx'
import { RequestError } from '../../../renderer/data/data-source.ts'
import type { SchemaChanges } from '../../../schemas/schema-plan.ts'
import { isOperator } from '../../session/permissions.ts'
import { useServices } from '../../services.ts'
import { FactsSkeleton } from '../operations/operations-facts.tsx'
import { usePermissions } from '../tenants/use-current-tenant.ts'
import { NextVersion } from './next-version.tsx'
import { ThisVersion } from './this-version.tsx'

const REFRESH_MS = 30_000
/** While rows are rewritten. */
const REFRESH_BUSY_MS = 3_000

const isBusy = ({ entities }: SchemaChanges): boolean => entities.some(({ rewrite }) => rewrite !== null && rewrite.pending > 0)

/**
 * `/schema-changes`: what this version changed about schemas, how far stored records are, and what the next version would do to them; for those
 * who may look at the installation. Changes nothing.
 */
export function SchemaChangesPage() {
  const { t } = useTranslation()
  const { client } = useServices()
  const mayLook = isOperator(usePermissions())
  const { data, error, mutate } = useSWR<SchemaChanges | undefined, Error>(
    mayLook ? '/api/v1/schemaChanges' : null,
    async (address: string) => (await client.request<{ data: SchemaChanges[] }>('GET', address, { retries: 0 })).data[0],
    { refreshInterval: (known) => (known && isBusy(known) ? REFRESH_BUSY_MS : REFRESH_MS), shouldRetryOnError: false },
  )
  if (!mayLook || (error instanceof RequestError && error.status === 403))
    return (
      <NoRight title={t('operations.denied')} isPage>
        {t('operations.denied.about')}
      </NoRight>
    )
  return (
    <>
      <PageHeader title={t('schema-changes.title')} about={t('schema-changes.about')} />
      <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap={6}>
        {error && data && (
          <chakra.p role="alert" fontSize="sm" color="danger.fg">
            {t('schema-changes.failed')} {t('operations.stale')}
          </chakra.p>
        )}
        {data && (
          <>
            <NextVersion latest={data.examination} />
            <ThisVersion changes={data} />
          </>
        )}
        {!data && (error ? <Failed error={error} onRetry={() => void mutate()} /> : <ChangesSkeleton />)}
      </chakra.div>
    </>
  )
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation()
  const { messages, requestId } = error instanceof RequestError ? error : { messages: [], requestId: undefined }
  return (
    <ErrorState
      title={t('schema-changes.failed')}
      messages={messages}
      requestId={requestId === undefined ? undefined : { label: t('shell.requestId'), value: requestId }}
      retryLabel={t('shell.retry')}
      onRetry={onRetry}
    />
  )
}

/** The first cards before they are filled. */
function ChangesSkeleton() {
  const { t } = useTranslation()
  return (
    <>
      <Card title={t('schema-changes.next')}>
        <FactsSkeleton label={t('shell.loading')} />
      </Card>
      <Card title={t('schema-changes.this')} flush>
        <TableSkeleton rows={3} columns={4} label={t('shell.loading')} />
      </Card>
    </>
  )
}
