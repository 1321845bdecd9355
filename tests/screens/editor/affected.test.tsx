// @vitest-environment happy-dom
import { cleanup, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DataSource } from '../../../renderer/data/data-source.ts'
import { loadValidator } from '../../../schemas/generated/validators/load.ts'
import { everyForm, editorOptionsOf } from '../../support/editor/every-form.ts'
import { screen, renderEditor } from '../../support/editor/render-editor.tsx'
import { testText as text } from '../../support/editor/texts.ts'
import { failingService } from '../../support/failing-service.ts'

beforeEach(() => {
  localStorage.clear()
  document.body.replaceChildren()
})
afterEach(cleanup)

const failing = failingService()
const profile = everyForm.find(({ name }) => name === 'ihap-profile: edit')!
const unknown = failing.refuses('related', { status: 503, detail: 'Later, please.' })
const users = { entity: 'edge-box', count: 1200, records: [{ oid: 'b1', name: 'Paris' }] }

async function show(related: DataSource['related']) {
  const options = editorOptionsOf(profile)
  options.source.related.mockImplementation(related)
  const validate = await loadValidator('ihap-profile')
  const record = { ...profile.record!, can: { update: true, delete: true } as const }
  const shown = renderEditor({ ...options, record, validate })
  const field = await screen.findByRole('textbox', { name: text('ihap-profile.field.keepAlive') })
  await shown.user.clear(field)
  await shown.user.type(field, '77')
  return { ...shown, source: options.source }
}
const press = ({ user }: Awaited<ReturnType<typeof show>>, key: string) => user.click(screen.getByRole('button', { name: text(key) }))
const name = String(profile.record!['name'])

describe('the editor of what others use', () => {
  it('tells who they are before it changes, and changes nothing when one thinks better of it', { tags: ['S2-4.54'] }, async () => {
    const shown = await show(() => Promise.resolve([users]))
    await press(shown, 'editor.verb.update')
    const question = within(await screen.findByRole('alertdialog', { name: text('affected.title', { name }) }))
    question.getByText('Edge boxes (1,200)')
    question.getByText('Paris')
    question.getByText(text('affected.more', { count: 1199, rows: '1,199' }))
    await shown.user.click(question.getByRole('button', { name: text('editor.cancel') }))
    expect(shown.source.plan).not.toHaveBeenCalled()
    await press(shown, 'editor.verb.update')
    await shown.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: text('editor.verb.update') }))
    await waitFor(() => expect(shown.source.plan).toHaveBeenCalledOnce())
  })

  it('asks nothing where it is not used, and says it where nobody can tell', { tags: ['S2-4.54'] }, async () => {
    const shown = await show(() => Promise.resolve([]))
    await press(shown, 'editor.verb.update')
    await waitFor(() => expect(shown.source.plan).toHaveBeenCalledOnce())
    cleanup()
    const untold = await show(unknown)
    await press(untold, 'editor.verb.update')
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByRole('alert').textContent).toContain('Later, please.')
    expect(untold.source.plan).not.toHaveBeenCalled()
  })

  it('tells it in the question before it is deleted, and leaves nothing to agree to', { tags: ['S2-4.54'] }, async () => {
    const shown = await show(() => Promise.resolve([users]))
    await press(shown, 'editor.verb.delete')
    const question = within(await screen.findByRole('alertdialog', { name: text('editor.delete.title', { name }) }))
    await question.findByText('Edge boxes (1,200)')
    question.getByText(text('affected.deleted'))
    expect(question.queryByText(text('editor.delete.about', { name }))).toBeNull()
    const remove = question.getByRole('button', { name: text('editor.verb.delete') })
    expect(remove.getAttribute('aria-disabled')).toBe('true')
    await shown.user.click(remove)
    expect(shown.source.plan).not.toHaveBeenCalled()
  })

  it('leaves the choice where nothing uses it, or nobody can tell', { tags: ['S2-4.54'] }, async () => {
    const answers: DataSource['related'][] = [() => Promise.resolve([]), unknown]
    for (const answer of answers) {
      const shown = await show(answer)
      await press(shown, 'editor.verb.delete')
      const question = within(await screen.findByRole('alertdialog'))
      await question.findByText(answer === answers[0] ? text('affected.nobody') : /Later, please\./u)
      await shown.user.click(question.getByRole('button', { name: text('editor.verb.delete') }))
      await waitFor(() => expect(shown.source.plan).toHaveBeenCalledOnce())
      cleanup()
    }
  })
})
