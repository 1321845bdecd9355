// @vitest-environment happy-dom
import { cleanup, configure, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { oidOf, openBox } from '../../support/editor/edge-box-form.tsx'
import { lastPlan, screen } from '../../support/editor/render-editor.tsx'
import { pressDelete } from '../../support/editor/press-delete.ts'
import { testText } from '../../support/editor/texts.ts'
import { failingService } from '../../support/failing-service.ts'

// Checking for hidden elements computes the style of each one; these tests need no such check.
configure({ asyncUtilTimeout: 10_000, defaultHidden: true })
const failing = failingService()

beforeEach(() => {
  localStorage.clear()
  // Test files of one process share the document, and some leave elements in it.
  document.body.replaceChildren()
  // happy-dom does no layout: give every element the height of ten rows.
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 400 })
})
afterEach(cleanup)

const button = (name: string): HTMLElement | null => screen.queryByRole('button', { name })
/** The buttons of the form; those that the user may not press stand in brackets. */
const buttons = (): string[] =>
  ['Create', 'Update', 'Delete', 'Cancel', 'Close'].flatMap((name) => {
    if (button(name) === null) return []
    const isUnavailable = name !== 'Update' && button(name)?.getAttribute('aria-disabled') === 'true'
    return isUnavailable ? `(${name})` : name
  })
const field = async (name: string | RegExp): Promise<HTMLInputElement> => (await screen.findAllByLabelText<HTMLInputElement>(name))[0]!
const radio = async (group: string, name: string): Promise<HTMLInputElement> =>
  within(await screen.findByRole('radiogroup', { name: group })).getByRole('radio', { name })
const alerts = async () => within(await screen.findByRole('region', { name: 'Messages' }))
const onList = (): Promise<HTMLElement> => screen.findByRole('heading', { name: 'The list' })

const fresh = {
  name: 'Kiosk',
  serialNumber: 'BX-1',
  site: 'Nantes',
  lan: { mgtInterface: { ipAddress: '10.0.0.1', mask: 24, dhcpServerAddress: '10.0.0.5' } },
}
const refusedWrite = { update: { because: 'list.reason.noRight' }, delete: { because: 'list.reason.noRight' } } as const

describe('S1 section 2, the buttons of the editor of', () => {
  it(
    'a new box, whose name and deployment mode can be chosen: Create and Cancel',
    { tags: ['S1-2.14', 'S1-2.17', 'S1-3.1', 'S1-4.7', 'S1-4.39'] },
    async () => {
      await openBox({})
      expect((await field(/^Name/)).readOnly || (await field(/^Name/)).disabled).toBe(false)
      expect(buttons()).toEqual(['Create', 'Cancel'])
      expect((await radio('Deployment mode', 'Multi-WAN IP')).disabled).toBe(false)
      expect(screen.queryByRole('switch', { name: /deployment mode/i })).toBeNull()
    },
  )

  it('a stored box, which keeps its name: Update, Delete and Cancel', { tags: ['S1-2.14', 'S1-3.1', 'S1-4.39'] }, async () => {
    await openBox({ box: 'spoke' })
    expect((await field(/^Name/)).readOnly || (await field(/^Name/)).disabled).toBe(true)
    expect(buttons()).toEqual(['Update', 'Delete', 'Cancel'])
  })

  it('a box that the user may not change: Close, and nothing can be typed', { tags: ['S1-2.14', 'S1-6.3'] }, async () => {
    const { container } = await openBox({ box: 'spoke', record: { can: refusedWrite } })
    await field(/^Name/)
    expect(buttons()).toEqual(['(Delete)', 'Close'])
    const open = [...container.querySelectorAll<HTMLInputElement>('input, select, textarea')].filter(
      (one) => !one.disabled && !one.readOnly,
    )
    expect(open.map(({ id }) => id)).toEqual([])
  })
})

describe('S1 sections 2 and 4, a box', () => {
  it('is the one that the identifier in the address names, and a new one without', { tags: ['S1-2.12'] }, async () => {
    const { source } = await openBox({ box: 'spoke', identifier: oidOf('own') })
    expect((await field(/^Name/)).value).toBe('Spoke')
    expect([source.one.mock.calls[0]?.slice(0, 2), buttons()]).toEqual([
      ['edge-box', oidOf('own')],
      ['Update', 'Delete', 'Cancel'],
    ])
    cleanup()
    await openBox({ box: 'spoke', identifier: '' })
    expect((await field(/^Name/)).value).toBe('')
    expect(buttons()).toEqual(['Create', 'Cancel'])
  })

  it('is created by Create, which returns to the list', { tags: ['S1-2.12', 'S1-2.16', 'S1-4.37'] }, async () => {
    const { user, source } = await openBox({ prefill: fresh })
    await user.click(await screen.findByRole('button', { name: 'Create' }))
    await onList()
    expect(lastPlan(source)?.items).toMatchObject([
      { entity: 'edge-box', action: 'create', changes: { name: 'Kiosk', serialNumber: 'BX-1' } },
    ])
  })

  it('is changed by Update, which returns to the list', { tags: ['S1-2.12', 'S1-2.16', 'S1-4.37'] }, async () => {
    const { user, source } = await openBox({ box: 'spoke' })
    await user.click(await radio('Mode', 'Hub'))
    await user.click(screen.getByRole('button', { name: 'Update' }))
    await onList()
    expect(lastPlan(source)?.items).toMatchObject([{ action: 'update', changes: { mode: 'hub' } }])
  })

  it(
    'is not saved while something is invalid: says so, and marks the tab',
    { tags: ['S1-2.18', 'S1-4.37', 'S1-5.32', 'S1-8.4'] },
    async () => {
      const { user, source } = await openBox({ box: 'spoke' })
      await user.clear(await field(/^Public IP/))
      await user.click(screen.getByRole('tab', { name: 'WAN 2' }))
      await user.click(screen.getByRole('button', { name: 'Update' }))
      expect(await (await alerts()).findByText(testText('validation.global.error'))).toBeDefined()
      expect(source.plan).not.toHaveBeenCalled()
      const errors = (tab: RegExp): number =>
        within(screen.getByRole('tab', { name: tab })).queryAllByRole('img', { name: '1 error' }).length
      expect([errors(/WAN 1/), errors(/WAN 2/)]).toEqual([1, 0])
    },
  )

  it('is deleted after a question with its name and serial number, back on the list', { tags: ['S1-2.15', 'S1-2.16'] }, async () => {
    const { user, source } = await openBox({ box: 'spoke' })
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const question = await screen.findByText(/Spoke.*BX-2/)
    expect(question).toBeDefined()
    expect(source.plan).not.toHaveBeenCalled()
    await user.keyboard('{Enter}')
    await onList()
    expect(lastPlan(source)?.items).toMatchObject([{ entity: 'edge-box', action: 'delete' }])
  })

  it('stays when its deletion fails, with the reason at the button', { tags: ['S1-8.2'] }, async () => {
    const { user, source } = await openBox({ box: 'spoke' })
    source.plan.mockImplementation(failing.refuses('plan', { status: 409, detail: 'The box is in use.', requestId: 'r' }))
    await field(/^Name/)
    await pressDelete(user)
    await waitFor(() => expect(screen.getByRole('tooltip').textContent).toContain('The box is in use.'))
    expect(screen.queryByRole('heading', { name: 'The list' })).toBeNull()
  })

  it('has its deployment mode locked until it is unlocked, most of the rest meanwhile', { tags: ['S1-2.17', 'S1-4.6'] }, async () => {
    const { user } = await openBox({ box: 'spoke' })
    expect((await radio('Deployment mode', 'Multi-WAN IP')).disabled).toBe(true)
    expect((await radio('Mode', 'Hub')).disabled).toBe(false)
    await user.click(screen.getByRole('switch', { name: /deployment mode/i }))
    expect((await radio('Deployment mode', 'Multi-WAN IP')).disabled).toBe(false)
    expect((await radio('Mode', 'Hub')).disabled).toBe(true)
    expect((await field(/^Public IP/)).disabled || (await field(/^Public IP/)).readOnly).toBe(true)
  })

  it('takes what an appliance hands over', { tags: ['S1-2.13'] }, async () => {
    await openBox({
      prefill: { serialNumber: 'AP-9', applianceModel: 'X200', softwareVersion: '3.1', applianceInfo: 'spare', provisioned: true },
    })
    expect((await field(/^Serial number/)).value).toBe('AP-9')
    expect([(await field(/^Model/)).value, (await field(/^Software version/)).value]).toEqual(['X200', '3.1'])
  })

  it(
    'resets its LAN routing after a question, and only for somebody who may change it',
    { tags: ['S1-2.31', 'S1-2.32', 'S1-4.19'] },
    async () => {
      const { user, source } = await openBox({ box: 'hub' })
      await user.click(await screen.findByRole('button', { name: 'Reset' }))
      const question = within(await screen.findByRole('alertdialog'))
      expect((await radio('Routing protocol', 'BGP')).checked).toBe(true)
      await user.click(question.getByRole('button', { name: 'Reset' }))
      expect((await radio('Routing protocol', 'None')).checked).toBe(true)
      await user.click(screen.getByRole('button', { name: 'Update' }))
      await onList()
      expect(lastPlan(source)?.items[0]?.changes).toMatchObject({
        lan: { routingProtocol: 'none', ibgpLanPeerings: [], ibgpEdgeBoxPeerings: [] },
      })
      cleanup()
      await openBox({ box: 'hub', record: { can: refusedWrite } })
      await field(/^Name/)
      expect(button('Reset')).toBeNull()
    },
  )
})

describe('S1 section 4, the editor of a box', () => {
  it('chooses the first VRRP profile once there is one to choose', { tags: ['S1-4.31'] }, async () => {
    const { user } = await openBox({ box: 'router', values: { lan: { vrrp: { vrrpProfile: null } } } })
    await user.click(await screen.findByRole('tab', { name: /^VRRP/ }))
    const profile = await screen.findByRole<HTMLInputElement>('combobox', { name: /^VRRP profile/ })
    await waitFor(() => expect(profile.value).toBe('Default'))
  })

  it('chooses the first PoP once SDI is turned on', { tags: ['S1-4.32'] }, async () => {
    const { user } = await openBox({ box: 'spoke', feature: { sdi: true } })
    const pop = await screen.findByRole<HTMLInputElement>('combobox', { name: /^SDI PoP/ })
    expect([pop.value, pop.disabled || pop.readOnly]).toEqual(['', true])
    await user.click(screen.getByRole('switch', { name: /^SDI/ }))
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('combobox', { name: /^SDI PoP/ }).value).toBe('Paris'))
  })

  it('offers the serial numbers of appliances that wait, and takes another one', { tags: ['S1-4.36'] }, async () => {
    const { user, source } = await openBox({ prefill: fresh })
    const serial = await screen.findByRole<HTMLInputElement>('combobox', { name: /^Serial number/ })
    await user.click(serial)
    await waitFor(() => expect(source.list.mock.calls.some(([entity]) => entity === 'overlay-appliance')).toBe(true))
    const query = source.list.mock.calls.find(([entity]) => entity === 'overlay-appliance')?.[1]
    expect(JSON.stringify(query)).toContain('not_configured')
    await user.clear(serial)
    await user.type(serial, 'TYPED-1')
    await user.click(screen.getByRole('button', { name: 'Create' }))
    await onList()
    expect(lastPlan(source)?.items[0]?.changes).toMatchObject({ serialNumber: 'TYPED-1' })
  })

  it('marks the region with the message of the service when regions cannot be loaded', { tags: ['S1-8.3'] }, async () => {
    const refusal = { status: 502, errors: ['Regions are down', 'more'].map((message) => ({ pointer: '', key: '', message })) }
    await openBox({ box: 'spoke', feature: { cloud_security: true }, answers: { list: failing.refuses('list', refusal) } })
    const general = (await screen.findByRole('heading', { level: 2, name: 'General' })).closest('section')!
    expect(await within(general).findByText('Regions are down')).toBeDefined()
    expect(
      within(general)
        .getByRole('combobox', { name: /^Cloud security region/ })
        .getAttribute('aria-invalid'),
    ).toBe('true')
  })

  it('warns before a pair ends', { tags: ['S1-4.26', 'S1-8.7'] }, async () => {
    const { user } = await openBox({ box: 'pair' })
    await user.click(await screen.findByRole('switch', { name: /^IHAP/ }))
    expect(await screen.findByText(testText('ihap.disable.warning'))).toBeDefined()
  })
})
