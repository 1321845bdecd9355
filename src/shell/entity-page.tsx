import { chakra } from '@chakra-ui/react'
import { lazy, Suspense, use, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router-dom'
import { pageNameKey } from '../../renderer/descriptor/page-name.ts'
import { laneTitleHeight } from '../../renderer/list/row-heights.ts'
import { Surface } from '../../renderer/parts/card.tsx'
import { PageHeader } from '../../renderer/parts/page-header.tsx'
import { FormSkeleton, Skeleton, TableSkeleton } from '../../renderer/parts/skeleton.tsx'
import type { Screen } from '../../renderer/descriptor/screen.ts'
import type { PageProps } from '../../renderer/host.tsx'
import { entityMeta } from '../../schemas/generated/entity-meta.ts'
import { loadSchema } from '../../schemas/generated/load-schema.ts'
import type { EntityName } from '../../schemas/generated/entity-names.ts'
import type { EntityMeta, EntitySchema } from '../../schemas/vocabulary/types.ts'
import { loadTexts } from '../i18n/load-texts.ts'
import { learnTexts } from '../i18n/texts.ts'
import { commandsOf, navigationScreens, tenantRoot } from '../screen-addresses.ts'
import type { NavigationScreen } from '../screen-addresses.ts'
import { canList } from '../session/permissions.ts'
import { referredEntities } from './referred-entities.ts'
import { useCurrentTenant, usePermissions } from './use-current-tenant.ts'

/** The page kinds below a list. */
export type PageKind = 'list' | 'editor' | 'bulk' | 'journal' | 'summary' | 'matrix'

const load = {
  list: () => import('../../renderer/list/list-page.tsx').then((module) => ({ default: module.ListPage })),
  ordered: () => import('../../renderer/list/ordered-page.tsx').then((module) => ({ default: module.OrderedPage })),
  editor: () => import('../../renderer/editor/editor-page.tsx').then((module) => ({ default: module.EditorPage })),
  bulk: () => import('../../renderer/bulk/bulk-page.tsx').then((module) => ({ default: module.BulkPage })),
  journal: () => import('../../renderer/journal/journal-page.tsx').then((module) => ({ default: module.JournalPage })),
  summary: () => import('../../renderer/summary/summary-page.tsx').then((module) => ({ default: module.SummaryPage })),
  matrix: () => import('../../renderer/matrix/matrix-page.tsx').then((module) => ({ default: module.MatrixPage })),
}

const pages = {
  list: lazy(load.list),
  ordered: lazy(load.ordered),
  editor: lazy(load.editor),
  bulk: lazy(load.bulk),
  journal: lazy(load.journal),
  summary: lazy(load.summary),
  matrix: lazy(load.matrix),
}

/** Lists that people put in order are a page of their own. */
function pageOf(entity: EntityName, kind: PageKind): keyof typeof load {
  return kind === 'list' && entityMeta[entity].order !== undefined ? 'ordered' : kind
}

const loading = new Map<string, Promise<EntitySchema>>()

/** The schema of an entity, once its texts and those of the page kind are there, too. */
function schemaOf(entity: EntityName, kind: PageKind): Promise<EntitySchema> {
  const key = `${entity} ${kind}`
  const schema = loading.get(key) ?? loadWithTexts(entity, kind)
  loading.set(key, schema)
  // What did not come is asked for again by the next visit.
  schema.catch(() => loading.delete(key))
  return schema
}

async function loadWithTexts(entity: EntityName, kind: PageKind): Promise<EntitySchema> {
  // The page comes beside its schema, not after it; whether it comes is noticed where it is shown.
  load[pageOf(entity, kind)]().catch(() => undefined)
  const [schema] = await Promise.all([loadSchema(entity), learnTexts([entity, kind], loadTexts)])
  await learnTexts([...referredEntities(schema)], loadTexts)
  return schema
}

/** The matrices that stand below a page's own, with what they are drawn by. */
async function matricesWith(entry: NavigationScreen, kind: PageKind): Promise<PageProps[]> {
  const others = kind === 'matrix' ? navigationScreens.filter(({ screen }) => screen.matrix?.on === entry.entity) : []
  return Promise.all(others.map(async ({ entity, screen }) => ({ schema: await schemaOf(entity, kind), screen })))
}

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
  const name = tenant?.name
  useEffect(() => {
    document.title = [many, name, t('shell.product')].filter(Boolean).join(' · ')
    return () => {
      document.title = t('shell.product')
    }
  }, [many, name, t])
  // Held here, above what waits for it: a failed one stays failed until the page is opened anew.
  const schema = useMemo(() => schemaOf(entry.entity, kind), [entry.entity, kind])
  const matrices = useMemo(() => matricesWith(entry, kind), [entry, kind])
  if (!tenant) return null
  if (!canList(permissions, tenant, entry.resource)) return <Navigate to={`${tenantRoot(tenant.oid)}/admin`} replace />
  return (
    <Suspense key={kind} fallback={<PageSkeleton entry={entry} kind={kind} />}>
      <LoadedPage
        entry={entry}
        kind={kind}
        consult={consult}
        tenantOid={tenant.oid}
        schema={schema}
        matrices={matrices}
        {...(other !== undefined && { other })}
      />
    </Suspense>
  )
}

type LoadedPageProps = EntityPageProps & { tenantOid: string; schema: Promise<EntitySchema>; matrices: Promise<PageProps[]> }

function LoadedPage({ entry, kind, consult, other, tenantOid, schema, matrices }: LoadedPageProps) {
  const shape = { schema: use(schema), screen: entry.screen }
  const shown = { ...(other !== undefined && { other }), ...(entry.one && { oid: tenantOid }) }
  if (kind === 'editor') return <pages.editor {...shape} consult={consult} {...shown} />
  if (kind === 'matrix') return <pages.matrix {...shape} others={use(matrices)} />
  const Page = pages[pageOf(entry.entity, kind)]
  return <Page {...shape} />
}

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
  const addsByLane = hasLanes && order.within === screen.editor?.by
  const has = (page: 'journal' | 'bulk' | 'summary') => behind.some((one) => one[page] !== undefined)
  const command = commandsOf(entity).find(({ meta }) => meta.prefill === undefined)
  const creation = behind.find(({ editor }) => editor)?.editor
  const verb = command?.meta.verb ?? (creation && (creation.verbs?.create ?? 'create'))
  const nameOf = (name: EntityName) => t(pageNameKey(name, navigationScreens.find((each) => each.entity === name)?.screen))
  const buttons = [
    ...(screen.list?.ways ?? []).map(nameOf),
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
          screen.list?.under !== undefined && (
            <Skeleton aria-hidden width="auto" height="auto">
              <chakra.span visibility="hidden">{nameOf(screen.list.under)}</chakra.span>
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
