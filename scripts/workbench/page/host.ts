import { createInstance, type i18n } from 'i18next'
import { everyAbility, RequestError, type DataSource, type ListQuery } from '../../../renderer/data/data-source.ts'
import type { RendererHost } from '../../../renderer/host.tsx'
import type { ListAnswer, Plan, PlanResult, ServedRecord } from '../../../schemas/plan.ts'
import { compileCondition } from '../../../schemas/vocabulary/operators/condition.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { Inspection } from '../inspect.ts'

const can = { list: true, create: true, read: true, update: true, delete: true, import: true, journal: true } as const

/** A sample as the service would send it. */
export const servedSample = (record: Rec, index: number): ServedRecord => ({
  ...record,
  oid: `sample-${index + 1}`,
  revision: 1,
  can,
  lastModified: { date: '2026-01-12T22:00:00Z', user: 'Sample' },
})

/** Texts of one language, English where it has none; a missing text is its key. */
export function textsOf(language: string, texts: Readonly<Record<string, string>>): i18n {
  const instance = createInstance()
  void instance.init({
    lng: language,
    resources: { [language]: { translation: texts } },
    keySeparator: false,
    nsSeparator: false,
    initAsync: false,
    interpolation: { escapeValue: false },
  })
  return instance
}

/** A data source whose records are the valid samples, and what they refer to. Nothing is stored. */
function sampleSource({ schema, samples, references, context }: Inspection): DataSource {
  const refuse = (): Promise<never> => Promise.reject(new RequestError({ status: 404, messages: ['The workbench has samples only.'] }))
  const own = samples.map(({ record }, index) => servedSample(record, index))
  const recordsOf = (entity: string): ServedRecord[] =>
    entity === schema.$id
      ? own
      : Object.entries(references[entity] ?? {}).map(([oid, record], index) => ({ ...servedSample(record, index), oid }))
  const tabs = Object.entries(schema['x-conditions'] ?? {}).map(([name, condition]) => ({
    name,
    tab: compileCondition(condition, schema, { where: `x-conditions/${name}` }),
  }))
  const inTab = (wanted: string | undefined): ServedRecord[] => {
    const tab = tabs.find(({ name }) => name === wanted)?.tab
    return tab ? own.filter((record) => tab.holds({ record, context })) : own
  }
  const list = (entity: string, { condition }: ListQuery): Promise<ListAnswer> => {
    const isOwn = entity === schema.$id
    const data = isOwn ? inTab(condition) : recordsOf(entity)
    const counts = isOwn ? Object.fromEntries(tabs.map(({ name }) => [name, inTab(name).length])) : {}
    return Promise.resolve({
      data,
      meta: { totalCount: data.length, page: 1, size: 50, counts: { all: recordsOf(entity).length, ...counts }, can },
    })
  }
  const plan = ({ items }: Plan): Promise<PlanResult> =>
    Promise.resolve({
      applied: false,
      dryRun: true,
      actionId: 'none',
      counts: { applied: items.length, unchanged: 0, refused: 0 },
      items: items.map((item, index) => ({ index, verdict: 'applied', oid: item.oid ?? 'sample' })),
    })
  return {
    abilities: () => everyAbility,
    list,
    one: (entity, oid) => {
      const found = recordsOf(entity).find((record) => record.oid === oid)
      return found ? Promise.resolve(found) : refuse()
    },
    plan,
    related: () => Promise.resolve([]),
    rows: () => Promise.resolve([]),
    journal: () => Promise.resolve({ entries: [] }),
    figures: refuse,
    document: refuse,
    matrix: refuse,
    command: refuse,
    planBytes: refuse,
    undo: refuse,
    undoEntries: refuse,
    restore: refuse,
  }
}

/** What the renderer is given in place of the application. */
export function workbenchHost(inspection: Inspection, texts: i18n, tell: (text: string) => void): RendererHost {
  const { context, schema, screen } = inspection
  return {
    source: sampleSource(inspection),
    t: (key, params) => texts.t(key, params ?? {}),
    hasText: (key) => texts.exists(key),
    language: texts.language,
    tenant: context.tenant,
    user: { oid: context.user.oid, name: 'Author' },
    ruleContext: () => ({ ...context, can: { ...context.can, ...can } }),
    canIn: () => Promise.resolve(can),
    listPath: () => '/list',
    listOf: (entity) => entity,
    commandsOf: () => [],
    screenOf: (entity) => (entity === schema.$id ? screen : undefined),
    appActions: {},
    docsPath: () => '/docs',
    toast: (_kind, text) => tell(text),
    contextDirty: () => {},
  }
}
