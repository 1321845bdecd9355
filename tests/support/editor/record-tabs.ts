import type { DataSource } from '../../../renderer/data/data-source.ts'
import type { SettingsPage as Descriptor } from '../../../renderer/descriptor/settings-page.ts'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import type { ListAnswer, Plan, PlanResult, ServedRecord } from '../../../schemas/plan.ts'
import { defaultsOf } from '../../../schemas/rules/defaults.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { screen, served, testSource, type RenderEditorOptions } from './render-editor.tsx'
import { advancedSettings, renderSettings } from './render-settings.tsx'
import { testText as text } from './texts.ts'

const page: Descriptor = { ...advancedSettings((kind) => kind !== 'record'), opens: 'logging' }
/** Rights to change and delete a record. */
export const allRights = { update: true, delete: true } as const
const switchRights = { ...allRights, updateSecurityParameters: true } as const
/** A stored record in its first revision. */
export const recordOf = (oid: string, values: Rec, overrides: Rec = {}): ServedRecord => ({
  ...served({ oid, ...values }),
  revision: 1,
  can: allRights,
  ...overrides,
})
/** Stored records of the tabs, by entity. */
export const stored: Record<string, ServedRecord[]> = {
  'syslog-server': [
    recordOf('log', { name: 'Log', ipOrHostname: '10.0.0.1', protocolId: 6, port: 514 }),
    recordOf('mill', { name: 'Mill', ipOrHostname: '10.0.0.2', protocolId: 17, port: 514 }),
  ],
  'transport-network': [
    recordOf('net1', { name: 'Internet', eligibleDti: true }, { can: switchRights }),
    recordOf('net2', { name: 'MPLS', eligibleDti: false }, { can: switchRights }),
  ],
  'vrrp-profile': [],
  'ihap-profile': [
    recordOf(
      'p1',
      { name: 'Default', keepAlive: 100, peerDeadFactor: 5, badHealthCriteria: 'or', isDefault: true },
      {
        can: { update: { because: 'ihap-profile.because.default' }, delete: { because: 'ihap-profile.because.default' } },
      },
    ),
    recordOf('p2', { name: 'Night', keepAlive: 50, peerDeadFactor: 3, badHealthCriteria: 'and', isDefault: false }),
  ],
}
/** Two profiles that the service has besides. */
export const vrrpProfiles = ['Default', 'Slow links'].map((name) => recordOf(name, { ...defaultsOf(entitySchemas['vrrp-profile']), name }))
/** The answer to a list call. */
export const answerOf = (data: ServedRecord[], create = true): ListAnswer => ({
  data,
  meta: { totalCount: data.length, page: 1, size: 500, counts: {}, can: create ? { create: true } : {} },
})
/** The result of a plan that the service applies. */
export const applied = ({ items }: Plan): PlanResult => ({
  applied: true,
  dryRun: false,
  actionId: 'action',
  counts: { applied: items.length, unchanged: 0, refused: 0 },
  items: items.map((_item, index) => ({ index, verdict: 'applied' })),
})

/** Renders the tabs of the advanced configuration that show several records, on a service with the stored ones. */
export async function showRecordTabs({
  plan,
  list,
  one,
  related,
  ...options
}: RenderEditorOptions & Partial<Pick<DataSource, 'plan' | 'list' | 'one' | 'related'>> & { address?: string } = {}) {
  const source = testSource({
    list: list ?? ((entity) => Promise.resolve(answerOf(stored[entity] ?? []))),
    one: one ?? ((entity, oid) => Promise.resolve([...(stored[entity] ?? []), ...vrrpProfiles].find((record) => record.oid === oid)!)),
    plan: plan ?? ((request) => Promise.resolve(applied(request))),
    related: related ?? (() => Promise.resolve([])),
  })
  return { ...(await renderSettings(page, { source, ...options })), source }
}

/** The rendered page. */
export type Rendered = Awaited<ReturnType<typeof showRecordTabs>>
/** A cell of a table by column and row. */
export const cell = (name: string, row: number) => screen.findByLabelText(text('editor.table.cell', { column: name, row }))
/** A button by its text key. */
export const button = (key: string) => screen.getByRole('button', { name: text(key) })
/** Presses Update. */
export const update = ({ user }: Rendered) => user.click(button('editor.verb.update'))
/** Replaces what a field holds. */
export async function retype({ user }: Rendered, field: HTMLElement, value: string): Promise<void> {
  await user.clear(field)
  await user.type(field, value)
}
/** Items of a plan that was sent. */
export const itemsOf = (rendered: Rendered, call = 0) => rendered.source.plan.mock.calls[call]?.[0].items
