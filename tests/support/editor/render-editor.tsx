import { ChakraProvider } from '@chakra-ui/react'
import form from '@rjsf/validator-ajv8'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { SWRConfig } from 'swr'
import type { ReactElement } from 'react'
import { vi } from 'vitest'
import type { Plan, PlanResult, ServedRecord } from '../../../schemas/plan.ts'
import type { RuleContext } from '../../../schemas/vocabulary/context.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { everyAbility, type DataSource } from '../../../renderer/data/data-source.ts'
import type { Screen } from '../../../renderer/descriptor/screen.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { Editor } from '../../../renderer/editor/page/editor.tsx'
import { HostProvider } from '../../../renderer/host.tsx'
import type { RendererHost } from '../../../renderer/host.tsx'
import { system } from '../../../renderer/parts/theme/system.ts'
import { loadControls } from '../../../renderer/widgets/parts.ts'
import { siteBoxSchema, siteBoxScreen, validateSiteBox } from './site-box.ts'
import { hasTestText, testText } from './texts.ts'

await loadControls()

const allowed = { list: true, create: true, read: true, update: true, delete: true }

/** A record as the service sends it, with every right on it. */
export const served = (record: Rec, more: Partial<ServedRecord> = {}): ServedRecord => ({
  ...record,
  oid: String(record.oid),
  revision: 3,
  can: { update: true, delete: true },
  lastModified: { date: '2026-03-04T05:06:07.000Z', user: 'Marie Dupont' },
  ...more,
})

const applied = (plan: Plan): PlanResult => ({
  applied: true,
  dryRun: false,
  actionId: 'action',
  counts: { applied: plan.items.length, unchanged: 0, refused: 0 },
  items: plan.items.map((item, index) => ({ index, verdict: 'applied', oid: item.oid ?? 'new-oid' })),
})

/** A data source with the given answers; every other call is refused. */
export function testSource(answers: Partial<DataSource> = {}) {
  const refuse = () => Promise.reject(new Error('The test did not expect this call'))
  return {
    abilities: () => everyAbility,
    list: vi.fn<DataSource['list']>(answers.list ?? refuse),
    one: vi.fn<DataSource['one']>(answers.one ?? refuse),
    related: vi.fn<DataSource['related']>(answers.related ?? refuse),
    rows: vi.fn<DataSource['rows']>(answers.rows ?? refuse),
    figures: vi.fn<DataSource['figures']>(refuse),
    document: vi.fn<DataSource['document']>(refuse),
    plan: vi.fn<DataSource['plan']>(answers.plan ?? ((plan) => Promise.resolve(applied(plan)))),
    journal: vi.fn<DataSource['journal']>(refuse),
    restore: vi.fn<DataSource['restore']>(refuse),
    command: vi.fn<DataSource['command']>(answers.command ?? refuse),
    matrix: vi.fn<DataSource['matrix']>(refuse),
    planBytes: vi.fn<DataSource['planBytes']>(refuse),
    undo: vi.fn<DataSource['undo']>(refuse),
    undoEntries: vi.fn<DataSource['undoEntries']>(refuse),
  }
}

export interface RenderEditorOptions {
  record?: ServedRecord | null
  schema?: EntitySchema
  screen?: Screen
  source?: ReturnType<typeof testSource>
  context?: Partial<RuleContext>
  tenant?: RendererHost['tenant']
  validate?: (record: Rec) => ReturnType<typeof validateSiteBox>
  prefill?: Rec
  consult?: boolean
  /** The person's rights in another tenant. */
  canIn?: RendererHost['canIn']
  /** Keys of the optional help texts that exist. */
  helpKeys?: readonly string[]
  /** Replaces the editor by `element`, at the editor's address with this `search` or at its own `address`. */
  page?: { element: ReactElement; search?: string; path?: string; address?: string }
  /** The person's rights on an entity. @default every right */
  canOf?: (entity: string) => RuleContext['can']
  /** Called for every translated text. */
  onText?: (key: string, params?: Rec) => void
}

/** Renders an editor with a list page before it in the history, as if opened from the list. */
export function renderEditor({
  record = null,
  schema = siteBoxSchema,
  screen: descriptor = siteBoxScreen,
  source = testSource(),
  context = {},
  tenant = { oid: 'acme', name: 'Acme', type: 'msp' },
  validate = validateSiteBox,
  prefill = {},
  consult = false,
  helpKeys = [],
  canIn = () => Promise.reject(new Error('The test did not expect this call')),
  canOf = () => allowed,
  page,
  onText,
}: RenderEditorOptions = {}) {
  const toast = vi.fn<RendererHost['toast']>()
  const contextDirty = vi.fn<() => void>()
  const host: RendererHost = {
    source,
    t: (key, params) => {
      onText?.(key, params)
      return testText(key, params)
    },
    hasText: (key) => hasTestText(key) || helpKeys.includes(key),
    language: 'en',
    tenant,
    user: { oid: 'marie', name: 'Marie Dupont' },
    ruleContext: (entity) => ({ tenant, user: { oid: 'marie' }, can: canOf(entity), feature: {}, editor: {}, ...context }) as RuleContext,
    canIn,
    listPath: (entity, tenantOid) => (tenantOid === undefined ? '/list' : `/${tenantOid}/${entity}`),
    listOf: (entity) => entity,
    commandsOf: () => [],
    screenOf: () => undefined,
    appActions: {},
    docsPath: () => '/docs',
    toast,
    contextDirty,
  }
  const router = createMemoryRouter(
    [
      { path: '/list', element: <h1>The list</h1> },
      { path: '/list/new', element: <h1>A new one</h1> },
      {
        path: page?.path ?? '/list/edit',
        element: page?.element ?? (
          <Editor schema={schema} screen={descriptor} record={record} validator={{ form, validate }} prefill={prefill} consult={consult} />
        ),
      },
    ],
    { initialEntries: ['/list', page?.address ?? `/list/edit${page?.search ?? ''}`], initialIndex: 1 },
  )
  const withHost = (currentHost: RendererHost) => (
    <ChakraProvider value={system}>
      {/* Tests of one process would see each other's answers. */}
      <SWRConfig value={{ provider: () => new Map() }}>
        <HostProvider value={currentHost}>
          <RouterProvider router={router} />
        </HostProvider>
      </SWRConfig>
    </ChakraProvider>
  )
  const view = render(withHost(host))
  /** Switches to another language, whose texts are the English ones with `mark` before them. */
  const changeLanguage = (mark: string): void =>
    view.rerender(withHost({ ...host, language: 'de', t: (key, params) => `${mark} ${testText(key, params)}` }))
  return { ...view, source, toast, contextDirty, router, user: userEvent.setup(), changeLanguage }
}

/** The last plan that was sent. */
export const lastPlan = (source: ReturnType<typeof testSource>): Plan | undefined => source.plan.mock.lastCall?.[0]

export { screen }
