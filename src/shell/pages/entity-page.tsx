import { chakra } from '@chakra-ui/react'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { pageNameKey } from '../../../renderer/descriptor/record-pages.ts'
import { laneTitleHeight } from '../../../renderer/list/row-heights.ts'
import { loadWhenIdle } from '../../../renderer/parts/deferred.ts'
import { Surface } from '../../../renderer/parts/page/card.tsx'
import { Late } from '../../../renderer/parts/page/late.tsx'
import { PageHeader } from '../../../renderer/parts/page/page-header.tsx'
import { FormSkeleton, Skeleton, TableSkeleton } from '../../../renderer/parts/page/skeleton.tsx'
import type { Screen } from '../../../renderer/descriptor/screen.ts'
import { Redirect } from '../../../renderer/parts/page/redirect.tsx'
import { entityMeta } from '../../../schemas/generated/entity-meta.ts'
import type { EntityName } from '../../../schemas/generated/entity-names.ts'
import type { EntityMeta } from '../../../schemas/vocabulary/types.ts'
import { commandsOf, navigationScreens, tenantRoot } from '../../screen-addresses.ts'
import type { NavigationScreen } from '../../screen-addresses.ts'
import { useServices } from '../../services.ts'
import { canList } from '../../session/permissions.ts'
import { useLoading, type Loading } from '../start/loading.ts'
import { pageParts, type PageKind } from './page-parts.ts'
import { useCurrentTenant, usePermissions } from '../tenants/use-current-tenant.ts'
import { useDocumentTitle } from './use-document-title.ts'

interface EntityPageProps {
  entry: NavigationScreen
  kind: PageKind
  /** The record is looked at and not changed, whatever rights there are. */
  consult: boolean
  /** Name of the screen's second editor that is meant. */
  other?: string
}

/** One page of an entity, for those who may list it; others go to the administration's home. */
export function EntityPage({ entry, kind, consult, other }: EntityPageProps) {
  const { t } = useTranslation()
  const { tenant } = useCurrentTenant()
  const permissions = usePermissions()
  const many = t(kind === 'matrix' ? pageNameKey(entry.entity, entry.screen) : `${entry.entity}.many`)
  useDocumentTitle(many)
  // A failure stays until the page is opened anew.
  const loading = useMemo(() => pageParts(entry, kind), [entry, kind])
  const parts = useLoading(loading)
  const isReady = useLoading(useServices().firstRows ?? nothingAwaited)
  const leadsToEditor = isReady && parts !== undefined && kind === 'list' && entry.screen.editor !== undefined
  useEffect(() => {
    // Nobody opens a record before they have moved a pointer or pressed a key.
    if (leadsToEditor) loadWhenIdle({ load: () => pageParts(entry, 'editor').whenDone })
  }, [leadsToEditor, entry])
  if (!tenant) return null
  if (!canList(permissions, tenant, entry.resource)) return <Redirect to={`${tenantRoot(tenant.oid)}/admin`} />
  if (!parts || !isReady) {
    return (
      <Late>
        <PageSkeleton entry={entry} kind={kind} />
      </Late>
    )
  }
  const { Page, schema, others } = parts
  return (
    <Page
      schema={schema}
      screen={entry.screen}
      others={others}
      consult={consult}
      {...(other !== undefined && { other })}
      {...(entry.one && { oid: tenant.oid })}
    />
  )
}

const nothingAwaited: Loading<true> = { whenDone: Promise.resolve(true), read: () => true }

function PageSkeleton({ entry, kind }: Omit<EntityPageProps, 'consult'>) {
  const { t } = useTranslation()
  const label = t('shell.loading')
  if (kind === 'list') return <ListShape entry={entry} label={label} />
  return kind === 'editor' ? <FormSkeleton fields={8} label={label} /> : <TableSkeleton rows={12} columns={6} label={label} />
}

/** Screens of the records for which the rows of a list stand: its own, or those of the entities that it gathers. */
function screensBehind({ entity, screen }: NavigationScreen): Screen[] {
  const { rowsOf } = entityMeta[entity]
  if (!rowsOf) return [screen]
  const entities: readonly string[] = Object.values(rowsOf.entities)
  return navigationScreens.filter((each) => entities.includes(each.entity)).map((each) => each.screen)
}

/** A list before its page has come: head, tabs, toolbar and rows stand where they are going to be. */
function ListShape({ entry, label }: { entry: NavigationScreen; label: string }) {
  const { t } = useTranslation()
  const { entity, screen } = entry
  const behind = screensBehind(entry)
  const { order }: EntityMeta = entityMeta[entity]
  const hasLanes = order?.within !== undefined
  const addsByLane = hasLanes && order.within === screen.editor?.branchField
  const has = (page: 'journal' | 'bulk' | 'summary') => behind.some((one) => one[page] !== undefined)
  const command = commandsOf(entity).find(({ meta }) => meta.prefill === undefined)
  const creation = behind.find(({ editor }) => editor)?.editor
  const verb = command?.meta.verb ?? (creation && (creation.verbs?.create ?? 'create'))
  const nameOf = (name: EntityName) => t(pageNameKey(name, navigationScreens.find((each) => each.entity === name)?.screen))
  const buttons = [
    ...(screen.list?.relatedPages ?? []).map(nameOf),
    has('summary') && t('list.summary'),
    has('journal') && t('list.journal'),
    has('bulk') && t('list.bulk'),
    screen.list?.add !== false && !addsByLane && verb !== undefined && t(`list.action.${verb}`),
  ].filter((button) => button !== false)
  return (
    <chakra.div display="flex" flexDirection="column" h="full" minH="32rem">
      <PageHeader
        title={t(`${entity}.many`)}
        crumbs={
          screen.list?.parentPage !== undefined && (
            <Skeleton aria-hidden width="auto" height="auto">
              <chakra.span visibility="hidden">{nameOf(screen.list.parentPage)}</chakra.span>
            </Skeleton>
          )
        }
        about={
          <>
            {t(`${entity}.about`)} <Skeleton display="inline-block" width="7rem" />
          </>
        }
        actions={buttons.map((button) => (
          <ButtonShape key={button}>{button}</ButtonShape>
        ))}
      />
      <chakra.div h={9} borderBottomWidth="1px" borderColor="border">
        <Skeleton width="18rem" mt={2.5} />
      </chakra.div>
      <Skeleton width="20rem" maxW="full" height="control" my={3} borderRadius="md" />
      {screen.list?.facets && <chakra.div display={{ base: 'block', lg: 'none' }} h="control" mt={-1} mb={3} />}
      <Surface flex={1} overflow="hidden" style={{ paddingTop: hasLanes ? laneTitleHeight : 0 }}>
        <TableSkeleton rows={16} columns={6} label={label} />
      </Surface>
    </chakra.div>
  )
}

/** A button as wide as it is going to be, with its icon. */
function ButtonShape({ children }: { children: string }) {
  return (
    <Skeleton aria-hidden width="auto" height="control" ps="2.1875rem" pe="0.8125rem" borderRadius="md" fontSize="sm" fontWeight="medium">
      <chakra.span visibility="hidden">{children}</chakra.span>
    </Skeleton>
  )
}
