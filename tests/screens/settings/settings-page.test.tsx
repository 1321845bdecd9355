// @vitest-environment happy-dom
import { cleanup, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DataSource } from '../../../renderer/data/data-source.ts'
import { entitySchemas, type EntityName } from '../../../schemas/generated/entities.ts'
import type { Plan, PlanResult, ServedRecord } from '../../../schemas/plan.ts'
import { defaultsOf } from '../../../schemas/rules/defaults.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { screen, served, testSource, type RenderEditorOptions } from '../../support/editor/render-editor.tsx'
import { advancedSettings, renderSettings, widenWindow } from '../../support/editor/render-settings.tsx'
import { testText as text } from '../../support/editor/texts.ts'
import { failingService } from '../../support/failing-service.ts'

const failing = failingService()
const page = advancedSettings((kind) => kind === 'record')

beforeEach(() => {
  localStorage.clear()
  document.body.replaceChildren()
  widenWindow()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const stored: Record<string, Rec> = {
  'overlay-routing': { vtiSubnet: '10.1.0.0/16', bgpAsRange: '64512-65534' },
  'time-synchro': { timeServer: '10.0.0.1' },
}
const recordOf = (entity: string, options: Rec = {}): ServedRecord => {
  const schema = entitySchemas[entity as EntityName]
  return served({ ...defaultsOf(schema), ...stored[entity], ...options, name: 'Acme', oid: 'acme' })
}

/** The result of a plan that the service applies. */
const applied = (plan: Plan): PlanResult => ({
  applied: true,
  dryRun: false,
  actionId: 'action',
  counts: { applied: 1, unchanged: 0, refused: 0 },
  items: plan.items.map(({ entity, changes }, index) => ({
    index,
    verdict: 'applied',
    oid: 'acme',
    record: { ...recordOf(entity, changes), revision: 4 },
  })),
})
const entityIn = (plan: Plan): string | undefined => plan.items[0]?.entity

async function show({
  plan,
  one,
  ...options
}: RenderEditorOptions & Partial<Pick<DataSource, 'plan' | 'one'>> & { address?: string } = {}) {
  const source = testSource({
    one: one ?? ((entity) => Promise.resolve(recordOf(entity))),
    plan: plan ?? ((request) => Promise.resolve(applied(request))),
  })
  const rendered = await renderSettings(page, { source, context: { feature: { cloud_mesh: true } }, ...options })
  return { ...rendered, source }
}
type Rendered = Awaited<ReturnType<typeof show>>

const tab = (name: string) => screen.getByRole('tab', { name: new RegExp(`^${name}`) })
const selected = () => screen.getByRole('tab', { selected: true }).textContent
const open = async ({ user }: Pick<Rendered, 'user'>, name: string) => {
  await user.click(tab(name))
  await waitFor(() => expect(tab(name).getAttribute('aria-selected')).toBe('true'))
}
const button = (key: string) => screen.getByRole('button', { name: text(key) })
const retype = async ({ user }: Pick<Rendered, 'user'>, label: string, value: string) => {
  const field = await screen.findByRole('textbox', { name: new RegExp(`^${label}`) })
  await user.clear(field)
  await user.type(field, value)
  return field
}
const marks = (name: string) =>
  within(tab(name))
    .queryAllByRole('img')
    .map((mark) => mark.getAttribute('aria-label'))
const messages = async () => within((await screen.findAllByRole('region', { name: text('editor.alerts') }))[0]!)

/** Makes a change in two tabs. */
async function changeTwoTabs(rendered: Rendered): Promise<void> {
  await retype(rendered, 'MTU', '1300')
  await open(rendered, 'Time synchronisation')
  await retype(rendered, 'Time server', '10.0.0.9')
}

describe('a settings page', () => {
  it(
    'has its tabs at the side, opens the tab in the address or else the default tab, and keeps unsaved input across tabs',
    { tags: ['S2-2.51', 'S2-9.31'] },
    async () => {
      const rendered = await show()
      expect(screen.getByRole('tablist').getAttribute('aria-orientation')).toBe('vertical')
      expect(selected()).toBe('Overlay security')
      await retype(rendered, 'MTU', '1300')
      await open(rendered, 'Time synchronisation')
      expect(rendered.router.state.location.pathname).toBe('/settings/timeSynchro')
      await screen.findByRole('textbox', { name: /^Time server/ })
      expect(screen.queryByRole('textbox', { name: /^MTU/ })).toBeNull()
      expect(marks('Overlay security')).toEqual(['1 change'])
      await open(rendered, 'Overlay security')
      expect(await screen.findByRole('textbox', { name: /^MTU/ })).toMatchObject({ value: '1300' })
      expect(rendered.source.one.mock.calls.filter(([entity]) => entity === 'overlay-security')).toHaveLength(1)
      cleanup()
      await show({ address: '/settings/localBreakout' })
      expect(selected()).toBe('Local breakout')
      cleanup()
      await show({ address: '/settings/nowhere' })
      expect(selected()).toBe('Overlay security')
    },
  )

  it('saves the changes of all tabs at once, shows one message, and goes back', { tags: ['S2-2.52', 'S2-4.43'] }, async () => {
    const { call, answer } = failing.holds('plan')
    const rendered = await show({ plan: call })
    await changeTwoTabs(rendered)
    await rendered.user.click(button('editor.verb.update'))
    await waitFor(() => expect(rendered.source.plan).toHaveBeenCalledTimes(2))
    expect(rendered.source.plan.mock.calls.map(([{ items }]) => items.map(({ record: _record, ...item }) => item))).toEqual([
      [{ entity: 'overlay-security', action: 'update', oid: 'acme', revision: 3, changes: { mtu: 1300 } }],
      [{ entity: 'time-synchro', action: 'update', oid: 'acme', revision: 3, changes: { timeServer: '10.0.0.9' } }],
    ])
    for (const [request] of rendered.source.plan.mock.calls) answer(applied(request))
    await screen.findByRole('heading', { name: 'The list' })
    expect(rendered.toast.mock.calls).toEqual([['success', text('settings-page.done', { page: 'Advanced configuration' })]])
    expect(Object.keys(localStorage)).toEqual([])
  })

  it(
    'stays open if one tab is refused: the others are marked as saved, that one keeps its input and shows its errors',
    { tags: ['S2-4.44', 'S2-8.22'] },
    async () => {
      const refused = failing.refuses('plan', { status: 500, detail: 'The disk is on fire.', requestId: 'trouble-1' })
      const plan: DataSource['plan'] = (request, options) =>
        entityIn(request) === 'overlay-security' ? refused(request, options) : Promise.resolve(applied(request))
      const rendered = await show({ plan })
      await changeTwoTabs(rendered)
      await rendered.user.click(button('editor.verb.update'))
      const outcomes = await messages()
      outcomes.getByText('Not saved: Overlay security.')
      outcomes.getByText('Saved: Time synchronisation.')
      await waitFor(() => expect(selected()).toContain('Overlay security'))
      expect(marks('Overlay security')).toEqual([text('settings-page.refused')])
      expect(marks('Time synchronisation')).toEqual([text('settings-page.saved')])
      expect(await screen.findByText(/\(500\): The disk is on fire\./)).toBeDefined()
      expect(screen.getByRole('textbox', { name: /^MTU/ })).toMatchObject({ value: '1300' })
      // The next save sends only the refused tab.
      rendered.source.plan.mockClear()
      rendered.source.plan.mockImplementation((request) => Promise.resolve(applied(request)))
      await rendered.user.click(button('editor.verb.update'))
      await screen.findByRole('heading', { name: 'The list' })
      expect(rendered.source.plan.mock.calls.map(([request]) => entityIn(request))).toEqual(['overlay-security'])
    },
  )

  it(
    'saves nothing while a changed tab is invalid, marks that tab, and focuses its first error',
    { tags: ['S2-4.42', 'S2-4.45', 'S2-5.30'] },
    async () => {
      const rendered = await show()
      await retype(rendered, 'MTU', '67')
      await open(rendered, 'Time synchronisation')
      await retype(rendered, 'Time server', '10.0.0.9')
      await rendered.user.click(button('editor.verb.update'))
      const problems = await messages()
      problems.getByText(text('validation.global.error'))
      await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^MTU/ })))
      expect(marks('Overlay security')).toEqual(['1 error'])
      expect(marks('Time synchronisation')).toEqual(['1 change'])
      expect(rendered.source.plan).not.toHaveBeenCalled()
      // Opening the tab again does not move the focus.
      await open(rendered, 'Time synchronisation')
      await open(rendered, 'Overlay security')
      expect(document.activeElement).toBe(tab('Overlay security'))
    },
  )

  it('asks for confirmation before it changes the VPN subnet, but not for other fields', { tags: ['S2-4.42'] }, async () => {
    const rendered = await show({ address: '/settings/overlayRouting' })
    await retype(rendered, 'VPN subnet', '10.2.0.0/16')
    await rendered.user.click(button('editor.verb.update'))
    const dialog = within(await screen.findByRole('alertdialog', { name: text('overlay-routing.ask.vtiSubnet') }))
    dialog.getByText(text('overlay-routing.ask.vtiSubnet.about'))
    await rendered.user.click(dialog.getByRole('button', { name: text('editor.cancel') }))
    expect(rendered.source.plan).not.toHaveBeenCalled()
    await rendered.user.click(button('editor.verb.update'))
    await rendered.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: text('editor.verb.update') }))
    await screen.findByRole('heading', { name: 'The list' })
    expect(rendered.source.plan).toHaveBeenCalledOnce()
    cleanup()
    const other = await show({ address: '/settings/overlayRouting' })
    await retype(other, 'OSPF tag', '7')
    await other.user.click(button('editor.verb.update'))
    await screen.findByRole('heading', { name: 'The list' })
  })

  it(
    'raises a conflict if another user changed the same field meanwhile, and saves the choice with the new revision',
    { tags: ['S2-4.48'] },
    async () => {
      let isFirst = true
      const current = { ...recordOf('overlay-security', { mtu: 1200 }), revision: 9 }
      const stale = { applied: false, items: [{ index: 0, verdict: 'conflict', current }] } as unknown as PlanResult
      const rendered = await show({
        plan: (request) => {
          const answer = isFirst && entityIn(request) === 'overlay-security' ? stale : applied(request)
          if (entityIn(request) === 'overlay-security') isFirst = false
          return Promise.resolve(answer)
        },
      })
      await changeTwoTabs(rendered)
      await rendered.user.click(button('editor.verb.update'))
      const dialog = within(await screen.findByRole('dialog', { name: text('editor.conflict.title') }))
      await rendered.user.click(dialog.getByRole('button', { name: text('editor.conflict.save') }))
      await screen.findByRole('heading', { name: 'The list' })
      expect(rendered.source.plan.mock.lastCall?.[0].items[0]).toMatchObject({ revision: 9, changes: { mtu: 1300 } })
    },
  )

  it('asks before it discards unsaved changes, and can reset them', { tags: ['S2-2.52'] }, async () => {
    const rendered = await show()
    await retype(rendered, 'MTU', '1300')
    await rendered.user.click(button('editor.cancel'))
    const guard = within(await screen.findByRole('alertdialog', { name: text('editor.leave.title') }))
    await rendered.user.click(guard.getByRole('button', { name: text('editor.leave.stay') }))
    await rendered.user.click(button('editor.reset'))
    expect(screen.getByRole('textbox', { name: /^MTU/ })).toMatchObject({ value: '' })
    expect(marks('Overlay security')).toEqual([])
    await rendered.user.click(button('editor.cancel'))
    await screen.findByRole('heading', { name: 'The list' })
  })
})

describe('the tabs of a settings page', () => {
  const names = () => screen.getAllByRole('tab').map(({ textContent }) => textContent)
  const noRights = { list: false, create: false, read: false, update: false, delete: false }
  const readOnlyRights = { ...noRights, list: true, read: true }

  it(
    'are those the user may read plus the permanent ones; without the right to update there is only a Close button',
    { tags: ['S2-6.19'] },
    async () => {
      const refused = failing.refuses('one', { status: 403, detail: 'No' })
      const rendered = await show({
        canOf: (entity) => (entity === 'overlay-security' ? readOnlyRights : noRights),
        one: (entity, ...rest) =>
          entity === 'local-breakout' ? refused(entity, ...rest) : Promise.resolve({ ...recordOf(entity), can: {} }),
      })
      expect(names()).toEqual(['Local breakout', 'Overlay security'])
      await screen.findByRole('textbox', { name: /^MTU/ })
      expect(screen.getAllByRole('textbox').filter((field) => !(field as HTMLInputElement).readOnly)).toEqual([])
      expect(screen.queryByRole('button', { name: text('editor.verb.update') })).toBeNull()
      await open(rendered, 'Local breakout')
      await screen.findByText(text('editor.noRight.title'))
      await rendered.user.click(button('editor.close'))
      await screen.findByRole('heading', { name: 'The list' })
    },
  )

  it(
    'omit a feature that the tenant does not have, whether the context or the service says so',
    { tags: ['S2-2.57', 'S2-4.46', 'S2-8.4'] },
    async () => {
      const absent = failing.refuses('one', { status: 405, detail: 'No mesh' })
      const one: DataSource['one'] = (entity, ...rest) =>
        entity === 'cloud-mesh-routing' ? absent(entity, ...rest) : Promise.resolve(recordOf(entity))
      const { toast } = await show({ one })
      expect(names()).not.toContain('Cloud mesh routing')
      expect([toast.mock.calls, screen.queryAllByRole('alert')]).toEqual([[], []])
      cleanup()
      const { source } = await show({ one, context: { feature: {} } })
      expect(names()).not.toContain('Cloud mesh routing')
      expect(source.one.mock.calls.map(([entity]) => entity)).not.toContain('cloud-mesh-routing')
      cleanup()
      await show()
      expect(names()).toContain('Cloud mesh routing')
    },
  )

  it('say of a record that nobody can change that it is only shown, and promise no right', { tags: ['S2-2.57'] }, async () => {
    await show({ address: '/settings/cloudMesh', one: (entity) => Promise.resolve({ ...recordOf(entity), can: {} }) })
    await screen.findByText(text('editor.reading.nobody'))
    expect(screen.queryByText(text('editor.reading.noRight'))).toBeNull()
    expect(screen.getAllByRole('textbox').every((field) => (field as HTMLInputElement).readOnly)).toBe(true)
  })

  it('show an error if one could not be loaded, and load it again on request; the others work', { tags: ['S2-4.47'] }, async () => {
    let isDown = true
    const down = failing.refuses('one', { status: 503, detail: 'Out of order' })
    const one: DataSource['one'] = (entity, ...rest) =>
      isDown && entity === 'time-synchro' ? down(entity, ...rest) : Promise.resolve(recordOf(entity))
    const rendered = await show({ one, address: '/settings/timeSynchro' })
    await screen.findByText('Out of order')
    await open(rendered, 'Overlay security')
    await screen.findByRole('textbox', { name: /^MTU/ })
    await open(rendered, 'Time synchronisation')
    isDown = false
    await rendered.user.click(button('editor.failed.retry'))
    await screen.findByRole('textbox', { name: /^Time server/ })
  })

  it('can be selected with the arrow keys, Home and End', async () => {
    const rendered = await show()
    tab('Overlay security').focus()
    await rendered.user.keyboard('{ArrowDown}')
    await waitFor(() => expect(document.activeElement).toBe(tab('Cloud mesh routing')))
    await waitFor(() => expect(selected()).toBe('Cloud mesh routing'))
    await rendered.user.keyboard('{Home}')
    await waitFor(() => expect(selected()).toBe('Local breakout'))
    await rendered.user.keyboard('{ArrowUp}')
    await waitFor(() => expect(selected()).toBe('Time synchronisation'))
  })
})
