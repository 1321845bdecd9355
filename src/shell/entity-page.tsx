import { lazy, Suspense, use, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router-dom'
import { FormSkeleton, TableSkeleton } from '../../renderer/parts/skeleton.tsx'
import { loadSchema } from '../../schemas/generated/load-schema.ts'
import type { EntityName } from '../../schemas/generated/entity-names.ts'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import { tenantRoot } from '../screen-addresses.ts'
import type { NavigationScreen } from '../screen-addresses.ts'
import { canList } from '../session/permissions.ts'
import { useCurrentTenant, usePermissions } from './use-current-tenant.ts'

/** The page kinds below a list. */
export type PageKind = 'list' | 'editor' | 'bulk' | 'journal'

const pages = {
  list: lazy(() => import('../../renderer/list/list-page.tsx').then((module) => ({ default: module.ListPage }))),
  editor: lazy(() => import('../../renderer/editor/editor-page.tsx').then((module) => ({ default: module.EditorPage }))),
  bulk: lazy(() => import('../../renderer/bulk/bulk-page.tsx').then((module) => ({ default: module.BulkPage }))),
  journal: lazy(() => import('../../renderer/journal/journal-page.tsx').then((module) => ({ default: module.JournalPage }))),
}

const schemas = new Map<EntityName, Promise<EntitySchema>>()

function schemaOf(entity: EntityName): Promise<EntitySchema> {
  const schema = schemas.get(entity) ?? loadSchema(entity)
  schemas.set(entity, schema)
  return schema
}

interface EntityPageProps {
  entry: NavigationScreen
  kind: PageKind
}

/** One page of an entity, for those who may list it; others go to the administration's home. */
export function EntityPage({ entry, kind }: EntityPageProps) {
  const { t } = useTranslation()
  const { tenant } = useCurrentTenant()
  const permissions = usePermissions()
  const many = t(`${entry.entity}.many`)
  const name = tenant?.name
  useEffect(() => {
    document.title = [many, name, t('shell.product')].filter(Boolean).join(' · ')
    return () => {
      document.title = t('shell.product')
    }
  }, [many, name, t])
  if (!tenant) return null
  if (!canList(permissions, tenant, entry.resource)) return <Navigate to={`${tenantRoot(tenant.oid)}/admin`} replace />
  return (
    <Suspense key={kind} fallback={<PageSkeleton kind={kind} />}>
      <LoadedPage entry={entry} kind={kind} />
    </Suspense>
  )
}

function LoadedPage({ entry, kind }: EntityPageProps) {
  const schema = use(schemaOf(entry.entity))
  const Page = pages[kind]
  return <Page schema={schema} screen={entry.screen} />
}

function PageSkeleton({ kind }: { kind: PageKind }) {
  const { t } = useTranslation()
  const label = t('shell.loading')
  return kind === 'editor' ? <FormSkeleton fields={8} label={label} /> : <TableSkeleton rows={12} columns={6} label={label} />
}
