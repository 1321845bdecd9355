// @vitest-environment happy-dom
import { entityMeta } from '../../../schemas/generated/entity-meta.ts'
import { cleanup, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { screen } from '../../support/editor/render-editor.tsx'
import {
  allRights,
  recordOf,
  stored,
  answerOf,
  applied,
  cell,
  button,
  update,
  retype,
  itemsOf,
  showRecordTabs as show,
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

describe('a table of records in a settings tab', () => {
  it('saves changed, added and removed rows in one plan, and then loads the stored rows', { tags: ['S2-2.77'] }, async () => {
    let servers = stored['syslog-server']!
    const rendered = await show({ list: () => Promise.resolve(answerOf(servers)) })
    await retype(rendered, await cell('Port', 1), '1514')
    await rendered.user.click(screen.getByRole('button', { name: text('editor.table.remove', { row: 2, list: 'Syslog servers' }) }))
    await rendered.user.click(screen.getByRole('button', { name: text('editor.table.addTo', { list: 'Syslog servers' }) }))
    await rendered.user.type(await cell('Name', 2), 'Barn')
    await rendered.user.type(await cell('Address or host name', 2), 'barn.example')
    await retype(rendered, await cell('Protocol', 2), 'udp')
    screen.getByText(text('editor.bar.changes', { count: 3 }))
    servers = [recordOf('log', { name: 'Log', ipOrHostname: '10.0.0.1', protocolId: 6, port: 1514 })]
    await update(rendered)
    await screen.findByRole('heading', { name: 'The list' })
    expect(rendered.source.plan.mock.calls).toHaveLength(1)
    expect(itemsOf(rendered)).toEqual([
      { entity: 'syslog-server', action: 'delete', oid: 'mill', revision: 1 },
      { entity: 'syslog-server', action: 'update', oid: 'log', revision: 1, changes: { port: 1514 } },
      { entity: 'syslog-server', action: 'create', changes: { name: 'Barn', ipOrHostname: 'barn.example', protocolId: 17 } },
    ])
    expect(rendered.source.list.mock.calls).toHaveLength(2)
  })

  it('marks errors at their cells, both before saving and after the service refused', { tags: ['S2-5.31'] }, async () => {
    const errors = [{ pointer: '/items/1/changes/name', key: 'syslog-server.name.taken', message: 'no' }]
    const rendered = await show({ plan: failing.refuses('plan', { status: 400, detail: 'Refused', errors }) })
    await retype(rendered, await cell('Port', 1), '65536')
    await update(rendered)
    await waitFor(async () => expect((await cell('Port', 1)).getAttribute('aria-invalid')).toBe('true'))
    expect(rendered.source.plan).not.toHaveBeenCalled()
    await retype(rendered, await cell('Port', 1), '0')
    await retype(rendered, await cell('Name', 2), 'Log')
    await update(rendered)
    const refused = await cell('Name', 2)
    await waitFor(() => expect(refused.getAttribute('aria-description')).toContain(text('syslog-server.name.taken')))
    expect(refused).toMatchObject({ value: 'Log' })
    await waitFor(() => expect(document.activeElement).toBe(refused))
  })

  it(
    'merges changes that others saved meanwhile, and shows both values of a conflicting cell before it saves again',
    { tags: ['S2-4.56'] },
    async () => {
      let servers = stored['syslog-server']!
      let isFirst = true
      const rendered = await show({
        list: () => Promise.resolve(answerOf(servers)),
        plan: (request, options) => {
          if (!isFirst) return Promise.resolve(applied(request))
          isFirst = false
          servers = [
            recordOf('log', { name: 'Log', ipOrHostname: '10.9.9.9', protocolId: 6, port: 99 }, { revision: 4 }),
            recordOf('new', { name: 'New', ipOrHostname: '10.0.0.3', protocolId: 6, port: 514 }),
          ]
          return failing.refuses('plan', { status: 409, detail: 'Refused' })(request, options)
        },
      })
      await retype(rendered, await cell('Port', 1), '1514')
      await update(rendered)
      await screen.findByText(text('settings-page.table.others'))
      expect(await cell('Port', 1)).toMatchObject({ value: '1514' })
      expect((await cell('Port', 1)).getAttribute('aria-description')).toContain(text('settings-page.table.conflict', { value: '99' }))
      expect(await cell('Address or host name', 1)).toMatchObject({ value: '10.9.9.9' })
      expect(await cell('Name', 2)).toMatchObject({ value: 'New' })
      await update(rendered)
      await screen.findByRole('heading', { name: 'The list' })
      expect(itemsOf(rendered, 1)).toEqual([
        { entity: 'syslog-server', action: 'update', oid: 'log', revision: 4, changes: { port: 1514 } },
      ])
    },
  )

  it('asks for confirmation if other records use a changed one, and lists them', { tags: ['S2-4.55'] }, async () => {
    const users = { entity: 'edge-box', count: 12, records: [{ oid: 'b1', name: 'Paris' }] }
    const rendered = await show({ related: ({ oid }) => Promise.resolve(oid === 'log' ? [users] : []) })
    await retype(rendered, await cell('Port', 2), '1')
    await retype(rendered, await cell('Port', 1), '2')
    await update(rendered)
    const dialog = within(await screen.findByRole('alertdialog', { name: text('affected.titleMany') }))
    dialog.getByText('Edge boxes (12)')
    dialog.getByText('Paris')
    dialog.getByText(text('affected.more', { count: 11, rows: '11' }))
    expect(dialog.queryByText('Mill')).toBeNull()
    expect(rendered.source.plan).not.toHaveBeenCalled()
    await rendered.user.click(dialog.getByRole('button', { name: text('editor.verb.update') }))
    await screen.findByRole('heading', { name: 'The list' })
    expect(itemsOf(rendered)).toHaveLength(2)
  })

  it(
    'shows a column per record if it is transposed, with switches for users who have the right',
    { tags: ['S2-2.76', 'S2-6.8'] },
    async () => {
      const rendered = await show({ address: '/settings/transportNetwork' })
      const table = within(await screen.findByRole('table', { name: 'Transport networks' }))
      expect(table.getAllByRole('columnheader')).toHaveLength(3)
      expect(table.getAllByRole('textbox').map((header) => (header as HTMLInputElement).value)).toEqual(['Internet', 'MPLS'])
      const label = text('transport-network.field.eligibleDti')
      expect(rendered.source.list.mock.calls[0]?.[1].filter).toBe('reserved=="false"')
      expect(table.getByRole('switch', { name: `${label}: Internet` })).toMatchObject({ checked: true })
      await rendered.user.click(table.getByRole('switch', { name: `${label}: MPLS` }))
      await update(rendered)
      await screen.findByRole('heading', { name: 'The list' })
      expect(itemsOf(rendered)).toEqual([
        { entity: 'transport-network', action: 'update', oid: 'net2', revision: 1, changes: { eligibleDti: true } },
      ])
      cleanup()
      const withoutSwitchRight = stored['transport-network']!.map((record) => ({ ...record, can: allRights }))
      const restricted = await show({ address: '/settings/transportNetwork', list: () => Promise.resolve(answerOf(withoutSwitchRight)) })
      const locked = await screen.findByRole('switch', { name: `${label}: MPLS` })
      await restricted.user.click(locked)
      expect([(locked as HTMLInputElement).checked, locked.getAttribute('aria-disabled')]).toEqual([false, 'true'])
    },
  )

  it('adds a column and focuses its name, shows an invalid name, and removes columns', async () => {
    const rendered = await show({ address: '/settings/transportNetwork' })
    const nameOfColumn = (column: number) =>
      screen.findByRole('textbox', { name: text('settings-page.table.head', { field: text('transport-network.field.name'), column }) })
    await nameOfColumn(1)
    await rendered.user.click(button('settings-page.table.add'))
    const added = await nameOfColumn(3)
    await waitFor(() => expect(document.activeElement).toBe(added))
    await update(rendered)
    await waitFor(() => expect(added.getAttribute('aria-invalid')).toBe('true'))
    expect(document.activeElement).toBe(added)
    expect(rendered.source.plan).not.toHaveBeenCalled()
    await rendered.user.type(added, 'LTE')
    await rendered.user.click(screen.getByRole('button', { name: text('settings-page.row.delete', { name: 'Internet' }) }))
    await update(rendered)
    await screen.findByRole('heading', { name: 'The list' })
    expect(itemsOf(rendered)).toEqual([
      { entity: 'transport-network', action: 'delete', oid: 'net1', revision: 1 },
      { entity: 'transport-network', action: 'create', changes: { name: 'LTE' } },
    ])
  })

  it('is read-only without the right, and shows an error when it could not be loaded', { tags: ['S2-6.22'] }, async () => {
    const readOnlyServers = stored['syslog-server']!.map((record) => ({
      ...record,
      can: { update: { because: 'service.because.update' }, delete: { because: 'service.because.delete' } },
    }))
    expect(entityMeta['syslog-server'].resource).toBe('security_parameters')
    const reading = { list: true, read: true, create: false, update: false, delete: false }
    const editing = { list: true, read: true, create: true, update: true, delete: true }
    await show({
      list: () => Promise.resolve(answerOf(readOnlyServers, false)),
      canOf: (entity) => (entity === 'syslog-server' ? reading : editing),
    })
    expect(await cell('Port', 1)).toMatchObject({ readOnly: true, value: '514' })
    expect(screen.queryByRole('button', { name: text('editor.table.addTo', { list: 'Syslog servers' }) })).toBeNull()
    cleanup()
    let isDown = true
    const down = failing.refuses('list', { status: 503, detail: 'Refused' })
    const rendered = await show({
      list: (entity, ...rest) => (isDown ? down(entity, ...rest) : Promise.resolve(answerOf(stored[entity] ?? []))),
    })
    await screen.findByText(text('settings-page.failed.title'))
    isDown = false
    await rendered.user.click(button('editor.failed.retry'))
    await cell('Port', 1)
  })
})
