// @vitest-environment happy-dom
import { cleanup, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DataSource } from '../../../renderer/data/data-source.ts'
import type { SettingsPage as Descriptor } from '../../../renderer/descriptor/settings-page.ts'
import type { ListAnswer, Plan, PlanResult, ServedRecord } from '../../../schemas/plan.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { screen, served, testSource, type RenderEditorOptions } from '../../support/editor/render-editor.tsx'
import { advancedSettings, renderSettings, widenWindow } from '../../support/editor/render-settings.tsx'
import { testText as text } from '../../support/editor/texts.ts'
import { failingService } from '../../support/failing-service.ts'

const failing = failingService()
const page: Descriptor = { ...advancedSettings((kind) => kind !== 'record'), opens: 'logging' }

beforeEach(() => {
  // The test's browser does no layout: every box is as high as ten rows.
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 400 })
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => 400 })
  document.body.replaceChildren()
  widenWindow()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const all = { update: true, delete: true } as const
const switching = { ...all, updateSecurityParameters: true } as const
const recordOf = (oid: string, values: Rec, more: Rec = {}): ServedRecord => ({
  ...served({ oid, ...values }),
  revision: 1,
  can: all,
  ...more,
})
const stored: Record<string, ServedRecord[]> = {
  'syslog-server': [
    recordOf('log', { name: 'Log', ipOrHostname: '10.0.0.1', protocolId: 6, port: 514 }),
    recordOf('mill', { name: 'Mill', ipOrHostname: '10.0.0.2', protocolId: 17, port: 514 }),
  ],
  'transport-network': [
    recordOf('net1', { name: 'Internet', eligibleDti: true }, { can: switching }),
    recordOf('net2', { name: 'MPLS', eligibleDti: false }, { can: switching }),
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
const answerOf = (data: ServedRecord[], create = true): ListAnswer => ({
  data,
  meta: { totalCount: data.length, page: 1, size: 500, counts: {}, can: create ? { create: true } : {} },
})
const taken = ({ items }: Plan): PlanResult => ({
  applied: true,
  dryRun: false,
  actionId: 'action',
  counts: { applied: items.length, unchanged: 0, refused: 0 },
  items: items.map((_item, index) => ({ index, verdict: 'applied' })),
})

async function show({
  plan,
  list,
  related,
  ...more
}: RenderEditorOptions & Partial<Pick<DataSource, 'plan' | 'list' | 'related'>> & { at?: string } = {}) {
  const source = testSource({
    list: list ?? ((entity) => Promise.resolve(answerOf(stored[entity] ?? []))),
    plan: plan ?? ((sent) => Promise.resolve(taken(sent))),
    related: related ?? (() => Promise.resolve([])),
  })
  return { ...(await renderSettings(page, { source, ...more })), source }
}

type Shown = Awaited<ReturnType<typeof show>>
const cell = (name: string, row: number) => screen.findByLabelText(text('editor.table.cell', { column: name, row }))
const button = (key: string) => screen.getByRole('button', { name: text(key) })
const update = ({ user }: Shown) => user.click(button('editor.verb.update'))
async function retype({ user }: Shown, field: HTMLElement, value: string): Promise<void> {
  await user.clear(field)
  await user.type(field, value)
}
const itemsOf = (shown: Shown, call = 0) => shown.source.plan.mock.calls[call]?.[0].items

describe('a table of records in a tab', () => {
  it('sends rows that were changed, made and removed as one plan, and shows what is stored then', { tags: ['S2-2.77'] }, async () => {
    let servers = stored['syslog-server']!
    const shown = await show({ list: () => Promise.resolve(answerOf(servers)) })
    await retype(shown, await cell('Port', 1), '1514')
    await shown.user.click(screen.getByRole('button', { name: text('editor.table.remove', { row: 2, list: 'Syslog servers' }) }))
    await shown.user.click(screen.getByRole('button', { name: text('editor.table.addTo', { list: 'Syslog servers' }) }))
    await shown.user.type(await cell('Name', 2), 'Barn')
    await shown.user.type(await cell('Address or host name', 2), 'barn.example')
    await retype(shown, await cell('Protocol', 2), 'udp')
    screen.getByText(text('editor.bar.changes', { count: 3 }))
    servers = [recordOf('log', { name: 'Log', ipOrHostname: '10.0.0.1', protocolId: 6, port: 1514 })]
    await update(shown)
    await screen.findByRole('heading', { name: 'The list' })
    expect(shown.source.plan.mock.calls).toHaveLength(1)
    expect(itemsOf(shown)).toEqual([
      { entity: 'syslog-server', action: 'delete', oid: 'mill', revision: 1 },
      { entity: 'syslog-server', action: 'update', oid: 'log', revision: 1, changes: { port: 1514 } },
      { entity: 'syslog-server', action: 'create', changes: { name: 'Barn', ipOrHostname: 'barn.example', protocolId: 17 } },
    ])
    expect(shown.source.list.mock.calls).toHaveLength(2)
  })

  it('marks what is wrong at its cell, before it is sent and after the service refused it', { tags: ['S2-5.31'] }, async () => {
    const errors = [{ pointer: '/items/1/changes/name', key: 'syslog-server.name.taken', message: 'no' }]
    const shown = await show({ plan: failing.refuses('plan', { status: 400, detail: 'Refused', errors }) })
    await retype(shown, await cell('Port', 1), '65536')
    await update(shown)
    await waitFor(async () => expect((await cell('Port', 1)).getAttribute('aria-invalid')).toBe('true'))
    expect(shown.source.plan).not.toHaveBeenCalled()
    await retype(shown, await cell('Port', 1), '0')
    await retype(shown, await cell('Name', 2), 'Log')
    await update(shown)
    const refused = await cell('Name', 2)
    await waitFor(() => expect(refused.getAttribute('aria-description')).toContain(text('syslog-server.name.taken')))
    expect(refused).toMatchObject({ value: 'Log' })
    await waitFor(() => expect(document.activeElement).toBe(refused))
  })

  it(
    'merges what others did meanwhile, and where both changed a cell shows both before it sends again',
    { tags: ['S2-4.56'] },
    async () => {
      let servers = stored['syslog-server']!
      let isFirst = true
      const shown = await show({
        list: () => Promise.resolve(answerOf(servers)),
        plan: (sent, options) => {
          if (!isFirst) return Promise.resolve(taken(sent))
          isFirst = false
          servers = [
            recordOf('log', { name: 'Log', ipOrHostname: '10.9.9.9', protocolId: 6, port: 99 }, { revision: 4 }),
            recordOf('new', { name: 'New', ipOrHostname: '10.0.0.3', protocolId: 6, port: 514 }),
          ]
          return failing.refuses('plan', { status: 409, detail: 'Refused' })(sent, options)
        },
      })
      await retype(shown, await cell('Port', 1), '1514')
      await update(shown)
      await screen.findByText(text('settings-page.table.others'))
      expect(await cell('Port', 1)).toMatchObject({ value: '1514' })
      expect((await cell('Port', 1)).getAttribute('aria-description')).toContain(text('settings-page.table.conflict', { value: '99' }))
      expect(await cell('Address or host name', 1)).toMatchObject({ value: '10.9.9.9' })
      expect(await cell('Name', 2)).toMatchObject({ value: 'New' })
      await update(shown)
      await screen.findByRole('heading', { name: 'The list' })
      expect(itemsOf(shown, 1)).toEqual([{ entity: 'syslog-server', action: 'update', oid: 'log', revision: 4, changes: { port: 1514 } }])
    },
  )

  it('asks first where others use what is changed, and names these', { tags: ['S2-4.55'] }, async () => {
    const users = { entity: 'edge-box', count: 12, records: [{ oid: 'b1', name: 'Paris' }] }
    const shown = await show({ related: ({ oid }) => Promise.resolve(oid === 'log' ? [users] : []) })
    await retype(shown, await cell('Port', 2), '1')
    await retype(shown, await cell('Port', 1), '2')
    await update(shown)
    const question = within(await screen.findByRole('alertdialog', { name: text('affected.titleMany') }))
    question.getByText('Edge boxes (12)')
    question.getByText('Paris')
    question.getByText(text('affected.more', { count: 11, rows: '11' }))
    expect(question.queryByText('Mill')).toBeNull()
    expect(shown.source.plan).not.toHaveBeenCalled()
    await shown.user.click(question.getByRole('button', { name: text('editor.verb.update') }))
    await screen.findByRole('heading', { name: 'The list' })
    expect(itemsOf(shown)).toHaveLength(2)
  })

  it('has a column for each record where it is transposed, and switches of those who may', { tags: ['S2-2.76', 'S2-6.8'] }, async () => {
    const shown = await show({ at: '/settings/transportNetwork' })
    const table = within(await screen.findByRole('table', { name: 'Transport networks' }))
    expect(table.getAllByRole('columnheader')).toHaveLength(3)
    expect(table.getAllByRole('textbox').map((head) => (head as HTMLInputElement).value)).toEqual(['Internet', 'MPLS'])
    const label = text('transport-network.field.eligibleDti')
    expect(shown.source.list.mock.calls[0]?.[1].filter).toBe('reserved=="false"')
    expect(table.getByRole('switch', { name: `${label}: Internet` })).toMatchObject({ checked: true })
    await shown.user.click(table.getByRole('switch', { name: `${label}: MPLS` }))
    await update(shown)
    await screen.findByRole('heading', { name: 'The list' })
    expect(itemsOf(shown)).toEqual([
      { entity: 'transport-network', action: 'update', oid: 'net2', revision: 1, changes: { eligibleDti: true } },
    ])
    cleanup()
    const bare = stored['transport-network']!.map((record) => ({ ...record, can: all }))
    const bound = await show({ at: '/settings/transportNetwork', list: () => Promise.resolve(answerOf(bare)) })
    const locked = await screen.findByRole('switch', { name: `${label}: MPLS` })
    await bound.user.click(locked)
    expect([(locked as HTMLInputElement).checked, locked.getAttribute('aria-disabled')]).toEqual([false, 'true'])
  })

  it('takes a column more, goes to its name, says what is wrong with that, and takes columns away', async () => {
    const shown = await show({ at: '/settings/transportNetwork' })
    const head = (column: number) =>
      screen.findByRole('textbox', { name: text('settings-page.table.head', { field: text('transport-network.field.name'), column }) })
    await head(1)
    await shown.user.click(button('settings-page.table.add'))
    const added = await head(3)
    await waitFor(() => expect(document.activeElement).toBe(added))
    await update(shown)
    await waitFor(() => expect(added.getAttribute('aria-invalid')).toBe('true'))
    expect(document.activeElement).toBe(added)
    expect(shown.source.plan).not.toHaveBeenCalled()
    await shown.user.type(added, 'LTE')
    await shown.user.click(screen.getByRole('button', { name: text('settings-page.row.delete', { name: 'Internet' }) }))
    await update(shown)
    await screen.findByRole('heading', { name: 'The list' })
    expect(itemsOf(shown)).toEqual([
      { entity: 'transport-network', action: 'delete', oid: 'net1', revision: 1 },
      { entity: 'transport-network', action: 'create', changes: { name: 'LTE' } },
    ])
  })

  it('is shown and not changed without the right, and says why it could not be loaded', { tags: ['S2-6.22'] }, async () => {
    const reading = stored['syslog-server']!.map((record) => ({
      ...record,
      can: { update: { because: 'service.because.update' }, delete: { because: 'service.because.delete' } },
    }))
    await show({
      list: () => Promise.resolve(answerOf(reading, false)),
      canOf: () => ({ list: true, read: true, create: false, update: false, delete: false }),
    })
    expect(await cell('Port', 1)).toMatchObject({ readOnly: true, value: '514' })
    expect(screen.queryByRole('button', { name: text('editor.table.addTo', { list: 'Syslog servers' }) })).toBeNull()
    cleanup()
    let isDown = true
    const down = failing.refuses('list', { status: 503, detail: 'Refused' })
    const shown = await show({
      list: (entity, ...rest) => (isDown ? down(entity, ...rest) : Promise.resolve(answerOf(stored[entity] ?? []))),
    })
    await screen.findByText(text('settings-page.failed.title'))
    isDown = false
    await shown.user.click(button('editor.failed.retry'))
    await cell('Port', 1)
  })
})

describe('a list of records in a tab', () => {
  it('numbers its rows, leads to editors, and keeps what comes with the product', { tags: ['S2-2.78', 'S2-4.53'] }, async () => {
    const shown = await show({ at: '/settings/ihapProfile' })
    const table = within(await screen.findByRole('table', { name: 'IHAP profiles' }))
    const rows = table.getAllByRole('row').slice(1)
    expect(
      rows.map((row) =>
        within(row)
          .getAllByRole('cell')
          .slice(0, 2)
          .map(({ textContent }) => textContent),
      ),
    ).toEqual([
      ['1', 'Default'],
      ['2', 'Night'],
    ])
    expect(
      within(rows[0]!)
        .getByRole('link', { name: text('settings-page.row.look', { name: 'Default' }) })
        .getAttribute('href'),
    ).toContain('/consult/p1')
    expect(
      within(rows[1]!)
        .getByRole('link', { name: text('settings-page.row.edit', { name: 'Night' }) })
        .getAttribute('href'),
    ).toContain('/edit/p2')
    expect(screen.getByRole('link', { name: text('list.action.create') }).getAttribute('href')).toMatch(/\/new$/)
    const doomed = within(rows[0]!).getByRole('button', { name: text('settings-page.row.delete', { name: 'Default' }) })
    expect(doomed.getAttribute('aria-disabled')).toBe('true')
    await shown.user.click(within(rows[1]!).getByRole('button', { name: text('settings-page.row.delete', { name: 'Night' }) }))
    const question = within(await screen.findByRole('alertdialog', { name: text('editor.delete.title', { name: 'Night' }) }))
    await question.findByText(text('affected.nobody'))
    await shown.user.click(question.getByRole('button', { name: text('editor.verb.delete') }))
    await waitFor(() => expect(itemsOf(shown)).toEqual([{ entity: 'ihap-profile', action: 'delete', oid: 'p2', revision: 1 }]))
  })

  it('says that there are none, and offers to add one to those alone who may', { tags: ['S2-2.78', 'S2-6.23'] }, async () => {
    await show({ at: '/settings/vrrpProfile', list: () => Promise.resolve(answerOf([], false)) })
    await screen.findByText(text('settings-page.none'))
    expect(screen.queryByRole('link', { name: text('list.action.create') })).toBeNull()
  })
})
