// @vitest-environment happy-dom
import { cleanup, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lastPlan, screen, served, renderEditor } from '../../support/editor/render-editor.tsx'
import { siteBox, siteBoxSchema } from '../../support/editor/site-box.ts'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

describe('deleting', () => {
  it('asks by name, then sends the revision that was seen', { tags: ['S0-2.20', 'S0-2.29'] }, async () => {
    const { user, source, toast } = renderEditor({ record: served(siteBox()) })
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    const question = screen.getByRole('alertdialog', { name: 'Delete Paris-HQ?' })
    await user.click(within(question).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(toast).toHaveBeenCalledWith('success', 'Paris-HQ was deleted.'))
    expect(lastPlan(source)?.items).toEqual([{ entity: 'site-box', action: 'delete', oid: 'box-1', revision: 3 }])
  })

  it('that is not allowed says why and does nothing', async () => {
    const record = served(siteBox(), { can: { update: true, delete: { because: 'partner.cannot.delete' } } })
    const { user } = renderEditor({ record })
    const button = screen.getByRole('button', { name: 'Delete' })
    await user.hover(button)
    expect((await screen.findByRole('tooltip')).textContent).toContain('cannot be deleted')
    await user.click(button)
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})

describe('reading without the right to change', () => {
  it('shows values that can be read and copied, no Apply, and why', { tags: ['S2-6.5'] }, () => {
    renderEditor({ record: served(siteBox(), { can: { update: { because: 'list.reason.noRight' } } }) })
    expect(screen.queryByRole('button', { name: 'Update' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Close' })).toBeDefined()
    const name = screen.getByLabelText<HTMLInputElement>(/^name/)
    expect(name.readOnly).toBe(true)
    expect(name.disabled).toBe(false)
    expect(screen.getByText(/Changing it needs a right that you do not have/)).toBeDefined()
  })

  it('says what stands in the way where it is not the right', () => {
    renderEditor({ record: served(siteBox(), { can: { update: { because: 'partner.cannot.delete' } } }) })
    expect(screen.getByText(/cannot be deleted/)).toBeDefined()
  })
})

describe('creating', () => {
  it('starts from the defaults and sends what was typed', async () => {
    const { user, source } = renderEditor()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('New')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /spoke/ }).checked).toBe(true)
    await user.type(screen.getByLabelText(/^name/), 'Lyon')
    await user.click(screen.getByRole('radio', { name: /hub/ }))
    await user.click(screen.getByRole('button', { name: 'Create' }))
    expect(lastPlan(source)?.items).toEqual([{ entity: 'site-box', action: 'create', changes: { name: 'Lyon', mode: 'hub' } }])
  })

  it('puts the record below the current tenant', () => {
    const schema = structuredClone(siteBoxSchema)
    schema['x-entity'].parent = 'name'
    renderEditor({ schema })
    expect(screen.getByLabelText<HTMLInputElement>(/^name/).value).toBe('acme')
  })

  it('takes what the page before handed over', { tags: ['S1-2.13'] }, async () => {
    const { user, source } = renderEditor({ prefill: { name: 'From an appliance' } })
    await user.click(screen.getByRole('button', { name: 'Create' }))
    expect(lastPlan(source)?.items[0]?.changes).toEqual({ name: 'From an appliance' })
  })

  it('takes it again after a reset, and shows what only the service writes without sending it', async () => {
    const schema = structuredClone(siteBoxSchema)
    schema.properties['notes'] = { type: 'string', readOnly: true }
    const { user, source } = renderEditor({ schema, prefill: { name: 'From an appliance', notes: 'On the shelf', mode: 'hub' } })
    await user.clear(screen.getByLabelText(/^name/))
    await user.click(screen.getByRole('button', { name: 'Reset all changes' }))
    await user.click(screen.getByRole('tab', { name: /storage/ }))
    expect(screen.getByLabelText<HTMLInputElement>(/^notes/).value).toBe('On the shelf')
    await user.click(screen.getByRole('button', { name: 'Create' }))
    expect(lastPlan(source)?.items[0]?.changes).toEqual({ name: 'From an appliance', mode: 'hub' })
  })
})

describe('secrets', () => {
  it('say that one is configured, and send what replaces it', { tags: ['S1-3.15', 'S2-4.5'] }, async () => {
    const { user, source } = renderEditor({ record: served(siteBox()) })
    const key = screen.getByLabelText<HTMLInputElement>(/^key/)
    expect(key.type).toBe('password')
    expect(key.value).toBe('')
    expect(key.placeholder).toContain('Configured')
    await user.type(key, 'new one')
    await user.click(screen.getByRole('button', { name: 'Update' }))
    expect(lastPlan(source)?.items[0]?.changes).toEqual({ key: 'new one' })
  })

  it('stay as they are while nothing is typed, or nothing is left of it', { tags: ['H-7.2'] }, async () => {
    const { user, source } = renderEditor({ record: served(siteBox()) })
    await user.type(screen.getByLabelText(/^key/), 'x{Backspace}')
    await user.type(screen.getByLabelText(/^preference/), '1')
    await user.click(screen.getByRole('button', { name: 'Update' }))
    expect(lastPlan(source)?.items[0]?.changes).toEqual({ preference: expect.any(Number) })
  })

  it(
    'of blanks alone are refused in place, and those around a secret belong to it, also while it is looked at',
    { tags: ['H-7.1'] },
    async () => {
      const { user, source } = renderEditor({ record: served(siteBox()) })
      const key = screen.getByLabelText<HTMLInputElement>(/^key/)
      await user.type(key, '  ')
      await user.click(screen.getByRole('button', { name: 'Update' }))
      expect(source.plan).not.toHaveBeenCalled()
      expect(screen.getByText('A secret cannot be empty or consist of spaces only.')).toBeDefined()
      await user.click(screen.getByRole('button', { name: 'Show' }))
      await user.type(key, 'a ')
      await user.tab()
      await user.click(screen.getByRole('button', { name: 'Update' }))
      expect(lastPlan(source)?.items[0]?.changes).toEqual({ key: '  a ' })
    },
  )
})

describe('texts', () => {
  it(
    'are saved without what surrounds them, and blank ones are missing, also by a key that leaves no field',
    { tags: ['H-7.4'] },
    async () => {
      const { user, source } = renderEditor({ prefill: { mode: 'hub' } })
      const name = screen.getByLabelText(/^name/)
      await user.type(name, '\u00a0\u200b{Enter}')
      expect(source.plan).not.toHaveBeenCalled()
      expect(screen.getAllByText('This field is mandatory.').length).toBeGreaterThan(0)
      await user.type(name, ' Quay \u200b{Enter}')
      expect(lastPlan(source)?.items[0]?.changes).toMatchObject({ name: 'Quay' })
    },
  )
})

describe('rules', () => {
  it('open and lock controls as one types', async () => {
    const { user } = renderEditor({ record: served(siteBox()) })
    const address = screen.getByLabelText<HTMLInputElement>(/^wans\.address/)
    expect(address.disabled).toBe(false)
    await user.click(screen.getByLabelText(/^wans\.dhcp/))
    expect(address.disabled).toBe(true)
    await user.click(screen.getByLabelText(/^wans\.dhcp/))
    expect(address.disabled).toBe(false)
  })

  it('say at a field what they wrote into it, until a person writes there', async () => {
    const { user } = renderEditor({ record: served(siteBox()) })
    expect(screen.queryByText(/^Set by a rule/)).toBeNull()
    await user.click(screen.getByRole('radio', { name: /spoke/ }))
    expect(screen.getByText('Set by a rule: peers')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Add row: wans.peers' }))
    expect(screen.queryByText(/^Set by a rule/)).toBeNull()
  })

  it('show sections only where they apply', async () => {
    const { user } = renderEditor({ record: served(siteBox()) })
    expect(screen.getByRole('tab', { name: /storage/ })).toBeDefined()
    await user.click(screen.getByRole('radio', { name: /spoke/ }))
    expect(screen.queryByRole('tab', { name: /storage/ })).toBeNull()
  })

  it('tell how many fields do not apply, and why', async () => {
    const { user } = renderEditor({ record: served(siteBox()) })
    await user.click(screen.getByRole('tab', { name: /routing/ }))
    expect(screen.getByText('lan.asNumber does not apply here.')).toBeDefined()
    await user.selectOptions(screen.getByLabelText(/^lan\.protocol/), 'bgp')
    expect(screen.getByLabelText(/^lan\.asNumber/).getAttribute('aria-required')).toBe('true')
  })
})
