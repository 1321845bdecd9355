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
const failingRelated = failing.refuses('related', { status: 503, detail: 'Later, please.' })
const users = { entity: 'edge-box', count: 1200, records: [{ oid: 'b1', name: 'Paris' }] }

async function show(related: DataSource['related']) {
  const options = editorOptionsOf(profile)
  options.source.related.mockImplementation(related)
  const validate = await loadValidator('ihap-profile')
  const record = { ...profile.record!, can: { update: true, delete: true } as const }
  const rendered = renderEditor({ ...options, record, validate })
  const field = await screen.findByRole('textbox', { name: text('ihap-profile.field.keepAlive') })
  await rendered.user.clear(field)
  await rendered.user.type(field, '77')
  return { ...rendered, source: options.source }
}
const press = ({ user }: Awaited<ReturnType<typeof show>>, key: string) => user.click(screen.getByRole('button', { name: text(key) }))
const name = String(profile.record!['name'])

describe('the editor of a record that other records use', () => {
  it('lists those records before it saves, and saves nothing when the user cancels', { tags: ['S2-4.54'] }, async () => {
    const rendered = await show(() => Promise.resolve([users]))
    await press(rendered, 'editor.verb.update')
    const dialog = within(await screen.findByRole('alertdialog', { name: text('affected.title', { name }) }))
    dialog.getByText('Edge boxes (1,200)')
    dialog.getByText('Paris')
    dialog.getByText(text('affected.more', { count: 1199, rows: '1,199' }))
    await rendered.user.click(dialog.getByRole('button', { name: text('editor.cancel') }))
    expect(rendered.source.plan).not.toHaveBeenCalled()
    await press(rendered, 'editor.verb.update')
    await rendered.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: text('editor.verb.update') }))
    await waitFor(() => expect(rendered.source.plan).toHaveBeenCalledOnce())
  })

  it('saves at once if nothing uses the record, and says when the uses cannot be loaded', { tags: ['S2-4.54'] }, async () => {
    const rendered = await show(() => Promise.resolve([]))
    await press(rendered, 'editor.verb.update')
    await waitFor(() => expect(rendered.source.plan).toHaveBeenCalledOnce())
    cleanup()
    const failed = await show(failingRelated)
    await press(failed, 'editor.verb.update')
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByRole('alert').textContent).toContain('Later, please.')
    expect(failed.source.plan).not.toHaveBeenCalled()
  })

  it('cannot be deleted there, but in its list or table, which shows what uses it', { tags: ['S2-2.79'] }, async () => {
    await show(() => Promise.resolve([users]))
    expect(screen.queryByRole('button', { name: text('editor.verb.delete') })).toBeNull()
    for (const {
      name,
      schema,
      screen: { editor },
    } of everyForm)
      if (schema['x-entity'].affects === true) expect([name, editor?.deletes]).toEqual([name, false])
  })
})
