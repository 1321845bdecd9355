// @vitest-environment happy-dom
import { cleanup, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DataSource } from '../../../renderer/data/data-source.ts'
import { screen } from '../../support/editor/render-editor.tsx'
import {
  stored,
  vrrpProfiles,
  answerOf,
  applied,
  cell,
  update,
  retype,
  itemsOf,
  showRecordTabs as show,
  type Rendered,
} from '../../support/editor/record-tabs.ts'
import { widenWindow } from '../../support/editor/render-settings.tsx'
import { testText as text } from '../../support/editor/texts.ts'
import { failingService } from '../../support/failing-service.ts'

const failing = failingService()

beforeEach(() => {
  // happy-dom does no layout: give every element the height of ten rows.
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 400 })
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => 400 })
  document.body.replaceChildren()
  widenWindow()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('a list of records in a settings tab', () => {
  it('numbers its rows, links to editors, and does not delete built-in records', { tags: ['S2-2.78', 'S2-4.53'] }, async () => {
    const rendered = await show({ address: '/settings/ihapProfile' })
    const table = within(await screen.findByRole('table', { name: 'IHAP profiles' }))
    const rows = table.getAllByRole('row').slice(1)
    expect(
      rows.map((row) =>
        within(row)
          .getAllByRole('cell')
          .slice(0, 2)
          .map(({ textContent }) => textContent),
      ),
    ).toEqual([
      ['1', 'Default'],
      ['2', 'Night'],
    ])
    expect(
      within(rows[0]!)
        .getByRole('link', { name: text('settings-page.row.look', { name: 'Default' }) })
        .getAttribute('href'),
    ).toContain('/consult/p1')
    expect(
      within(rows[1]!)
        .getByRole('link', { name: text('settings-page.row.edit', { name: 'Night' }) })
        .getAttribute('href'),
    ).toContain('/edit/p2')
    expect(screen.getByRole('link', { name: text('list.action.create') }).getAttribute('href')).toMatch(/\/new$/)
    const deleteDefault = within(rows[0]!).getByRole('button', { name: text('settings-page.row.delete', { name: 'Default' }) })
    expect(deleteDefault.getAttribute('aria-disabled')).toBe('true')
    await rendered.user.click(within(rows[1]!).getByRole('button', { name: text('settings-page.row.delete', { name: 'Night' }) }))
    const dialog = within(await screen.findByRole('alertdialog', { name: text('editor.delete.title', { name: 'Night' }) }))
    await dialog.findByText(text('affected.nobody'))
    await rendered.user.click(dialog.getByRole('button', { name: text('editor.verb.delete') }))
    await waitFor(() => expect(itemsOf(rendered)).toEqual([{ entity: 'ihap-profile', action: 'delete', oid: 'p2', revision: 1 }]))
  })

  it('lists what uses a record before it deletes it, and does not delete it then', { tags: ['S2-4.54'] }, async () => {
    const users = { entity: 'edge-box', count: 1200, records: [{ oid: 'b1', name: 'Paris' }] }
    const ask = async (related: DataSource['related']) => {
      const rendered = await show({ address: '/settings/ihapProfile', related })
      await rendered.user.click(await screen.findByRole('button', { name: text('settings-page.row.delete', { name: 'Night' }) }))
      const dialog = within(await screen.findByRole('alertdialog', { name: text('editor.delete.title', { name: 'Night' }) }))
      return { ...rendered, dialog, confirm: () => dialog.getByRole('button', { name: text('editor.verb.delete') }) }
    }
    const used = await ask(() => Promise.resolve([users]))
    await used.dialog.findByText('Edge boxes (1,200)')
    used.dialog.getByText(text('affected.deleted'))
    expect(used.dialog.queryByText(text('editor.delete.about', { name: 'Night' }))).toBeNull()
    expect(used.confirm().getAttribute('aria-disabled')).toBe('true')
    await used.user.click(used.confirm())
    expect(used.source.plan).not.toHaveBeenCalled()
    cleanup()
    const unknown = await ask(failing.refuses('related', { status: 503, detail: 'Later, please.' }))
    await unknown.dialog.findByText(/Later, please\./u)
    await unknown.user.click(unknown.confirm())
    await waitFor(() => expect(unknown.source.plan).toHaveBeenCalledOnce())
  })

  it('says that it is empty, and offers to add a record only with the right to', { tags: ['S2-6.23'] }, async () => {
    for (const tab of ['ihapProfile', 'vrrpProfile'])
      for (const mayCreate of [true, false]) {
        await show({ address: `/settings/${tab}`, list: () => Promise.resolve(answerOf([], mayCreate)) })
        await screen.findByText(text('settings-page.none'))
        expect(screen.queryAllByRole('link', { name: text('list.action.create') })).toHaveLength(mayCreate ? 1 : 0)
        cleanup()
      }
  })
})

const escaped = (label: string): string => label.replace(/[()]/g, '\\$&')

describe('a tab with a form per record', () => {
  const list: DataSource['list'] = (entity) => Promise.resolve(answerOf(entity === 'vrrp-profile' ? vrrpProfiles : (stored[entity] ?? [])))
  /** Applies plans, and answers with the records as they are then. */
  const plan: DataSource['plan'] = (request) => {
    const result = applied(request)
    const items = result.items.map((item, index) => {
      const { oid = '', changes } = request.items[index]!
      return { ...item, oid, record: { ...vrrpProfiles.find((record) => record.oid === oid)!, ...changes, revision: 2 } }
    })
    return Promise.resolve({ ...result, items })
  }
  const open = (options: Parameters<typeof show>[0] = {}) => show({ address: '/settings/vrrpProfile', list, plan, ...options })
  const field = (name: string) => screen.findByRole('textbox', { name: new RegExp(`^${escaped(text(`vrrp-profile.field.${name}`))}`) })
  const choose = ({ user }: Rendered, name: string) => user.click(screen.getByRole('tab', { name: new RegExp(`^${name}`) }))

  it('shows one record at a time in the tabs of its screen, the first one by default', { tags: ['S2-2.75'] }, async () => {
    const rendered = await open()
    await field('masterPriority')
    const tabs = () =>
      screen.getAllByRole('tablist').map((tabList) =>
        within(tabList)
          .getAllByRole('tab')
          .map(({ textContent }) => textContent),
      )
    expect(tabs().slice(1)).toEqual([
      ['Default', 'Slow links'],
      ['General', 'GARP', 'Tuning'],
    ])
    expect(screen.getByRole('tab', { name: 'General' }).getAttribute('aria-selected')).toBe('true')
    expect(await field('name')).toMatchObject({ value: 'Default' })
    await choose(rendered, 'GARP')
    await field('garpMasterDelay')
    await choose(rendered, 'Tuning')
    await field('weight')
    await choose(rendered, 'Slow links')
    // The inner tab stays, so that the same field of two records can be compared.
    expect(screen.getByRole('tab', { name: 'Tuning' }).getAttribute('aria-selected')).toBe('true')
    await field('weight')
    await choose(rendered, 'General')
    expect(await field('name')).toMatchObject({ value: 'Slow links' })
  })

  it('is applied by Update together with the other tabs; each changed record is sent', { tags: ['S2-4.43', 'S2-4.61'] }, async () => {
    const rendered = await open()
    await retype(rendered, await field('preemptDelay'), '7')
    await choose(rendered, 'Slow links')
    await retype(rendered, await field('preemptDelay'), '9')
    expect(
      within(screen.getByRole('tab', { name: /^Default/ }))
        .getByRole('img')
        .getAttribute('aria-label'),
    ).toBe('1 change')
    await rendered.user.click(screen.getByRole('tab', { name: /^Syslog servers/ }))
    await retype(rendered, await cell('Port', 1), '1514')
    screen.getByText(text('editor.bar.changes', { count: 3 }))
    await update(rendered)
    await screen.findByRole('heading', { name: 'The list' })
    expect(rendered.source.plan.mock.calls.flatMap(([{ items }]) => items.map(({ record: _record, ...item }) => item))).toEqual([
      { entity: 'syslog-server', action: 'update', oid: 'log', revision: 1, changes: { port: 1514 } },
      { entity: 'vrrp-profile', action: 'update', oid: 'Default', revision: 1, changes: { preemptDelay: 7 } },
      { entity: 'vrrp-profile', action: 'update', oid: 'Slow links', revision: 1, changes: { preemptDelay: 9 } },
    ])
  })

  it('saves nothing while a record is invalid, and opens that record at its first error', { tags: ['S2-4.45', 'S2-4.61'] }, async () => {
    const rendered = await open()
    await retype(rendered, await field('preemptDelay'), '1001')
    await choose(rendered, 'Slow links')
    await retype(rendered, await field('preemptDelay'), '9')
    await rendered.user.click(screen.getByRole('tab', { name: /^Syslog servers/ }))
    await update(rendered)
    await waitFor(async () => expect(document.activeElement).toBe(await field('preemptDelay')))
    expect([(await field('name')) as HTMLInputElement, document.activeElement]).toMatchObject([{ value: 'Default' }, { value: '1001' }])
    expect(rendered.source.plan).not.toHaveBeenCalled()
  })

  it('keeps what was refused, with its message, and sends only that again', { tags: ['S2-4.44', 'S2-4.61', 'S2-8.22'] }, async () => {
    let isDown = true
    const refused = failing.refuses('plan', { status: 500, detail: 'The disk is on fire.' })
    const rendered = await open({
      plan: (request, options) => (isDown && request.items[0]?.oid === 'Default' ? refused : plan)(request, options),
    })
    await retype(rendered, await field('preemptDelay'), '7')
    await choose(rendered, 'Slow links')
    await retype(rendered, await field('preemptDelay'), '9')
    await update(rendered)
    await screen.findByText(/\(500\): The disk is on fire\./)
    expect(await field('name')).toMatchObject({ value: 'Default' })
    expect(await field('preemptDelay')).toMatchObject({ value: '7' })
    isDown = false
    rendered.source.plan.mockClear()
    await update(rendered)
    await screen.findByRole('heading', { name: 'The list' })
    expect(itemsOf(rendered)).toMatchObject([{ oid: 'Default', changes: { preemptDelay: 7 } }])
  })

  it('asks before it changes a record that others use, and lists them', { tags: ['S2-4.54'] }, async () => {
    const users = { entity: 'edge-box', count: 12, records: [{ oid: 'b1', name: 'Paris' }] }
    const rendered = await open({ related: ({ oid }) => Promise.resolve(oid === 'Default' ? [users] : []) })
    await retype(rendered, await field('preemptDelay'), '7')
    await update(rendered)
    const dialog = within(await screen.findByRole('alertdialog', { name: text('affected.titleMany') }))
    dialog.getByText('Edge boxes (12)')
    expect(rendered.source.plan).not.toHaveBeenCalled()
    await rendered.user.click(dialog.getByRole('button', { name: text('editor.verb.update') }))
    await screen.findByRole('heading', { name: 'The list' })
  })
})
