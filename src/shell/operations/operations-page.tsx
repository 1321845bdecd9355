import { useTranslation } from 'react-i18next'
import { Card } from '../../../renderer/parts/page/card.tsx'
import { TableSkeleton } from '../../../renderer/parts/page/skeleton.tsx'
import type { Operations } from '../../../schemas/operations.ts'
import { ConnectionsTable, CopiesTable, MigrationsTable, RoutesTable, StatementsTable } from './operations-tables.tsx'
import { FactsSkeleton, OperationsFacts } from './operations-facts.tsx'
import { InstallationPage } from './installation-page.tsx'
import { OutboxTable } from './outbox-table.tsx'
import { ReplicationTable } from './replication-table.tsx'

const REFRESH_MS = 10_000

/** `/operations`: how the installation does, for administrators of the platform owner. Only tells; figures renew themselves. */
export function OperationsPage() {
  return (
    <InstallationPage<Operations>
      texts="operations"
      address="/api/v1/operations"
      refreshMs={() => REFRESH_MS}
      skeleton={<OperationsSkeleton />}
    >
      {(operations) => (
        <>
          <OperationsFacts operations={operations} />
          <CopiesTable copies={operations.copies} />
          <ReplicationTable replication={operations.database.replication} />
          <ConnectionsTable copies={operations.copies} />
          <OutboxTable outbox={operations.outbox} />
          <RoutesTable copies={operations.copies} />
          <StatementsTable copies={operations.copies} />
          <MigrationsTable migrations={operations.migrations} />
        </>
      )}
    </InstallationPage>
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
