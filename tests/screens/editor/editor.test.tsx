// @vitest-environment happy-dom
import { cleanup, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { everyAbility } from '../../../renderer/data/data-source.ts'
import { lastPlan, screen, served, renderEditor, testSource } from '../../support/editor/render-editor.tsx'
import { siteBox, siteBoxScreen } from '../../support/editor/site-box.ts'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

describe('an editor', () => {
  it('shows the sections of its descriptor with a labelled control for every field', () => {
    renderEditor({ record: served(siteBox()) })
    expect(screen.getByRole('heading', { level: 1, name: 'Paris-HQ' })).toBeDefined()
    expect(screen.getByRole('region', { name: 'general' })).toBeDefined()
    expect(screen.getByLabelText<HTMLInputElement>(/^name/).value).toBe('Paris-HQ')
    expect(screen.getByRole('tablist', { name: 'lan' })).toBeDefined()
    expect(screen.getByRole('tablist', { name: 'wans' })).toBeDefined()
  })

  it('sends only the changed fields, with the revision they are based on', async () => {
    const { user, source } = renderEditor({ record: served(siteBox()) })
    const preference = screen.getByLabelText(/^preference/)
    await user.clear(preference)
    await user.type(preference, '250')
    await user.click(screen.getByRole('button', { name: 'Update' }))
    const record = expect.objectContaining({ preference: 250 }) as unknown
    expect(lastPlan(source)).toEqual({
      items: [{ entity: 'site-box', action: 'update', oid: 'box-1', revision: 3, changes: { preference: 250 }, record }],
      source: 'editor',
      tenantOid: 'acme',
    })
  })

  it('says that the last write wins where its service has no revisions', () => {
    const text = /^The service of this record does not notice what others change meanwhile/
    renderEditor({ record: served(siteBox()) })
    expect(screen.queryByText(text)).toBeNull()
    cleanup()
    const source = testSource()
    source.abilities = () => ({ ...everyAbility, revisions: false })
    renderEditor({ record: served(siteBox()), source })
    expect(screen.getByText(text)).toBeDefined()
    cleanup()
    renderEditor({ record: null, source })
    expect(screen.queryByText(text)).toBeNull()
  })

  it('goes back to the previous page after saving, and says what was saved', { tags: ['S0-2.28', 'S2-2.32', 'S2-4.37'] }, async () => {
    const { user, toast } = renderEditor({ record: served(siteBox()) })
    await user.type(screen.getByLabelText(/^preference/), '1')
    await user.click(screen.getByRole('button', { name: 'Update' }))
    expect(await screen.findByRole('heading', { name: 'The list' })).toBeDefined()
    expect(toast).toHaveBeenCalledWith('success', 'Paris-HQ was updated.', { undo: { text: 'Undo', run: expect.any(Function) } })
  })

  it.each(['hub', 'spoke'])('links to the next step after creating a record, if its condition holds (mode %s)', async (mode) => {
    const next = { when: { mode: 'hub' }, list: 'partner', text: 'partner.next.invite' }
    const screenWithNext = { ...siteBoxScreen, editor: { ...siteBoxScreen.editor, sections: { general: ['name', 'mode'] }, next } }
    const { user, toast } = renderEditor({ screen: screenWithNext, prefill: { mode } })
    await user.type(screen.getByRole('textbox', { name: /^name/ }), 'Lyon')
    await user.click(screen.getByRole('button', { name: 'Create' }))
    await screen.findByRole('heading', { name: 'The list' })
    const way = { path: '/new-oid/partner', text: 'Invite the administrator' }
    const undo = { text: 'Undo', run: expect.any(Function) }
    expect(toast).toHaveBeenCalledWith('success', 'Lyon was created.', { ...(mode === 'hub' && { way }), undo })
  })

  it('counts the changes, and drops a change when the old value is restored', { tags: ['S0-2.20'] }, async () => {
    const { user } = renderEditor({ record: served(siteBox()) })
    const preference = screen.getByLabelText(/^preference/)
    expect(screen.getByText('No changes')).toBeDefined()
    await user.type(preference, '1')
    expect(screen.getByRole('button', { name: '1 change' })).toBeDefined()
    await user.type(preference, '{Backspace}')
    expect(screen.getByText('No changes')).toBeDefined()
  })

  it('says who changed the record last, and when', { tags: ['S0-2.78'] }, () => {
    renderEditor({ record: served(siteBox()) })
    expect(screen.getByText(/^Last modified Mar 4, 2026.* by Marie Dupont$/)).toBeDefined()
  })

  it('takes back all changes on Cancel, and goes nowhere', { tags: ['S0-2.20'] }, async () => {
    const { user, source } = renderEditor({ record: served(siteBox()) })
    const preference = screen.getByLabelText<HTMLInputElement>(/^preference/)
    const before = preference.value
    await user.type(preference, '1')
    await user.click(screen.getByRole('button', { name: 'Reset all changes' }))
    await screen.findByText('No changes')
    expect(preference.value).toBe(before)
    expect(source.plan).not.toHaveBeenCalled()
    expect(screen.queryByRole('heading', { name: 'The list' })).toBeNull()
  })

  it('explains why a control is disabled', async () => {
    const { user } = renderEditor({ record: served({ ...siteBox(), mode: 'spoke' }) })
    expect(screen.getByLabelText<HTMLInputElement>(/^preference/).disabled).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Why preference is as it is' }))
    const reasons = screen.getByRole('dialog', { name: 'preference' })
    expect(within(reasons).getByText('mode is hub – now: spoke')).toBeDefined()
  })

  it('explains on F1 why a field is mandatory, and keeps that explanation out of the Tab order', async () => {
    const { user } = renderEditor()
    screen.getByLabelText(/^name/).focus()
    await user.keyboard('{F1}')
    expect(screen.getByRole('dialog', { name: 'name' }).textContent).toContain('has to be filled in')
    await user.keyboard('{Escape}')
    screen.getByLabelText(/^name/).focus()
    await user.tab()
    expect(document.activeElement?.getAttribute('type')).toBe('radio')
  })
})
