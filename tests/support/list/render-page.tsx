import { ChakraProvider } from '@chakra-ui/react'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createInstance } from 'i18next'
import type { ComponentType } from 'react'
import { createMemoryRouter, parsePath, RouterProvider } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { vi } from 'vitest'
import bulkTextsDe from '../../../locales/de/bulk.json' with { type: 'json' }
import gridTextsDe from '../../../locales/de/grid.json' with { type: 'json' }
import bulkTexts from '../../../locales/en/bulk.json' with { type: 'json' }
import editorTexts from '../../../locales/en/editor.json' with { type: 'json' }
import gridTexts from '../../../locales/en/grid.json' with { type: 'json' }
import journalTexts from '../../../locales/en/journal.json' with { type: 'json' }
import listTexts from '../../../locales/en/list.json' with { type: 'json' }
import matrixTexts from '../../../locales/en/matrix.json' with { type: 'json' }
import plotTexts from '../../../locales/en/plot.json' with { type: 'json' }
import summaryTexts from '../../../locales/en/summary.json' with { type: 'json' }
import serviceTexts from '../../../locales/en/service.json' with { type: 'json' }
import { exampleSchema, exampleScreen } from '../../../renderer/data/example.fixture.ts'
import { everyAbility, type DataSource, type ListQuery } from '../../../renderer/data/data-source.ts'
import type { Screen } from '../../../renderer/descriptor/screen.ts'
import { HostProvider, type PageProps, type RendererHost } from '../../../renderer/host.tsx'
import { system } from '../../../renderer/parts/theme/system.ts'
import type { Can, ListAnswer, Plan, PlanResult, ServedRecord } from '../../../schemas/plan.ts'
import type { RuleContext } from '../../../schemas/vocabulary/context.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'

const language = createInstance()
await language.init({
  lng: 'en',
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
  resources: {
    en: {
      translation: {
        ...listTexts,
        ...journalTexts,
        ...serviceTexts,
        ...bulkTexts,
        ...editorTexts,
        ...gridTexts,
        ...matrixTexts,
        ...plotTexts,
        ...summaryTexts,
      },
    },
    de: { translation: { ...listTexts, ...journalTexts, ...serviceTexts, ...bulkTextsDe, ...editorTexts, ...gridTextsDe } },
  },
})

const rackTexts: Record<string, string> = {
  'rack.many': 'Racks',
  'rack.about': 'Cabinets for servers.',
  'rack.event.creation': 'Created',
  'rack.event.update': 'Changed',
  'rack.event.deletion': 'Deleted',
  'because.occupied': 'The rack holds a server.',
}

/** Texts of an action's confirmation and result, e.g. `acted close`. */
const actionText = (key: string): string | undefined => /^rack\.(acted|confirm)\.(\w+)$/.exec(key)?.slice(1).join(' ')

/** Real texts of the page kinds; texts of the invented entity are the last part of their key. Any other missing key throws. */
const hasText: RendererHost['hasText'] = (key) => language.exists(key) || key in rackTexts
const textsOf =
  (lng: string): RendererHost['t'] =>
  (key, params) => {
    if (language.exists(key, params ?? {})) return language.t(key, { ...params, lng })
    const text =
      rackTexts[key] ?? (/^rack\.(?:field|tab|option|view|action|summary|matrix)\./.test(key) ? key.split('.').at(-1) : actionText(key))
    if (text === undefined) throw new Error(`No text ${key}`)
    return text
  }

/** The result of an applied plan. */
export const applied = (count: number, counts: Partial<PlanResult['counts']> = {}): PlanResult => ({
  applied: true,
  dryRun: false,
  actionId: 'a',
  counts: { applied: count, unchanged: 0, refused: 0, ...counts },
  items: [],
})

/** A data source with these records that supports paging, sorting and tabs, but ignores filters. */
export function exampleListService(records: ServedRecord[], can: Can = { create: true, import: true, journal: true }) {
  const stored = [...records]
  const list = async (_entity: string, { page, size, sort, condition }: ListQuery): Promise<ListAnswer> => {
    const matching = stored.filter(({ state }) => condition === undefined || state === condition)
    const direction = sort?.order === 'desc' ? -1 : 1
    const sorted = matching.toSorted(
      (a, b) => direction * String(a[sort?.by ?? 'code']).localeCompare(String(b[sort?.by ?? 'code']), 'en', { numeric: true }),
    )
    const counts = { all: stored.length, free: 0, closed: 0 }
    for (const { state } of stored) counts[state as 'free' | 'closed'] += 1
    return { data: sorted.slice((page - 1) * size, page * size), meta: { totalCount: matching.length, page, size, counts, can } }
  }
  const plan = async ({ items }: Plan): Promise<PlanResult> => {
    for (const { oid } of items)
      stored.splice(
        stored.findIndex((record) => record.oid === oid),
        1,
      )
    return applied(items.length)
  }
  const refuse = () => Promise.reject(new Error('The test did not expect this call'))
  return {
    stored,
    abilities: () => everyAbility,
    list: vi.fn<DataSource['list']>(list),
    one: vi.fn<DataSource['one']>(refuse),
    plan: vi.fn<DataSource['plan']>(plan),
    command: vi.fn<DataSource['command']>(refuse),
    matrix: vi.fn<DataSource['matrix']>(refuse),
    planBytes: vi.fn<DataSource['planBytes']>(refuse),
    undo: vi.fn<DataSource['undo']>(refuse),
    undoEntries: vi.fn<DataSource['undoEntries']>(refuse),
    journal: vi.fn<DataSource['journal']>(refuse),
    restore: vi.fn<DataSource['restore']>(refuse),
    related: vi.fn<DataSource['related']>(refuse),
    document: vi.fn<DataSource['document']>(refuse),
    rows: vi.fn<DataSource['rows']>(refuse),
    figures: vi.fn<DataSource['figures']>(refuse),
  }
}

export interface RenderPageOptions {
  source: ReturnType<typeof exampleListService>
  address?: string
  schema?: EntitySchema
  screen?: Screen
  /** Rights of the tenant context. */
  can?: Record<string, boolean>
  tenant?: RendererHost['tenant']
  appActions?: RendererHost['appActions']
  /** Commands on the entity's records. @default none */
  commands?: ReturnType<RendererHost['commandsOf']>
  language?: 'en' | 'de'
  /** Texts of an entity other than the invented one. */
  texts?: Readonly<Record<string, string>>
  /** Screens of further entities, whose pages have the addresses of the screens. @default none */
  screens?: Readonly<Record<string, Screen>>
}

let visits = 0

/** Renders a page kind for the invented entity at an address, with an empty cache. */
export function renderPage(
  Page: ComponentType<PageProps>,
  {
    source,
    address = '/racks',
    schema = exampleSchema,
    screen = exampleScreen,
    can,
    tenant,
    appActions = {},
    commands = [],
    language: lng = 'en',
    texts = {},
    screens = {},
  }: RenderPageOptions,
) {
  const toast = vi.fn<RendererHost['toast']>()
  const here = tenant ?? { oid: 'acme', name: 'Acme', type: 'msp' as const }
  const host: RendererHost = {
    source,
    t: (key, params) =>
      (language.exists(key) ? undefined : (texts[key] ?? texts[key.replace(/^[\w-]+/, 'entity')])) ?? textsOf(lng)(key, params),
    hasText: (key) => hasText(key) || key in texts,
    language: lng,
    tenant: here,
    user: { oid: 'marie', name: 'Marie Dupont' },
    ruleContext: (): RuleContext => ({
      tenant: here,
      user: { oid: 'marie' },
      can: can ?? { create: true, read: true, update: true, delete: true },
      feature: {},
      editor: {},
    }),
    canIn: () => Promise.reject(new Error('The test did not expect this call')),
    listPath: (entity) => (screens[entity]?.path === undefined ? '/racks' : `/${screens[entity].path}`),
    listOf: (entity) => entity,
    commandsOf: () => commands,
    screenOf: (entity) => (entity === schema['x-entity'].name ? screen : screens[entity]),
    appActions,
    docsPath: () => '/docs/rack',
    toast,
    contextDirty: vi.fn<() => void>(),
  }
  const page = <Page schema={schema} screen={screen} />
  const router = createMemoryRouter(
    [
      { path: '/racks', element: page },
      { path: '/racks/journal', element: page },
      ...['new', 'edit/*', 'consult/*'].map((rest) => ({ path: `/racks/:option/${rest}`, element: page })),
      { path: '*', element: <h1>Another page</h1> },
    ],
    // Pages store state by history key; a new key keeps it from the next test.
    { initialEntries: [{ ...parsePath(address), key: `visit ${++visits}` }] },
  )
  const view = render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
      <ChakraProvider value={system}>
        <HostProvider value={host}>
          <RouterProvider router={router} />
        </HostProvider>
      </ChakraProvider>
    </SWRConfig>,
  )
  return { ...view, host, toast, router, user: userEvent.setup() }
}
