import { useTranslation } from 'react-i18next'
import { Card } from '../../../renderer/parts/page/card.tsx'
import { TableSkeleton } from '../../../renderer/parts/page/skeleton.tsx'
import type { SchemaChanges } from '../../../schemas/schema-plan.ts'
import { InstallationPage } from '../operations/installation-page.tsx'
import { FactsSkeleton } from '../operations/operations-facts.tsx'
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
  return (
    <InstallationPage<SchemaChanges>
      texts="schema-changes"
      address="/api/v1/schemaChanges"
      refreshMs={(known) => (known && isBusy(known) ? REFRESH_BUSY_MS : REFRESH_MS)}
      skeleton={<ChangesSkeleton />}
    >
      {(changes) => (
        <>
          <NextVersion latest={changes.examination} />
          <ThisVersion changes={changes} />
        </>
      )}
    </InstallationPage>
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
