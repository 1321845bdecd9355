// @vitest-environment happy-dom
import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lastPlan, screen, served, renderEditor } from '../../support/editor/render-editor.tsx'
import { siteBox, siteBoxSchema } from '../../support/editor/site-box.ts'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

describe('the delete button', () => {
  it('asks for confirmation by name, then sends the revision that the editor shows', { tags: ['S0-2.20', 'S0-2.29'] }, async () => {
    const { user, source, toast } = renderEditor({ record: served(siteBox()) })
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    expect((await screen.findByRole('tooltip')).textContent).toContain('Delete Paris-HQ?')
    await user.keyboard('{Enter}')
    await waitFor(() =>
      expect(toast).toHaveBeenCalledWith('success', 'Paris-HQ was deleted.', { undo: { text: 'Undo', run: expect.any(Function) } }),
    )
    expect(lastPlan(source)?.items).toEqual([{ entity: 'site-box', action: 'delete', oid: 'box-1', revision: 3 }])
  })

  it('says why and does nothing if deletion is not permitted', async () => {
    const record = served(siteBox(), { can: { update: true, delete: { because: 'partner.cannot.delete' } } })
    const { user, source } = renderEditor({ record })
    const button = screen.getByRole('button', { name: 'Delete' })
    await user.hover(button)
    expect((await screen.findByRole('tooltip')).textContent).toContain('cannot be deleted')
    await user.click(button)
    await user.keyboard('{Enter}')
    expect(source.plan).not.toHaveBeenCalled()
  })
})

describe('an editor without the right to update', () => {
  it('shows values that can be selected and copied, has no Update button, and says why', { tags: ['S2-6.5'] }, () => {
    renderEditor({ record: served(siteBox(), { can: { update: { because: 'list.reason.noRight' } } }) })
    expect(screen.queryByRole('button', { name: 'Update' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Close' })).toBeDefined()
    const name = screen.getByLabelText<HTMLInputElement>(/^name/)
    expect(name.readOnly).toBe(true)
    expect(name.disabled).toBe(false)
    expect(screen.getByText(/Changing it needs a right that you do not have/)).toBeDefined()
  })

  it('shows the reason of the service if it is not a missing right', () => {
    renderEditor({ record: served(siteBox(), { can: { update: { because: 'partner.cannot.delete' } } }) })
    expect(screen.getByText(/cannot be deleted/)).toBeDefined()
  })
})

describe('an editor of a new record', () => {
  it('starts with the defaults and sends the changed values', async () => {
    const { user, source } = renderEditor()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('New')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /spoke/ }).checked).toBe(true)
    await user.type(screen.getByLabelText(/^name/), 'Lyon')
    await user.click(screen.getByRole('radio', { name: /hub/ }))
    await user.click(screen.getByRole('button', { name: 'Create' }))
    expect(lastPlan(source)?.items).toEqual([{ entity: 'site-box', action: 'create', changes: { name: 'Lyon', mode: 'hub' } }])
  })

  it('sets the parent to the current tenant', () => {
    const schema = structuredClone(siteBoxSchema)
    schema['x-entity'].parent = 'name'
    renderEditor({ schema })
    expect(screen.getByLabelText<HTMLInputElement>(/^name/).value).toBe('acme')
  })

  it('takes values passed by the previous page', { tags: ['S1-2.13'] }, async () => {
    const { user, source } = renderEditor({ prefill: { name: 'From an appliance' } })
    await user.click(screen.getByRole('button', { name: 'Create' }))
    expect(lastPlan(source)?.items[0]?.changes).toEqual({ name: 'From an appliance' })
  })

  it('restores those values on reset, and shows read-only ones without sending them', async () => {
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
  it('show that a secret is configured, and send a new one', { tags: ['S1-3.15', 'S2-4.5'] }, async () => {
    const { user, source } = renderEditor({ record: served(siteBox()) })
    const key = screen.getByLabelText<HTMLInputElement>(/^key/)
    expect(key.type).toBe('password')
    expect(key.value).toBe('')
    expect(key.placeholder).toContain('Configured')
    await user.type(key, 'new one')
    await user.click(screen.getByRole('button', { name: 'Update' }))
    expect(lastPlan(source)?.items[0]?.changes).toEqual({ key: 'new one' })
  })

  it('are not sent while the input is empty or emptied again', { tags: ['H-7.2'] }, async () => {
    const { user, source } = renderEditor({ record: served(siteBox()) })
    await user.type(screen.getByLabelText(/^key/), 'x{Backspace}')
    await user.type(screen.getByLabelText(/^preference/), '1')
    await user.click(screen.getByRole('button', { name: 'Update' }))
    expect(lastPlan(source)?.items[0]?.changes).toEqual({ preference: expect.any(Number) })
  })

  it('of spaces only are refused, and spaces around a secret are part of it, also while it is shown', { tags: ['H-7.1'] }, async () => {
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
  })
})

describe('text fields', () => {
  it('are trimmed when saved, and blank ones count as missing, also when Enter saves without a blur', { tags: ['H-7.4'] }, async () => {
    const { user, source } = renderEditor({ prefill: { mode: 'hub' } })
    const name = screen.getByLabelText(/^name/)
    await user.type(name, '\u00a0\u200b{Enter}')
    expect(source.plan).not.toHaveBeenCalled()
    expect(screen.getAllByText('This field is mandatory.').length).toBeGreaterThan(0)
    await user.type(name, ' Quay \u200b{Enter}')
    expect(lastPlan(source)?.items[0]?.changes).toMatchObject({ name: 'Quay' })
  })
})

describe('rules', () => {
  it('enable and disable controls on every change', async () => {
    const { user } = renderEditor({ record: served(siteBox()) })
    const address = screen.getByLabelText<HTMLInputElement>(/^wans\.address/)
    expect(address.disabled).toBe(false)
    await user.click(screen.getByLabelText(/^wans\.dhcp/))
    expect(address.disabled).toBe(true)
    await user.click(screen.getByLabelText(/^wans\.dhcp/))
    expect(address.disabled).toBe(false)
  })

  it('mark a field that they have set, until the user edits it', async () => {
    const { user } = renderEditor({ record: served(siteBox()) })
    expect(screen.queryByText(/^Set by a rule/)).toBeNull()
    await user.click(screen.getByRole('radio', { name: /spoke/ }))
    expect(screen.getByText('Set by a rule: peers')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Add row: wans.peers' }))
    expect(screen.queryByText(/^Set by a rule/)).toBeNull()
  })

  it('hide sections that do not apply', async () => {
    const { user } = renderEditor({ record: served(siteBox()) })
    expect(screen.getByRole('tab', { name: /storage/ })).toBeDefined()
    await user.click(screen.getByRole('radio', { name: /spoke/ }))
    expect(screen.queryByRole('tab', { name: /storage/ })).toBeNull()
  })

  it('name the fields that do not apply, until they do', async () => {
    const { user } = renderEditor({ record: served(siteBox()) })
    await user.click(screen.getByRole('tab', { name: /routing/ }))
    expect(screen.getByText('lan.asNumber does not apply here.')).toBeDefined()
    await user.selectOptions(screen.getByLabelText(/^lan\.protocol/), 'bgp')
    expect(screen.getByLabelText(/^lan\.asNumber/).getAttribute('aria-required')).toBe('true')
  })
})
