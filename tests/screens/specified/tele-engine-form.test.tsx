// @vitest-environment happy-dom
import { cleanup, configure, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadSectionParts } from '../../../renderer/editor/layout/section-view.tsx'
import { loadValidator } from '../../../schemas/generated/validators/load.ts'
import type { ServedRecord } from '../../../schemas/plan.ts'
import { mergeRecords } from '../../../schemas/vocabulary/changes.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { everyForm, editorOptionsOf } from '../../support/editor/every-form.ts'
import { lastPlan, renderEditor, screen } from '../../support/editor/render-editor.tsx'
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

/** Opens the form of a new or a stored engine. */
async function open(which: 'new' | 'edit', more: { record?: Partial<ServedRecord>; prefill?: Rec; consult?: boolean } = {}) {
  const form = everyForm.find(({ name }) => name === `tele-engine: ${which}`)!
  const [validate] = await Promise.all([loadValidator('tele-engine'), loadSectionParts(form.screen)])
  const record = form.record && ({ ...form.record, ...more.record } as ServedRecord)
  const prefill = mergeRecords(form.prefill, more.prefill ?? {})
  const opened = renderEditor({ ...editorOptionsOf(form), validate, record, prefill, consult: more.consult ?? false })
  await screen.findByRole('heading', { level: 2, name: 'General' })
  return opened
}

const buttons = (): string[] =>
  ['Create', 'Update', 'Delete', 'Cancel', 'Close'].filter((name) => screen.queryByRole('button', { name }) !== null)
const fields = (): string[] =>
  [...document.querySelectorAll('[id^="field."]')].map(({ id }) => id.slice('field.'.length)).filter((id) => !/__|-written$/.test(id))
const input = (id: string): HTMLInputElement => document.getElementById(`field.${id}`) as HTMLInputElement
const isLocked = (id: string): boolean => input(id).disabled || input(id).readOnly
const alerts = async () => within(await screen.findByRole('region', { name: 'Messages' }))
const refused = { because: 'list.reason.noRight' } as const

describe('S1 section 2, the editor of a tele engine', () => {
  it('has cards for name and site, subnets with their number, and the WAN', { tags: ['S1-1.2', 'S1-2.48', 'S1-9.1'] }, async () => {
    await open('edit')
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Subnets1'])
    expect(fields()).toEqual(['name', 'site', 'lan.subnets', 'wan.transportNetwork', 'wan.access.upBandwidth', 'wan.access.downBandwidth'])
  })

  it('is applied by Create while it is new, back to the list', { tags: ['S1-2.49'] }, async () => {
    const { user, source } = await open('new')
    expect(buttons()).toEqual(['Create', 'Cancel'])
    await user.click(screen.getByRole('button', { name: 'Create' }))
    await screen.findByRole('heading', { name: 'The list' })
    expect(lastPlan(source)?.items).toMatchObject([{ entity: 'tele-engine', action: 'create' }])
  })

  it('has Update and Delete once it is stored, and keeps its name', { tags: ['S1-2.49', 'S1-4.39'] }, async () => {
    await open('edit')
    expect(buttons()).toEqual(['Update', 'Delete', 'Cancel'])
    expect([isLocked('name'), isLocked('wan.access.upBandwidth')]).toEqual([true, false])
  })

  it.each([
    ['without the right to update', { record: { can: { update: refused, delete: true as const } } }],
    ['when it is consulted', { consult: true }],
  ])('is read only %s, with Close instead of Update', { tags: ['S1-2.49', 'S1-6.8'] }, async (_case, more) => {
    const { container } = await open('edit', more)
    expect(buttons()).toContain('Close')
    expect(buttons()).not.toContain('Update')
    const editable = [...container.querySelectorAll<HTMLInputElement>('input, select, textarea')].filter(
      (one) => !one.disabled && !one.readOnly,
    )
    expect(editable.map(({ id }) => id)).toEqual([])
  })

  it('keeps its first subnet, of which the others can be removed', { tags: ['S1-5.37'] }, async () => {
    const { user } = await open('edit')
    await user.click(screen.getByRole('button', { name: /^Add row/ }))
    const remove = await screen.findAllByRole('button', { name: /^Remove row \d/ })
    expect(remove.map((one) => one.getAttribute('aria-disabled') === 'true')).toEqual([true, false])
  })

  it('locks and empties both bandwidths without a network', { tags: ['S1-3.31', 'S1-5.35'] }, async () => {
    const { user } = await open('edit')
    expect(input('wan.access.upBandwidth').value).not.toBe('')
    await user.click(input('wan.transportNetwork'))
    await user.click(await screen.findByRole('option', { name: /Not Specified/ }))
    for (const id of ['wan.access.upBandwidth', 'wan.access.downBandwidth'])
      await waitFor(() => expect([id, isLocked(id), input(id).value]).toEqual([id, true, '']))
  })

  it('stays changed when the service refuses it, with status and messages', { tags: ['S1-4.38', 'S1-8.5'] }, async () => {
    const { user, source } = await open('new')
    source.plan.mockImplementation(failing.refuses('plan', { status: 500, detail: 'The disk is on fire.', requestId: 'trouble-1' }))
    await user.click(screen.getByRole('button', { name: 'Create' }))
    const message = await (await alerts()).findByText(/The disk is on fire\./)
    expect(message.closest('li, div')?.textContent).toContain('500')
    expect(buttons()).toEqual(['Create', 'Cancel'])
  })
})
