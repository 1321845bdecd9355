// @vitest-environment happy-dom
import { cleanup, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import type { Screen } from '../../../renderer/descriptor/screen.ts'
import { lastPlan, screen, served, renderEditor } from '../../support/editor/render-editor.tsx'
import { siteBox, siteBoxSchema, siteBoxScreen } from '../../support/editor/site-box.ts'

const sections = siteBoxScreen.editor?.sections ?? {}
const looking = (editor: Partial<NonNullable<Screen['editor']>>): Screen => ({
  ...siteBoxScreen,
  editor: { ...siteBoxScreen.editor, sections, ...editor },
})

beforeEach(() => localStorage.clear())
afterEach(cleanup)

describe('groups inside like objects', () => {
  const grouped = looking({ groups: { 'wans/*': { port: ['state', 'mode'], address: ['dhcp', 'address', 'mask'] } } })

  it('stand under a title in every one of them, show what they name and nothing else', async () => {
    const { user } = renderEditor({ record: served(siteBox()), screen: grouped })
    await user.click(screen.getByRole('tab', { name: /wan2/ }))
    const address = within(screen.getByRole('group', { name: 'wans.address' }))
    expect(address.getByLabelText(/^wans\.mask/)).toBeDefined()
    expect(address.queryByLabelText(/^wans\.state/)).toBeNull()
    expect(screen.queryByLabelText(/^wans\.mtu/)).toBeNull()
  })

  it('go with the last of their fields that applies', async () => {
    const hiding = {
      id: 'no-address',
      fields: ['dhcp', 'address', 'mask'],
      effect: 'show',
      when: { mode: 'L3' },
      because: 'site-box.because.l2',
    }
    const link = siteBoxSchema.properties.wans?.properties?.wan1
    const bridged = { ...link, 'x-rules': [...(link?.['x-rules'] ?? []), hiding] }
    const wans = { type: 'object', properties: { wan1: bridged, wan2: bridged, wan3: bridged } }
    const schema = { ...siteBoxSchema, properties: { ...siteBoxSchema.properties, wans } } as EntitySchema
    const { user } = renderEditor({ record: served(siteBox()), screen: grouped, schema })
    await user.selectOptions(screen.getByLabelText(/^wans\.mode/), 'L2')
    expect(screen.queryByRole('group', { name: 'wans.address' })).toBeNull()
    expect(screen.getByRole('group', { name: 'wans.port' })).toBeDefined()
    await user.selectOptions(screen.getByLabelText(/^wans\.mode/), 'L3')
    expect(screen.getByRole('group', { name: 'wans.address' })).toBeDefined()
  })
})

describe('titles', () => {
  it('do not follow right upon each other, nor say twice what a list is called', () => {
    const titled = looking({
      sections: { general: ['name', 'mode'], place: ['notes', 'lan'], 'lan.interfaces': ['lan/interfaces'] },
      groups: { lan: { first: ['protocol'], second: ['asNumber', 'subnets'] } },
    })
    const lan = { ...(siteBox().lan as object), protocol: 'bgp' }
    renderEditor({ record: served({ ...siteBox(), lan }), screen: titled })
    const inside = within(screen.getByRole('group', { name: 'lan' }))
    expect(inside.queryByText('lan.first')).toBeNull()
    expect(inside.getByText('lan.second')).toBeDefined()
    const isRead = (name: string) => getComputedStyle(screen.getByText(name, { selector: 'label' })).position === 'absolute'
    expect([isRead('lan.subnets'), isRead('lan.interfaces')]).toEqual([false, true])
  })
})

describe('a field that shows again beside another one', () => {
  const again = looking({ repeatAfter: { 'wans/*/dhcp': ['preference'] } })
  const ofLayer3 = { id: 'no-dhcp', fields: ['dhcp'], effect: 'show', when: { mode: 'L3' }, because: 'site-box.because.l2' }
  const link = siteBoxSchema.properties.wans?.properties?.wan1
  const layered = { ...link, 'x-rules': [...(link?.['x-rules'] ?? []), ofLayer3] }
  const wans = { type: 'object', properties: { wan1: layered, wan2: layered, wan3: layered } }
  const schema = { ...siteBoxSchema, properties: { ...siteBoxSchema.properties, wans } } as EntitySchema
  const both = () => screen.getAllByLabelText<HTMLInputElement>(/^preference/)

  it('has one value in both places, and goes with its neighbour', async () => {
    const { user, source } = renderEditor({ record: served({ ...siteBox(), mode: 'hub' }), screen: again, schema })
    expect(both()).toHaveLength(2)
    expect(new Set(both().map(({ id }) => id)).size).toBe(2)
    await user.clear(both()[1]!)
    await user.type(both()[1]!, '77')
    expect(both().map(({ value }) => value)).toEqual(['77', '77'])
    await user.click(screen.getByLabelText('spoke'))
    expect(both().every(({ disabled }) => disabled)).toBe(true)
    await user.click(screen.getByLabelText('hub'))
    await user.selectOptions(screen.getByLabelText(/^wans\.mode/), 'L2')
    expect(both()).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Update' }))
    await waitFor(() => expect(lastPlan(source)?.items[0]?.changes).toMatchObject({ preference: 77 }))
  })
})

describe('a tab that does not open', () => {
  const shut = looking({
    sections: {
      ...sections,
      routing: {
        fields: ['lan/protocol', 'lan/asNumber'],
        tab: 'lan',
        disabled: { unless: { mode: 'hub' }, because: 'site-box.because.hubs' },
      },
    },
  })
  const tab = () => screen.getByRole('tab', { name: 'routing' })

  it('says why, and opens once its condition holds', { tags: ['S1-2.25', 'S1-2.26'] }, async () => {
    const { user } = renderEditor({ record: served({ ...siteBox(), mode: 'spoke' }), screen: shut })
    await user.click(tab())
    expect(tab().getAttribute('aria-disabled')).toBe('true')
    expect(screen.queryByLabelText(/^lan\.protocol/)).toBeNull()
    expect((await screen.findByRole('tooltip')).textContent).toBe('hubs')
    await user.click(screen.getByLabelText('hub'))
    expect(tab().getAttribute('aria-selected')).toBe('false')
    await user.click(tab())
    expect(await screen.findByLabelText(/^lan\.protocol/)).toBeDefined()
    await user.click(screen.getByLabelText('spoke'))
    expect(screen.queryByLabelText(/^lan\.protocol/)).toBeNull()
  })

  it('takes the focus of arrows, so that its reason can be read', async () => {
    const { user } = renderEditor({ record: served({ ...siteBox(), mode: 'spoke' }), screen: shut })
    screen.getByRole('tab', { name: /^subnets/ }).focus()
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(tab())
    expect(tab().getAttribute('aria-selected')).toBe('false')
  })
})

describe('a record that is consulted', () => {
  it('is not to be changed, whatever rights there are, and is closed', { tags: ['S1-2.14', 'S1-6.3', 'S2-2.30', 'S2-6.5'] }, async () => {
    const { user, router } = renderEditor({ record: served(siteBox()), consult: true })
    expect(screen.getByLabelText<HTMLInputElement>(/^preference/).readOnly).toBe(true)
    expect(screen.queryByRole('button', { name: 'Update' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(router.state.location.pathname).toBe('/list')
  })

  it('does not say how to fill its fields', () => {
    const helps = ['site-box.help.preference']
    renderEditor({ record: served(siteBox()), helps })
    expect(screen.getByText('preference', { selector: 'p' })).toBeDefined()
    cleanup()
    renderEditor({ record: served(siteBox()), helps, consult: true })
    expect(screen.queryByText('preference', { selector: 'p' })).toBeNull()
  })
})

describe('a mode of the editor', () => {
  const rule = {
    id: 'preference-waits',
    fields: ['notes'],
    effect: 'enable',
    when: { '$editor.changing': { not: true } },
    because: 'site-box.because.changing',
  }
  const schema = {
    ...siteBoxSchema,
    'x-context': { editor: ['changing'] },
    'x-rules': [...siteBoxSchema['x-rules'], rule],
  } as EntitySchema
  const moded = looking({
    sections: { general: ['name', 'preference', 'notes'], deployment: ['mode'] },
    modes: { changing: { section: 'deployment', unlocks: ['mode'] } },
  })
  const choice = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
  const notes = () => screen.getByLabelText<HTMLTextAreaElement>(/^notes/)
  const toggle = () => screen.getByRole('switch', { name: 'changing' })

  it('alone unlocks its fields and locks others by rules; what was chosen in it stays and is saved', async () => {
    const { user, source } = renderEditor({ record: served(siteBox()), screen: moded, schema })
    expect(choice('spoke').disabled).toBe(true)
    await user.type(notes(), 'new')
    await user.click(toggle())
    expect(notes().disabled).toBe(true)
    expect(notes().value).toBe('new')
    expect(screen.getByText('1 change')).toBeDefined()
    await user.click(choice('spoke'))
    expect(screen.getByText('2 changes')).toBeDefined()
    await user.click(toggle())
    expect(choice('spoke').disabled).toBe(true)
    expect(choice('spoke').checked).toBe(true)
    expect(notes().value).toBe('new')
    await user.click(screen.getByRole('button', { name: 'Update' }))
    await waitFor(() => expect(lastPlan(source)?.items[0]?.changes).toMatchObject({ mode: 'spoke', notes: 'new' }))
  })

  it('ends before what it keeps aside is saved', async () => {
    const { user, source } = renderEditor({ record: served(siteBox()), screen: moded, schema })
    await user.type(notes(), 'new')
    await user.click(toggle())
    await user.click(choice('spoke'))
    await user.click(screen.getByRole('button', { name: 'Update' }))
    await waitFor(() => expect(lastPlan(source)?.items[0]?.changes).toMatchObject({ mode: 'spoke', notes: 'new' }))
  })

  it('is for who may change a stored record: a new one is free from the start', { tags: ['S1-4.7'] }, () => {
    renderEditor({ screen: moded, schema })
    expect(screen.queryByRole('switch', { name: 'changing' })).toBeNull()
    expect(choice('hub').disabled).toBe(false)
    cleanup()
    renderEditor({ record: served(siteBox(), { can: { update: { because: 'list.reason.noRight' } } }), screen: moded, schema })
    expect(screen.queryByRole('switch', { name: 'changing' })).toBeNull()
  })
})

describe('an action of an object', () => {
  const lan = {
    ...siteBoxSchema.properties.lan,
    'x-actions': { reset: { set: { protocol: 'none' }, confirm: true, because: 'site-box.because.reset' } },
  }
  const free = {
    id: 'protocol-of-hubs',
    fields: ['protocol'],
    effect: 'enable',
    when: { '/mode': 'hub' },
    because: 'site-box.because.hubs',
  }
  const properties = { ...siteBoxSchema.properties, lan: { ...lan, 'x-rules': [...(lan['x-rules'] ?? []), free] } }
  const schema = { ...siteBoxSchema, properties } as EntitySchema
  const acting = looking({
    sections: { general: ['mode'], routing: ['lan/protocol', 'lan/asNumber'] },
    groups: { lan: { routing: ['protocol', 'asNumber'] } },
    actions: { lan: { reset: 'routing' } },
  })
  const stored = { ...siteBox(), lan: { protocol: 'bgp', asNumber: 65001 } }

  it('stands in its group, asks where the schema says so, and sets its values', { tags: ['S1-2.31'] }, async () => {
    const { user, source } = renderEditor({ record: served(stored), screen: acting, schema })
    await user.click(within(screen.getByRole('group', { name: 'lan.routing' })).getByRole('button', { name: 'lan.reset' }))
    const question = within(screen.getByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByText('No changes')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'lan.reset' }))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'lan.reset' }))
    await user.click(screen.getByRole('button', { name: 'Update' }))
    await waitFor(() => expect(lastPlan(source)?.items[0]?.changes).toEqual({ lan: { protocol: 'none' } }))
  })

  it('is there only where one could set them by hand', { tags: ['S1-2.32'] }, async () => {
    const { user } = renderEditor({ record: served(stored), screen: acting, schema })
    await user.click(screen.getByLabelText('spoke'))
    expect(screen.queryByRole('button', { name: 'lan.reset' })).toBeNull()
    cleanup()
    renderEditor({ record: served(stored), screen: acting, schema, consult: true })
    expect(screen.queryByRole('button', { name: 'lan.reset' })).toBeNull()
  })
})
