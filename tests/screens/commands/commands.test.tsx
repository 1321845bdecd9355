// @vitest-environment happy-dom
import { cleanup, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EditorCommand, EditorNotice, Screen } from '../../../renderer/descriptor/screen.ts'
import type { ServedRecord } from '../../../schemas/plan.ts'
import { lastPlan, screen, served, renderEditor, testSource, type RenderEditorOptions } from '../../support/editor/render-editor.tsx'
import { siteBox, siteBoxScreen } from '../../support/editor/site-box.ts'
import { failingService } from '../../support/failing-service.ts'

const failing = failingService()
beforeEach(() => localStorage.clear())
afterEach(cleanup)

const sync: EditorCommand = { post: 'siteBoxes/sync', when: { mode: 'hub' }, because: 'editor.reading.noRight', resultFields: ['notes'] }
const reset: EditorCommand = {
  write: { mode: 'spoke', notes: null },
  when: { mode: 'hub' },
  because: 'editor.reading.noRight',
  confirm: true,
}

const withEditor = (editor: Partial<NonNullable<Screen['editor']>>): Screen => ({
  ...siteBoxScreen,
  editor: { ...siteBoxScreen.editor, sections: siteBoxScreen.editor?.sections ?? {}, ...editor },
})
const screenWithCommands = withEditor({ commands: { sync, reset } })

const hub = (overrides: Partial<ServedRecord> = {}): ServedRecord => served({ ...siteBox(), mode: 'hub', notes: 'Never' }, overrides)
/** Shows the editor and waits for its commands. */
async function open(options: RenderEditorOptions) {
  const rendered = renderEditor(options)
  await screen.findByRole('button', { name: 'sync' })
  return rendered
}
const button = (name: string) => screen.getByRole('button', { name: name })
const outcomeOf = (name: string) => within(screen.getByRole('region', { name: name }))

describe('a command in an editor', () => {
  it('runs at once on the stored record, and reports its success', async () => {
    const { call, answer } = failing.holds('command')
    const source = testSource({
      command: call,
      one: () => Promise.resolve(hub({ revision: 4, notes: 'A moment ago' })),
    })
    const { user, contextDirty } = await open({ record: hub(), screen: screenWithCommands, source })
    await user.click(button('sync'))
    expect(button('sync').getAttribute('aria-busy')).toBe('true')
    answer(undefined)
    await waitFor(() => expect(outcomeOf('sync').getByText('sync.done')).toBeDefined())
    expect(source.command).toHaveBeenCalledExactlyOnceWith('siteBoxes/sync', hub().oid, { idempotencyKey: expect.any(String) })
    expect(source.plan).not.toHaveBeenCalled()
    expect(contextDirty).not.toHaveBeenCalled()
  })

  it('reports its success in the current language, also after the language changes', async () => {
    const source = testSource({ command: () => Promise.resolve(undefined), one: () => Promise.resolve(hub()) })
    const { user, changeLanguage } = await open({ record: hub(), screen: screenWithCommands, source })
    await user.click(button('sync'))
    await waitFor(() => expect(outcomeOf('sync').getByText('sync.done')).toBeDefined())
    changeLanguage('auf Deutsch:')
    expect(await screen.findByText('auf Deutsch: sync.done')).toBeDefined()
    expect(screen.queryByText('sync.done')).toBeNull()
  })

  it('shows its error with the request id; a retry has a new idempotency key after a refusal, but not after a lost response', async () => {
    const source = testSource({ one: () => Promise.resolve(hub()) })
    source.command
      .mockImplementationOnce(failing.refuses('command', { status: 400, detail: 'Nothing to sync', requestId: 'r-7' }))
      .mockImplementationOnce(failing.refuses('command', { status: 0 }))
      .mockResolvedValueOnce(undefined)
    const { user } = await open({ record: hub(), screen: screenWithCommands, source })
    await user.click(button('sync'))
    await waitFor(() => expect(outcomeOf('sync').getByText(/Nothing to sync/)).toBeDefined())
    expect(outcomeOf('sync').getByText(/r-7/)).toBeDefined()
    await user.click(button('sync'))
    await waitFor(() => expect(outcomeOf('sync').getByText(/unexpected/)).toBeDefined())
    await user.click(button('sync'))
    await waitFor(() => expect(outcomeOf('sync').getByText('sync.done')).toBeDefined())
    const [refused, lost, again] = source.command.mock.calls.map(([, , options]) => options.idempotencyKey)
    expect(lost).not.toBe(refused)
    expect(again).toBe(lost)
  })

  it('shows at its button the first message of a refusal, and "Error!" without a response', { tags: ['S2-8.8'] }, async () => {
    const source = testSource({ one: () => Promise.resolve(hub()) })
    const errors = ['First.', 'Second.'].map((message) => ({ pointer: '', key: 'invented.reason', message }))
    source.command
      .mockImplementationOnce(failing.refuses('command', { status: 400, detail: 'Refused', errors }))
      .mockImplementationOnce(failing.refuses('command', { status: 0 }))
    const { user } = await open({ record: hub(), screen: screenWithCommands, source })
    for (const reason of ['First.', 'Error!']) {
      await user.click(button('sync'))
      await waitFor(() => expect(outcomeOf('sync').getAllByRole('listitem')).toHaveLength(1))
      await user.unhover(button('sync'))
      await user.hover(button('sync'))
      expect((await screen.findByRole('tooltip')).textContent).toBe(reason)
    }
  })

  it('that writes asks for confirmation, warns of unsaved changes, and sends its values with the current revision', async () => {
    const spoke = served({ ...siteBox(), mode: 'spoke' }, { revision: 9 })
    const source = testSource({ one: () => Promise.resolve(spoke) })
    const { user } = await open({ record: hub(), screen: screenWithCommands, source })
    await user.type(screen.getByRole('textbox', { name: 'preference' }), '5')
    await user.click(button('reset'))
    const dialog = within(screen.getByRole('alertdialog', { name: 'reset' }))
    expect(dialog.getByText(/reset\.confirm/)).toBeDefined()
    expect(dialog.getByText(/unsaved changes/)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'reset' }))
    await waitFor(() => expect(outcomeOf('reset').getByText('reset.done')).toBeDefined())
    expect(lastPlan(source)).toMatchObject({
      tenantOid: 'acme',
      items: [{ action: 'update', oid: hub().oid, revision: 9, changes: { mode: 'spoke', notes: null } }],
    })
    expect(screen.getByText('No changes')).toBeDefined()
  })

  it.each([
    ['while its condition does not hold', served({ ...siteBox(), mode: 'spoke' }), false],
    ['without the right to update the record', hub({ can: { update: { because: 'service.because.update' } } }), false],
    ['in a read-only editor', hub(), true],
  ])('is disabled %s, and says why', async (_case, record, consult) => {
    const { user, source } = await open({ record, screen: screenWithCommands, consult })
    for (const name of ['sync', 'reset']) {
      expect(button(name).getAttribute('aria-disabled')).toBe('true')
      await user.click(button(name))
    }
    expect(source.command).not.toHaveBeenCalled()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await user.hover(button('sync'))
    expect((await screen.findByRole('tooltip')).textContent).not.toBe('')
  })
})

describe('a notice in an editor', () => {
  const text = 'settings.reporting.not.available'
  const screenWithNotice = (when: EditorNotice['when']): Screen => withEditor({ notices: [{ kind: 'danger', when, text }] })
  const noticeCount = () => screen.queryAllByText('Reporting is not available for this customer.').length

  it('is shown only for records that meet its condition', () => {
    renderEditor({ record: hub(), screen: screenWithNotice({ mode: 'hub' }) })
    expect(noticeCount()).toBe(1)
    cleanup()
    renderEditor({ record: served({ ...siteBox(), mode: 'spoke' }), screen: screenWithNotice({ mode: 'hub' }) })
    expect(noticeCount()).toBe(0)
  })

  it('is not shown for a new record', () => {
    renderEditor({ screen: screenWithNotice({ mode: { not: 'other' } }) })
    expect(noticeCount()).toBe(0)
    cleanup()
    renderEditor({ record: hub(), screen: screenWithNotice({ mode: { not: 'other' } }) })
    expect(noticeCount()).toBe(1)
  })
})
