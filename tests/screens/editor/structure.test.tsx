// @vitest-environment happy-dom
import { act, cleanup, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import type { Screen } from '../../../renderer/descriptor/screen.ts'
import { lastPlan, screen, served, renderEditor } from '../../support/editor/render-editor.tsx'
import { siteBox, siteBoxSchema, siteBoxScreen } from '../../support/editor/site-box.ts'

const sections = siteBoxScreen.editor?.sections ?? {}
const screenWith = (editor: Partial<NonNullable<Screen['editor']>>): Screen => ({
  ...siteBoxScreen,
  editor: { ...siteBoxScreen.editor, sections, ...editor },
})

beforeEach(() => localStorage.clear())
afterEach(cleanup)

describe('groups inside objects of the same shape', () => {
  const grouped = screenWith({ groups: { 'wans/*': { port: ['state', 'mode'], address: ['dhcp', 'address', 'mask'] } } })

  it('appear in each object under a title, with exactly the fields they name', async () => {
    const { user } = renderEditor({ record: served(siteBox()), screen: grouped })
    await user.click(screen.getByRole('tab', { name: /wan2/ }))
    const address = within(screen.getByRole('group', { name: 'wans.address' }))
    expect(address.getByLabelText(/^wans\.mask/)).toBeDefined()
    expect(address.queryByLabelText(/^wans\.state/)).toBeNull()
    expect(screen.queryByLabelText(/^wans\.mtu/)).toBeNull()
  })

  it('are hidden together with the last of their fields', async () => {
    const hideRule = {
      id: 'no-address',
      fields: ['dhcp', 'address', 'mask'],
      effect: 'show',
      when: { mode: 'L3' },
      because: 'site-box.because.l2',
    }
    const link = siteBoxSchema.properties.wans?.properties?.wan1
    const bridged = { ...link, 'x-rules': [...(link?.['x-rules'] ?? []), hideRule] }
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

describe('objects of the same shape', () => {
  it('are all on paper, each below its name, though the screen shows the open one', async () => {
    const { user } = renderEditor({ record: served(siteBox()) })
    await user.click(screen.getByRole('tab', { name: /wan2/ }))
    const masks = () => screen.getAllByLabelText(/^wans\.mask/).length
    expect(masks()).toBe(1)
    act(() => void window.dispatchEvent(new Event('beforeprint')))
    expect(masks()).toBe(3)
    for (const name of ['wans.wan1', 'wans.wan2', 'wans.wan3']) expect(screen.getByRole('group', { name }).textContent).toContain(name)
    act(() => void window.dispatchEvent(new Event('afterprint')))
    expect([masks(), screen.getByRole('tab', { name: /wan2/ }).getAttribute('aria-selected')]).toEqual([1, 'true'])
  })
})

describe('titles in an editor', () => {
  it('are hidden if they directly follow another title or repeat the label of a list', () => {
    const titled = screenWith({
      sections: { general: ['name', 'mode'], place: ['notes', 'lan'], 'lan.interfaces': ['lan/interfaces'] },
      groups: { lan: { first: ['protocol'], second: ['asNumber', 'subnets'] } },
    })
    const lan = { ...(siteBox().lan as object), protocol: 'bgp' }
    renderEditor({ record: served({ ...siteBox(), lan }), screen: titled })
    const lanGroup = within(screen.getByRole('group', { name: 'lan' }))
    expect(lanGroup.queryByText('lan.first')).toBeNull()
    expect(lanGroup.getByText('lan.second')).toBeDefined()
    const isVisuallyHidden = (name: string) => getComputedStyle(screen.getByText(name, { selector: 'label' })).position === 'absolute'
    expect([isVisuallyHidden('lan.subnets'), isVisuallyHidden('lan.interfaces')]).toEqual([false, true])
  })
})

describe('a field that is repeated after another one', () => {
  const screenWithRepeat = screenWith({ repeatAfter: { 'wans/*/dhcp': ['preference'] } })
  const dhcpRule = { id: 'no-dhcp', fields: ['dhcp'], effect: 'show', when: { mode: 'L3' }, because: 'site-box.because.l2' }
  const link = siteBoxSchema.properties.wans?.properties?.wan1
  const linkWithRule = { ...link, 'x-rules': [...(link?.['x-rules'] ?? []), dhcpRule] }
  const wans = { type: 'object', properties: { wan1: linkWithRule, wan2: linkWithRule, wan3: linkWithRule } }
  const schema = { ...siteBoxSchema, properties: { ...siteBoxSchema.properties, wans } } as EntitySchema
  const controls = () => screen.getAllByLabelText<HTMLInputElement>(/^preference/)

  it('shares one value in both places, and is hidden together with that field', async () => {
    const { user, source } = renderEditor({ record: served({ ...siteBox(), mode: 'hub' }), screen: screenWithRepeat, schema })
    expect(controls()).toHaveLength(2)
    expect(new Set(controls().map(({ id }) => id)).size).toBe(2)
    await user.clear(controls()[1]!)
    await user.type(controls()[1]!, '77')
    expect(controls().map(({ value }) => value)).toEqual(['77', '77'])
    await user.click(screen.getByLabelText('spoke'))
    expect(controls().every(({ disabled }) => disabled)).toBe(true)
    await user.click(screen.getByLabelText('hub'))
    await user.selectOptions(screen.getByLabelText(/^wans\.mode/), 'L2')
    expect(controls()).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Update' }))
    await waitFor(() => expect(lastPlan(source)?.items[0]?.changes).toMatchObject({ preference: 77 }))
  })
})

describe('a disabled tab', () => {
  const screenWithDisabledTab = screenWith({
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

  it('says why it is disabled, and is enabled once its condition holds', { tags: ['S1-2.25', 'S1-2.26'] }, async () => {
    const { user } = renderEditor({ record: served({ ...siteBox(), mode: 'spoke' }), screen: screenWithDisabledTab })
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

  it('can be focused with the arrow keys, so that its reason can be read', async () => {
    const { user } = renderEditor({ record: served({ ...siteBox(), mode: 'spoke' }), screen: screenWithDisabledTab })
    screen.getByRole('tab', { name: /^subnets/ }).focus()
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(tab())
    expect(tab().getAttribute('aria-selected')).toBe('false')
  })
})

describe('a record opened read-only', () => {
  it('cannot be edited, whatever the rights, and has a Close button', { tags: ['S1-2.14', 'S1-6.3', 'S2-2.30', 'S2-6.5'] }, async () => {
    const { user, router } = renderEditor({ record: served(siteBox()), consult: true })
    expect(screen.getByLabelText<HTMLInputElement>(/^preference/).readOnly).toBe(true)
    expect(screen.queryByRole('button', { name: 'Update' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(router.state.location.pathname).toBe('/list')
  })

  it('does not show the help texts of its fields', () => {
    const helpKeys = ['site-box.help.preference']
    renderEditor({ record: served(siteBox()), helpKeys })
    expect(screen.getByText('preference', { selector: 'p' })).toBeDefined()
    cleanup()
    renderEditor({ record: served(siteBox()), helpKeys, consult: true })
    expect(screen.queryByText('preference', { selector: 'p' })).toBeNull()
  })
})

describe('an editor mode', () => {
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
  const screenWithMode = screenWith({
    sections: { general: ['name', 'preference', 'notes'], deployment: ['mode'] },
    modes: { changing: { section: 'deployment', unlocks: ['mode'] } },
  })
  const radio = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
  const notes = () => screen.getByLabelText<HTMLTextAreaElement>(/^notes/)
  const toggle = () => screen.getByRole('switch', { name: 'changing' })

  it('unlocks its fields and can disable others by rules; values chosen in it are kept and saved', async () => {
    const { user, source } = renderEditor({ record: served(siteBox()), screen: screenWithMode, schema })
    expect(radio('spoke').disabled).toBe(true)
    await user.type(notes(), 'new')
    await user.click(toggle())
    expect(notes().disabled).toBe(true)
    expect(notes().value).toBe('new')
    expect(screen.getByText('1 change')).toBeDefined()
    await user.click(radio('spoke'))
    expect(screen.getByText('2 changes')).toBeDefined()
    await user.click(toggle())
    expect(radio('spoke').disabled).toBe(true)
    expect(radio('spoke').checked).toBe(true)
    expect(notes().value).toBe('new')
    await user.click(screen.getByRole('button', { name: 'Update' }))
    await waitFor(() => expect(lastPlan(source)?.items[0]?.changes).toMatchObject({ mode: 'spoke', notes: 'new' }))
  })

  it('ends before saving, so that values of fields it disables are sent', async () => {
    const { user, source } = renderEditor({ record: served(siteBox()), screen: screenWithMode, schema })
    await user.type(notes(), 'new')
    await user.click(toggle())
    await user.click(radio('spoke'))
    await user.click(screen.getByRole('button', { name: 'Update' }))
    await waitFor(() => expect(lastPlan(source)?.items[0]?.changes).toMatchObject({ mode: 'spoke', notes: 'new' }))
  })

  it('is offered only for stored records that the user may update; fields of a new record are never locked', { tags: ['S1-4.7'] }, () => {
    renderEditor({ screen: screenWithMode, schema })
    expect(screen.queryByRole('switch', { name: 'changing' })).toBeNull()
    expect(radio('hub').disabled).toBe(false)
    cleanup()
    renderEditor({ record: served(siteBox(), { can: { update: { because: 'list.reason.noRight' } } }), screen: screenWithMode, schema })
    expect(screen.queryByRole('switch', { name: 'changing' })).toBeNull()
  })
})

describe('an action of an object in the editor', () => {
  const lan = {
    ...siteBoxSchema.properties.lan,
    'x-actions': { reset: { set: { protocol: 'none' }, confirm: true, because: 'site-box.because.reset' } },
  }
  const enableRule = {
    id: 'protocol-of-hubs',
    fields: ['protocol'],
    effect: 'enable',
    when: { '/mode': 'hub' },
    because: 'site-box.because.hubs',
  }
  const properties = { ...siteBoxSchema.properties, lan: { ...lan, 'x-rules': [...(lan['x-rules'] ?? []), enableRule] } }
  const schema = { ...siteBoxSchema, properties } as EntitySchema
  const screenWithAction = screenWith({
    sections: { general: ['mode'], routing: ['lan/protocol', 'lan/asNumber'] },
    groups: { lan: { routing: ['protocol', 'asNumber'] } },
    actions: { lan: { reset: 'routing' } },
  })
  const stored = { ...siteBox(), lan: { protocol: 'bgp', asNumber: 65001 } }

  it('has a button in its group, asks for confirmation if the schema says so, and sets its values', { tags: ['S1-2.31'] }, async () => {
    const { user, source } = renderEditor({ record: served(stored), screen: screenWithAction, schema })
    await user.click(within(screen.getByRole('group', { name: 'lan.routing' })).getByRole('button', { name: 'lan.reset' }))
    const question = within(screen.getByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByText('No changes')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'lan.reset' }))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'lan.reset' }))
    await user.click(screen.getByRole('button', { name: 'Update' }))
    await waitFor(() => expect(lastPlan(source)?.items[0]?.changes).toEqual({ lan: { protocol: 'none' } }))
  })

  it('is absent if the user could not edit those fields', { tags: ['S1-2.32'] }, async () => {
    const { user } = renderEditor({ record: served(stored), screen: screenWithAction, schema })
    await user.click(screen.getByLabelText('spoke'))
    expect(screen.queryByRole('button', { name: 'lan.reset' })).toBeNull()
    cleanup()
    renderEditor({ record: served(stored), screen: screenWithAction, schema, consult: true })
    expect(screen.queryByRole('button', { name: 'lan.reset' })).toBeNull()
  })
})
