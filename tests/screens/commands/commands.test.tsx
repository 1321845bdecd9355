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

const withEditor = (more: Partial<NonNullable<Screen['editor']>>): Screen => ({
  ...siteBoxScreen,
  editor: { ...siteBoxScreen.editor, sections: siteBoxScreen.editor?.sections ?? {}, ...more },
})
const commanding = withEditor({ commands: { sync, reset } })

const hub = (more: Partial<ServedRecord> = {}): ServedRecord => served({ ...siteBox(), mode: 'hub', notes: 'Never' }, more)
/** Shows the editor once its commands are there. */
async function open(options: RenderEditorOptions) {
  const shown = renderEditor(options)
  await screen.findByRole('button', { name: 'sync' })
  return shown
}
const button = (name: string) => screen.getByRole('button', { name: name })
const said = (name: string) => within(screen.getByRole('region', { name: name }))

describe('a command of an editor', () => {
  it('is carried out at once on the stored record, and shows what came of it', async () => {
    const { call, answer } = failing.holds('command')
    const source = testSource({
      command: call,
      one: () => Promise.resolve(hub({ revision: 4, notes: 'A moment ago' })),
    })
    const { user, contextDirty } = await open({ record: hub(), screen: commanding, source })
    await user.click(button('sync'))
    expect(button('sync').getAttribute('aria-busy')).toBe('true')
    answer(undefined)
    await waitFor(() => expect(said('sync').getByText('sync.done')).toBeDefined())
    expect(source.command).toHaveBeenCalledExactlyOnceWith('siteBoxes/sync', hub().oid, { idempotencyKey: expect.any(String) })
    expect(source.plan).not.toHaveBeenCalled()
    expect(contextDirty).not.toHaveBeenCalled()
  })

  it('says in every language that it was done, and goes on saying so in the next one', async () => {
    const source = testSource({ command: () => Promise.resolve(undefined), one: () => Promise.resolve(hub()) })
    const { user, speak } = await open({ record: hub(), screen: commanding, source })
    await user.click(button('sync'))
    await waitFor(() => expect(said('sync').getByText('sync.done')).toBeDefined())
    speak('auf Deutsch:')
    expect(await screen.findByText('auf Deutsch: sync.done')).toBeDefined()
    expect(screen.queryByText('sync.done')).toBeNull()
  })

  it('says what failed with its request, and begins anew after a refusal, but not after a lost answer', async () => {
    const source = testSource({ one: () => Promise.resolve(hub()) })
    source.command
      .mockImplementationOnce(failing.refuses('command', { status: 400, detail: 'Nothing to sync', requestId: 'r-7' }))
      .mockImplementationOnce(failing.refuses('command', { status: 0 }))
      .mockResolvedValueOnce(undefined)
    const { user } = await open({ record: hub(), screen: commanding, source })
    await user.click(button('sync'))
    await waitFor(() => expect(said('sync').getByText(/Nothing to sync/)).toBeDefined())
    expect(said('sync').getByText(/r-7/)).toBeDefined()
    await user.click(button('sync'))
    await waitFor(() => expect(said('sync').getByText(/unexpected/)).toBeDefined())
    await user.click(button('sync'))
    await waitFor(() => expect(said('sync').getByText('sync.done')).toBeDefined())
    const [refused, lost, again] = source.command.mock.calls.map(([, , options]) => options.idempotencyKey)
    expect(lost).not.toBe(refused)
    expect(again).toBe(lost)
  })

  it('that writes asks first, says what is given up, and sends its values from the revision of now', async () => {
    const spoke = served({ ...siteBox(), mode: 'spoke' }, { revision: 9 })
    const source = testSource({ one: () => Promise.resolve(spoke) })
    const { user } = await open({ record: hub(), screen: commanding, source })
    await user.type(screen.getByRole('textbox', { name: 'preference' }), '5')
    await user.click(button('reset'))
    const question = within(screen.getByRole('alertdialog', { name: 'reset' }))
    expect(question.getByText(/reset\.confirm/)).toBeDefined()
    expect(question.getByText(/unsaved changes/)).toBeDefined()
    await user.click(question.getByRole('button', { name: 'reset' }))
    await waitFor(() => expect(said('reset').getByText('reset.done')).toBeDefined())
    expect(lastPlan(source)).toMatchObject({
      tenantOid: 'acme',
      items: [{ action: 'update', oid: hub().oid, revision: 9, changes: { mode: 'spoke', notes: null } }],
    })
    expect(screen.getByText('No changes')).toBeDefined()
  })

  it.each([
    ['while its condition does not hold', served({ ...siteBox(), mode: 'spoke' }), false],
    ['without the right to change the record', hub({ can: { update: { because: 'service.because.update' } } }), false],
    ['where the record is only looked at', hub(), true],
  ])('is shut %s, and says why', async (_when, record, consult) => {
    const { user, source } = await open({ record, screen: commanding, consult })
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

describe('a notice of an editor', () => {
  const text = 'settings.reporting.not.available'
  const noting = (when: EditorNotice['when']): Screen => withEditor({ notices: [{ kind: 'danger', when, text }] })
  const shown = () => screen.queryAllByText('Reporting is not available for this customer.').length

  it('stands with the record that it is about, and with no other one', () => {
    renderEditor({ record: hub(), screen: noting({ mode: 'hub' }) })
    expect(shown()).toBe(1)
    cleanup()
    renderEditor({ record: served({ ...siteBox(), mode: 'spoke' }), screen: noting({ mode: 'hub' }) })
    expect(shown()).toBe(0)
  })

  it('is not about a record that is still to be made', () => {
    renderEditor({ screen: noting({ mode: { not: 'other' } }) })
    expect(shown()).toBe(0)
    cleanup()
    renderEditor({ record: hub(), screen: noting({ mode: { not: 'other' } }) })
    expect(shown()).toBe(1)
  })
})
