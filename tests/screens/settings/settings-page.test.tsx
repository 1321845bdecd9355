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
const recordOf = (entity: string, more: Rec = {}): ServedRecord => {
  const schema = entitySchemas[entity as EntityName]
  return served({ ...defaultsOf(schema), ...stored[entity], ...more, name: 'Acme', oid: 'acme' })
}

/** A service that takes every plan. */
const taken = (plan: Plan): PlanResult => ({
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

async function show({ plan, one, ...more }: RenderEditorOptions & Partial<Pick<DataSource, 'plan' | 'one'>> & { at?: string } = {}) {
  const source = testSource({
    one: one ?? ((entity) => Promise.resolve(recordOf(entity))),
    plan: plan ?? ((sent) => Promise.resolve(taken(sent))),
  })
  const shown = await renderSettings(page, { source, context: { feature: { cloud_mesh: true } }, ...more })
  return { ...shown, source }
}
type Shown = Awaited<ReturnType<typeof show>>

const tab = (name: string) => screen.getByRole('tab', { name: new RegExp(`^${name}`) })
const selected = () => screen.getByRole('tab', { selected: true }).textContent
const open = async ({ user }: Pick<Shown, 'user'>, name: string) => {
  await user.click(tab(name))
  await waitFor(() => expect(tab(name).getAttribute('aria-selected')).toBe('true'))
}
const button = (key: string) => screen.getByRole('button', { name: text(key) })
const retype = async ({ user }: Pick<Shown, 'user'>, label: string, value: string) => {
  const field = await screen.findByRole('textbox', { name: new RegExp(`^${label}`) })
  await user.clear(field)
  await user.type(field, value)
  return field
}
const marks = (name: string) =>
  within(tab(name))
    .queryAllByRole('img')
    .map((mark) => mark.getAttribute('aria-label'))
const messages = () => within(screen.getAllByRole('region', { name: text('editor.alerts') })[0]!)

/** A change in two tabs. */
async function changeTwo(shown: Shown): Promise<void> {
  await retype(shown, 'MTU', '1300')
  await open(shown, 'Time synchronisation')
  await retype(shown, 'Time server', '10.0.0.9')
}

describe('a page of settings', () => {
  it(
    'opens the tab of its address, else the one it names, and keeps what was typed in tabs that one leaves',
    { tags: ['S2-2.51', 'S2-9.31'] },
    async () => {
      const shown = await show()
      expect(selected()).toBe('Overlay security')
      await retype(shown, 'MTU', '1300')
      await open(shown, 'Time synchronisation')
      expect(shown.router.state.location.pathname).toBe('/settings/timeSynchro')
      await screen.findByRole('textbox', { name: /^Time server/ })
      expect(screen.queryByRole('textbox', { name: /^MTU/ })).toBeNull()
      expect(marks('Overlay security')).toEqual(['1 change'])
      await open(shown, 'Overlay security')
      expect(await screen.findByRole('textbox', { name: /^MTU/ })).toMatchObject({ value: '1300' })
      expect(shown.source.one.mock.calls.filter(([entity]) => entity === 'overlay-security')).toHaveLength(1)
      cleanup()
      await show({ at: '/settings/localBreakout' })
      expect(selected()).toBe('Local breakout')
      cleanup()
      await show({ at: '/settings/nowhere' })
      expect(selected()).toBe('Overlay security')
    },
  )

  it('sends what was changed of every tab at once, says it once, and goes back', { tags: ['S2-2.52', 'S2-4.43'] }, async () => {
    const { call, answer } = failing.holds('plan')
    const shown = await show({ plan: call })
    await changeTwo(shown)
    await shown.user.click(button('editor.verb.update'))
    await waitFor(() => expect(shown.source.plan).toHaveBeenCalledTimes(2))
    expect(shown.source.plan.mock.calls.map(([{ items }]) => items)).toEqual([
      [{ entity: 'overlay-security', action: 'update', oid: 'acme', revision: 3, changes: { mtu: 1300 } }],
      [{ entity: 'time-synchro', action: 'update', oid: 'acme', revision: 3, changes: { timeServer: '10.0.0.9' } }],
    ])
    for (const [sent] of shown.source.plan.mock.calls) answer(taken(sent))
    await screen.findByRole('heading', { name: 'The list' })
    expect(shown.toast.mock.calls).toEqual([['success', text('settings-page.done', { page: 'Advanced configuration' })]])
    expect(Object.keys(localStorage)).toEqual([])
  })

  it(
    'stays when some tab is refused: the others are saved and say so, that one keeps its work and its errors',
    { tags: ['S2-4.44', 'S2-8.22'] },
    async () => {
      const refused = failing.refuses('plan', { status: 500, detail: 'The disk is on fire.', requestId: 'trouble-1' })
      const plan: DataSource['plan'] = (sent, options) =>
        entityIn(sent) === 'overlay-security' ? refused(sent, options) : Promise.resolve(taken(sent))
      const shown = await show({ plan })
      await changeTwo(shown)
      await shown.user.click(button('editor.verb.update'))
      await messages().findByText('Not saved: Overlay security.')
      messages().getByText('Saved: Time synchronisation.')
      await waitFor(() => expect(selected()).toContain('Overlay security'))
      expect(marks('Overlay security')).toEqual([text('settings-page.refused')])
      expect(marks('Time synchronisation')).toEqual([text('settings-page.saved')])
      expect(await screen.findByText(/\(500\): The disk is on fire\./)).toBeDefined()
      expect(screen.getByRole('textbox', { name: /^MTU/ })).toMatchObject({ value: '1300' })
      // The next time only what is left is sent.
      shown.source.plan.mockClear()
      shown.source.plan.mockImplementation((sent) => Promise.resolve(taken(sent)))
      await shown.user.click(button('editor.verb.update'))
      await screen.findByRole('heading', { name: 'The list' })
      expect(shown.source.plan.mock.calls.map(([sent]) => entityIn(sent))).toEqual(['overlay-security'])
    },
  )

  it(
    'sends nothing while a changed tab is invalid, marks it, and goes to the first error',
    { tags: ['S2-4.42', 'S2-4.45', 'S2-5.30'] },
    async () => {
      const shown = await show()
      await retype(shown, 'MTU', '67')
      await open(shown, 'Time synchronisation')
      await retype(shown, 'Time server', '10.0.0.9')
      await shown.user.click(button('editor.verb.update'))
      await messages().findByText(text('validation.global.error'))
      await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^MTU/ })))
      expect(marks('Overlay security')).toEqual(['1 error'])
      expect(marks('Time synchronisation')).toEqual(['1 change'])
      expect(shown.source.plan).not.toHaveBeenCalled()
      // A tab that opens again later leaves the focus alone.
      await open(shown, 'Time synchronisation')
      await open(shown, 'Overlay security')
      expect(document.activeElement).toBe(tab('Overlay security'))
    },
  )

  it('asks before the VPN subnet changes, and only then', { tags: ['S2-4.42'] }, async () => {
    const shown = await show({ at: '/settings/overlayRouting' })
    await retype(shown, 'VPN subnet', '10.2.0.0/16')
    await shown.user.click(button('editor.verb.update'))
    const question = within(await screen.findByRole('alertdialog', { name: text('overlay-routing.ask.vtiSubnet') }))
    question.getByText(text('overlay-routing.ask.vtiSubnet.about'))
    await shown.user.click(question.getByRole('button', { name: text('editor.cancel') }))
    expect(shown.source.plan).not.toHaveBeenCalled()
    await shown.user.click(button('editor.verb.update'))
    await shown.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: text('editor.verb.update') }))
    await screen.findByRole('heading', { name: 'The list' })
    expect(shown.source.plan).toHaveBeenCalledOnce()
    cleanup()
    const other = await show({ at: '/settings/overlayRouting' })
    await retype(other, 'OSPF tag', '7')
    await other.user.click(button('editor.verb.update'))
    await screen.findByRole('heading', { name: 'The list' })
  })

  it('lets one choose where others changed the same value meanwhile, and goes on from there', { tags: ['S2-4.48'] }, async () => {
    let isFirst = true
    const current = { ...recordOf('overlay-security', { mtu: 1200 }), revision: 9 }
    const stale = { applied: false, items: [{ index: 0, verdict: 'conflict', current }] } as unknown as PlanResult
    const shown = await show({
      plan: (sent) => {
        const answer = isFirst && entityIn(sent) === 'overlay-security' ? stale : taken(sent)
        if (entityIn(sent) === 'overlay-security') isFirst = false
        return Promise.resolve(answer)
      },
    })
    await changeTwo(shown)
    await shown.user.click(button('editor.verb.update'))
    const dialog = within(await screen.findByRole('dialog', { name: text('editor.conflict.title') }))
    await shown.user.click(dialog.getByRole('button', { name: text('editor.conflict.save') }))
    await screen.findByRole('heading', { name: 'The list' })
    expect(shown.source.plan.mock.lastCall?.[0].items[0]).toMatchObject({ revision: 9, changes: { mtu: 1300 } })
  })

  it('asks before work is left behind, and resets it', { tags: ['S2-2.52'] }, async () => {
    const shown = await show()
    await retype(shown, 'MTU', '1300')
    await shown.user.click(button('editor.cancel'))
    const guard = within(await screen.findByRole('alertdialog', { name: text('editor.leave.title') }))
    await shown.user.click(guard.getByRole('button', { name: text('editor.leave.stay') }))
    await shown.user.click(button('editor.reset'))
    expect(screen.getByRole('textbox', { name: /^MTU/ })).toMatchObject({ value: '' })
    expect(marks('Overlay security')).toEqual([])
    await shown.user.click(button('editor.cancel'))
    await screen.findByRole('heading', { name: 'The list' })
  })
})

describe('the tabs of a page of settings', () => {
  const names = () => screen.getAllByRole('tab').map(({ textContent }) => textContent)
  const nothing = { list: false, create: false, read: false, update: false, delete: false }
  const reading = { ...nothing, list: true, read: true }

  it('are those that one may read, and those that always stand there; who may change nothing closes', { tags: ['S2-6.19'] }, async () => {
    const refused = failing.refuses('one', { status: 403, detail: 'No' })
    const shown = await show({
      canOf: (entity) => (entity === 'overlay-security' ? reading : nothing),
      one: (entity, ...rest) =>
        entity === 'local-breakout' ? refused(entity, ...rest) : Promise.resolve({ ...recordOf(entity), can: {} }),
    })
    expect(names()).toEqual(['Local breakout', 'Overlay security'])
    await screen.findByRole('textbox', { name: /^MTU/ })
    expect(screen.getAllByRole('textbox').filter((field) => !(field as HTMLInputElement).readOnly)).toEqual([])
    expect(screen.queryByRole('button', { name: text('editor.verb.update') })).toBeNull()
    await open(shown, 'Local breakout')
    await screen.findByText(text('editor.noRight.title'))
    await shown.user.click(button('editor.close'))
    await screen.findByRole('heading', { name: 'The list' })
  })

  it(
    'leave out what the tenant lacks, without a word, whether the context says so or the service',
    { tags: ['S2-2.57', 'S2-4.46', 'S2-8.4'] },
    async () => {
      const absent = failing.refuses('one', { status: 405, detail: 'No mesh' })
      const one: DataSource['one'] = (entity, ...rest) =>
        entity === 'cloud-mesh-routing' ? absent(entity, ...rest) : Promise.resolve(recordOf(entity))
      await show({ one })
      expect(names()).not.toContain('Cloud mesh routing')
      cleanup()
      const { source } = await show({ one, context: { feature: {} } })
      expect(names()).not.toContain('Cloud mesh routing')
      expect(source.one.mock.calls.map(([entity]) => entity)).not.toContain('cloud-mesh-routing')
      cleanup()
      await show()
      expect(names()).toContain('Cloud mesh routing')
    },
  )

  it('say of themselves that they could not be loaded, and try again; the others work', { tags: ['S2-4.47'] }, async () => {
    let isDown = true
    const down = failing.refuses('one', { status: 503, detail: 'Out of order' })
    const one: DataSource['one'] = (entity, ...rest) =>
      isDown && entity === 'time-synchro' ? down(entity, ...rest) : Promise.resolve(recordOf(entity))
    const shown = await show({ one, at: '/settings/timeSynchro' })
    await screen.findByText('Out of order')
    await open(shown, 'Overlay security')
    await screen.findByRole('textbox', { name: /^MTU/ })
    await open(shown, 'Time synchronisation')
    isDown = false
    await shown.user.click(button('editor.failed.retry'))
    await screen.findByRole('textbox', { name: /^Time server/ })
  })

  it('follow the arrows, and Home and End', async () => {
    const shown = await show()
    tab('Overlay security').focus()
    await shown.user.keyboard('{ArrowDown}')
    await waitFor(() => expect(document.activeElement).toBe(tab('Cloud mesh routing')))
    await waitFor(() => expect(selected()).toBe('Cloud mesh routing'))
    await shown.user.keyboard('{Home}')
    await waitFor(() => expect(selected()).toBe('Local breakout'))
    await shown.user.keyboard('{ArrowUp}')
    await waitFor(() => expect(selected()).toBe('Time synchronisation'))
  })
})
