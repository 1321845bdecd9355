import type { ComponentType } from 'react'
import type { ListQuery } from '../../../renderer/data/data-source.ts'
import { learnEarlierNames } from '../../../renderer/list/earlier-names.ts'
import type { PageProps } from '../../../renderer/host.tsx'
import { entityMeta } from '../../../schemas/generated/entity-meta.ts'
import type { EntityName } from '../../../schemas/generated/entity-names.ts'
import { loadSchema } from '../../../schemas/generated/load-schema.ts'
import type { EntityMeta, EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { loadTexts } from '../../i18n/load-texts.ts'
import { learnTexts, type TextPart } from '../../i18n/texts.ts'
import { writes } from '../../http/data-source.ts'
import { navigationScreens } from '../../screen-addresses.ts'
import type { NavigationScreen } from '../../screen-addresses.ts'
import { loadingOf, type Loading } from '../start/loading.ts'

/** The page kinds below a list. */
export type PageKind = 'list' | 'editor' | 'bulk' | 'journal' | 'summary' | 'matrix'

/** The page of an entity that an address leads to. */
export interface AddressedPage {
  entry: NavigationScreen
  kind: PageKind
  tenantOid: string
}

/** What the page of any kind is given; each takes what it knows. */
type AnyPageProps = PageProps & {
  /** Matrices that stand below the page's own. */
  others: PageProps[]
  /** The record is looked at and not changed. */
  consult: boolean
  /** Name of the screen's second editor that is meant. */
  other?: string
  /** Of the one record of the tenant. */
  oid?: string
}

const components: Record<PageKind | 'ordered', (entry: NavigationScreen) => Promise<ComponentType<AnyPageProps>>> = {
  list: async () => (await import('../../../renderer/list/list-page.tsx')).ListPage,
  ordered: async () => (await import('../../../renderer/list/order/ordered-page.tsx')).OrderedPage,
  editor: async ({ entity, screen }) => {
    const { EditorPage, preloadEditor } = await import('../../../renderer/editor/page/editor-page.tsx')
    // The page asks again for what did not come, and says so.
    preloadEditor(entity, screen).catch(() => undefined)
    // Before something is typed that the service, gone meanwhile, could not be asked to save.
    writes.load().catch(() => undefined)
    return EditorPage
  },
  bulk: async () => (await import('../../../renderer/bulk/bulk-page.tsx')).BulkPage,
  journal: async () => (await import('../../../renderer/journal/journal-page.tsx')).JournalPage,
  summary: async () => (await import('../../../renderer/summary/summary-page.tsx')).SummaryPage,
  matrix: async () => (await import('../../../renderer/matrix/matrix-page.tsx')).MatrixPage,
}

/** What a page of an entity is drawn with. */
export interface PageParts {
  Page: ComponentType<AnyPageProps>
  schema: EntitySchema
  others: PageProps[]
}

const parts = new Map<string, Loading<PageParts>>()

/** Fetches what a page is drawn with, all of it at once; what has been fetched is kept. */
export function pageParts(entry: NavigationScreen, kind: PageKind): Loading<PageParts> {
  const key = `${entry.entity} ${kind}`
  const loading = parts.get(key) ?? loadingOf(loadParts(entry, kind))
  parts.set(key, loading)
  // The next visit retries a failed load.
  loading.whenDone.catch(() => parts.delete(key))
  return loading
}

/** The texts of a page besides those of its entity; a list speaks with those of the shell, unless it has other views than rows. */
function textsOf(component: keyof typeof components, { screen }: NavigationScreen): TextPart[] {
  if (component === 'list') return screen.list?.views ? ['pages'] : []
  return component === 'bulk' || component === 'journal' ? ['pages', component] : ['pages']
}

async function loadParts(entry: NavigationScreen, kind: PageKind): Promise<PageParts> {
  const { entity } = entry
  const below = kind === 'matrix' ? navigationScreens.filter(({ screen }) => screen.matrix?.on === entity) : []
  const component = componentOf(entity, kind)
  const [Page, schema, others] = await Promise.all([
    components[component](entry),
    schemaWithNames(entity),
    Promise.all(below.map((each) => shapeOf(each))),
    learnTexts(loadTexts, [...textsOf(component, entry), entity]),
  ])
  return { Page, schema, others }
}

/** A schema, and what reads its earlier names in addresses and remembered lists. */
async function schemaWithNames(entity: EntityName): Promise<EntitySchema> {
  const schema = await loadSchema(entity)
  await learnEarlierNames(schema)
  return schema
}

/** What else stands on a page of another entity. */
async function shapeOf({ entity, screen }: NavigationScreen): Promise<PageProps> {
  const [schema] = await Promise.all([loadSchema(entity), learnTexts(loadTexts, ['pages', entity])])
  return { schema, screen }
}

/** Lists that people put in order are a page of their own. */
function componentOf(entity: EntityName, kind: PageKind): keyof typeof components {
  return kind === 'list' && entityMeta[entity].order !== undefined ? 'ordered' : kind
}

/** What the page of a list is going to ask for first; none of overlays, whose rows need to know theirs first. */
export async function firstRowsQuery({ entry, kind, tenantOid }: AddressedPage, search: string): Promise<ListQuery | undefined> {
  const { scope, order }: EntityMeta = entityMeta[entry.entity]
  // The address of a view alone says nothing of its rows.
  const isView = /^\?saved=[^&]+$/.test(search)
  if (kind !== 'list' || order || scope === 'overlay' || isView) return undefined
  const [{ firstListQuery }, schema] = await Promise.all([import('../../../renderer/list/list-memory.ts'), schemaWithNames(entry.entity)])
  return firstListQuery({ schema, screen: entry.screen }, { tenantOid, search })
}
