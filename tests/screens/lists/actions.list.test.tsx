// @vitest-environment happy-dom
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { example, exampleSchema, exampleScreen } from '../../../renderer/data/example.fixture.ts'
import { ListPage } from '../../../renderer/list/list-page.tsx'
import type { ServedRecord } from '../../../schemas/plan.ts'
import { failingService } from '../../support/failing-service.ts'
import { examples, openList } from '../../support/list/open-list.tsx'
import { applied, exampleListService, renderPage } from '../../support/list/render-page.tsx'

// Checking for hidden elements computes the style of each one; these tests need no such check.
configure({ asyncUtilTimeout: 5000, defaultHidden: true })

const failing = failingService()
const occupied = { because: 'because.occupied' }

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('the actions of one row', () => {
  it('are those that the service permits for the record; others are disabled with its reason', { tags: ['S0-6.31'] }, async () => {
    const { user } = await openList([example(1, { can: { read: true, delete: occupied } })])
    await user.click(screen.getByLabelText('Actions for A1'))
    const menu = within(screen.getByRole('menu'))
    expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'View',
      'Copy link',
      'DeleteThe rack holds a server.',
    ])
    expect(menu.getByRole('menuitem', { name: 'Delete' }).getAttribute('aria-description')).toBe('The rack holds a server.')
  })

  it(
    'include an action of the application if the user has its right and the row has the fields it needs',
    { tags: ['S1-2.11'] },
    async () => {
      const run = vi.fn<(row: Record<string, unknown>, tenantOid: string) => Promise<void>>(async () => undefined)
      const appActions = { troubleshoot: { icon: 'gauge', run } }
      const list = {
        ...exampleScreen.list,
        columns: ['code'],
        appActions: [{ name: 'troubleshoot', needs: 'troubleshoot', with: ['roomName'] }],
      }
      const options = { screen: { ...exampleScreen, list }, appActions }
      const records = [example(1), example(2, { roomName: null })]
      const isOffered = async (row: string) => {
        await userEvent.click(screen.getByLabelText(`Actions for ${row}`))
        const names = screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
        await userEvent.keyboard('{Escape}')
        return names.includes('Troubleshoot live')
      }
      const first = await openList(records, { ...options, can: { read: true } })
      expect(await isOffered('A1')).toBe(false)
      first.unmount()
      const { user } = await openList(records, { ...options, can: { read: true, troubleshoot: true } })
      expect([await isOffered('A1'), await isOffered('A2')]).toEqual([true, false])
      await user.click(screen.getByLabelText('Actions for A1'))
      await user.click(screen.getByRole('menuitem', { name: 'Troubleshoot live' }))
      await waitFor(() => expect(run).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ oid: 'b1' }), 'acme'))
    },
  )

  it('delete after a confirmation, with the revision that the list shows', { tags: ['S2-2.48'] }, async () => {
    const { user, source, toast } = await openList(examples(2, { revision: 7 }))
    await user.click(screen.getByLabelText('Actions for A1'))
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByRole('heading', { name: 'Delete A1?' })).toBeDefined()
    expect(source.plan).not.toHaveBeenCalled()
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByText('A1')).toBeNull())
    expect(source.plan.mock.lastCall?.[0]).toEqual({
      source: 'inline',
      tenantOid: 'acme',
      items: [{ entity: 'rack', action: 'delete', oid: 'b1', revision: 7 }],
    })
    expect(toast).toHaveBeenCalledWith('success', '1 row deleted', { undo: { text: 'Undo', run: expect.any(Function) } })
  })

  it('keep the dialog open when the service refuses, and repeat the idempotency key', { tags: ['S0-8.8'] }, async () => {
    const { user, source } = await openList(examples(1))
    source.plan.mockImplementationOnce(failing.refuses('plan', { status: 409, detail: 'Changed meanwhile', requestId: 'r-9' }))
    await user.click(screen.getByLabelText('Actions for A1'))
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }))
    await screen.findByRole('alertdialog')
    const confirm = () => within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' })
    await user.click(confirm())
    expect(await screen.findByText('Changed meanwhile')).toBeDefined()
    expect(screen.getByText(/r-9/)).toBeDefined()
    await user.click(confirm())
    await waitFor(() => expect(source.plan).toHaveBeenCalledTimes(2))
    const keys = source.plan.mock.calls.map(([, { idempotencyKey }]) => idempotencyKey)
    expect(new Set(keys).size).toBe(1)
  })
})

describe('selected rows', () => {
  it('are deleted together, except those that may not be deleted; the dialog says why', async () => {
    const { user, source } = await openList([example(1), example(2, { can: { delete: occupied } }), example(3)])
    await user.click(screen.getByLabelText('Select all rows of this page'))
    const bar = within(await screen.findByRole('region', { name: 'Selected rows' }))
    expect(bar.getByText('3 selected')).toBeDefined()
    await user.click(bar.getByRole('button', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByRole('heading', { name: 'Delete 2 rows?' })).toBeDefined()
    expect(dialog.getByText('1 selected row stays: The rack holds a server.')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(source.plan.mock.lastCall?.[0].items.map(({ oid }) => oid)).toEqual(['b1', 'b3']))
    expect(source.plan.mock.lastCall?.[0].source).toBe('bulk')
  })

  it('cannot be deleted if none of them may be; a tooltip says why', async () => {
    const { user } = await openList([example(1, { can: { delete: occupied } }), example(2, { can: { delete: occupied } }), example(3)])
    const deleteButton = async () =>
      within(await screen.findByRole('region', { name: 'Selected rows' })).getByRole('button', { name: 'Delete' })
    await user.click(screen.getByLabelText('Select A1'))
    await user.click(screen.getByLabelText('Select A2'))
    expect((await deleteButton()).getAttribute('aria-disabled')).toBe('true')
    await user.hover(await deleteButton())
    expect((await screen.findByRole('tooltip')).textContent).toContain('The rack holds a server.')
    await user.click(screen.getByLabelText('Select A3'))
    expect((await deleteButton()).getAttribute('aria-disabled')).toBeNull()
  })

  it('can be all matching rows on every page, except those deselected', async () => {
    const { user, source } = await openList(examples(23), { address: '/racks?size=20' })
    await user.click(screen.getByLabelText('Select A2'))
    await user.click(screen.getByRole('button', { name: 'Select all 23 that match' }))
    await user.click(screen.getByLabelText('Select A1'))
    expect(screen.getByText('22 selected')).toBeDefined()
    await user.click(within(await screen.findByRole('region', { name: 'Selected rows' })).getByRole('button', { name: 'Delete' }))
    await screen.findByRole('heading', { name: 'Delete 22 rows?' })
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(source.plan.mock.lastCall?.[0].items).toHaveLength(22))
    expect(source.plan.mock.lastCall?.[0].items.some(({ oid }) => oid === 'b1')).toBe(false)
  })

  it.each([
    { result: 'is disabled without the right', can: { delete: false }, count: 23, isDisabled: true },
    { result: 'is enabled if rows on other pages may be deletable', can: { delete: true }, count: 23, isDisabled: false },
    { result: 'is disabled if all matching rows are on this page', can: { delete: true }, count: 20, isDisabled: true },
  ])('of which none on this page may be deleted: the delete button $result', async ({ can, count, isDisabled }) => {
    const { user } = await openList(examples(count, { can: { delete: occupied } }), { address: '/racks?size=20', can })
    await user.click(screen.getByLabelText('Select A2'))
    await user.click(screen.getByRole('button', { name: `Select all ${count} that match` }))
    const deleteButton = within(await screen.findByRole('region', { name: 'Selected rows' })).getByRole('button', { name: 'Delete' })
    expect(deleteButton.getAttribute('aria-disabled')).toBe(isDisabled ? 'true' : null)
    await user.hover(deleteButton)
    if (isDisabled) expect((await screen.findByRole('tooltip')).textContent).toContain('The rack holds a server.')
    await user.click(deleteButton)
    if (isDisabled) expect(screen.queryByRole('alertdialog')).toBeNull()
    else expect(await screen.findByRole('alertdialog')).toBeDefined()
  })

  it('are deselected when the filters change', async () => {
    const { user } = await openList(examples(4))
    await user.click(screen.getByLabelText('Select A2'))
    expect(screen.getByText('1 selected')).toBeDefined()
    await user.click(screen.getAllByRole('tab')[1] as HTMLElement)
    await waitFor(() => expect(screen.queryByText('1 selected')).toBeNull())
  })
})

describe('a page the user has no right to', () => {
  it('has a disabled button with the reason instead of a link', { tags: ['S0-2.23', 'S0-6.21'] }, async () => {
    const source = exampleListService(examples(1), { import: true, create: { because: 'because.occupied' } })
    const { user } = renderPage(ListPage, { source })
    await screen.findByText('A1')
    expect(screen.getByRole('link', { name: 'Bulk' }).getAttribute('href')).toBe('/racks/bulk')
    expect(screen.queryByRole('link', { name: 'Add' })).toBeNull()
    await user.hover(screen.getByRole('button', { name: 'Add' }))
    expect((await screen.findByRole('tooltip')).textContent).toBe('The rack holds a server.')
    expect(screen.getByRole('button', { name: 'Journal' }).getAttribute('aria-disabled')).toBe('true')
  })

  it('has no button if the descriptor does not have the page', { tags: ['S0-2.24'] }, async () => {
    const { journal: _journal, bulk: _bulk, ...bare } = exampleScreen
    renderPage(ListPage, { source: exampleListService(examples(1)), screen: { ...bare, list: { columns: ['code'], add: false } } })
    await screen.findByText('A1')
    for (const name of ['Add', 'Bulk', 'Journal']) expect(screen.queryByText(name)).toBeNull()
  })
})

describe('the actions of the schema', () => {
  const because = { because: 'because.occupied' }
  const withActions = {
    schema: {
      ...exampleSchema,
      'x-actions': {
        reopen: { set: { state: 'free' }, because: 'because.occupied' },
        close: { set: { state: 'closed' }, because: 'because.occupied', confirm: true as const },
      },
    },
    screen: { ...exampleScreen, list: { columns: ['code'], rowActions: { reopen: 'play', close: 'pause' } } },
  }
  const row = (n: number, can: ServedRecord['can']) => example(n, { state: 'free', can: { read: true, update: true, ...can } })

  it('write their values at once or after a confirmation, and say why they are disabled', async () => {
    const { user, source, toast, host } = await openList(
      [row(1, { reopen: true, close: true }), row(2, { reopen: because, close: true })],
      {
        ...withActions,
        schema: { ...withActions.schema, 'x-entity': { ...exampleSchema['x-entity'], inTenantContext: { state: 'closed' } } },
      },
    )
    source.plan.mockResolvedValue(applied(1))
    await user.click(screen.getByLabelText('Actions for A2'))
    expect(screen.getByRole('menuitem', { name: 'reopen' }).getAttribute('aria-description')).toBe('The rack holds a server.')
    await user.keyboard('{Escape}')
    await user.click(screen.getByLabelText('Actions for A1'))
    await user.click(screen.getByRole('menuitem', { name: 'reopen' }))
    await waitFor(() =>
      expect(toast).toHaveBeenCalledWith('success', 'acted reopen', { undo: { text: 'Undo', run: expect.any(Function) } }),
    )
    const item = { entity: 'rack', action: 'update', oid: 'b1', revision: 1 }
    expect(source.plan.mock.lastCall?.[0]).toEqual({
      source: 'inline',
      tenantOid: 'acme',
      items: [{ ...item, changes: { state: 'free' } }],
    })
    expect(host.contextDirty).not.toHaveBeenCalled()
    await user.click(screen.getByLabelText('Actions for A1'))
    await user.click(screen.getByRole('menuitem', { name: 'close' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText('confirm close')).toBeDefined()
    expect(source.plan).toHaveBeenCalledTimes(1)
    await user.click(dialog.getByRole('button', { name: 'close' }))
    await waitFor(() => expect(source.plan).toHaveBeenCalledTimes(2))
    await waitFor(() => expect(host.contextDirty).toHaveBeenCalledOnce())
  })

  it('run on selected rows together, skip rows that do not permit it, and name row and field of a refusal', async () => {
    const { user, source } = await openList([row(1, { close: true }), row(2, { close: true }), row(3, { close: because })], withActions)
    const errors = [{ pointer: '/items/1/changes/holder/name', key: 'because.occupied', message: '' }]
    source.plan.mockImplementationOnce(failing.refuses('plan', { status: 400, errors }))
    for (const name of ['A1', 'A2', 'A3']) await user.click(screen.getByLabelText(`Select ${name}`))
    await user.click(within(await screen.findByRole('region', { name: 'Selected rows' })).getByRole('button', { name: 'close' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByRole('heading', { name: 'close: 2 rows' })).toBeDefined()
    expect(dialog.getByText('1 selected row stays: The rack holds a server.')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'close' }))
    expect(await dialog.findByText('A2 – The rack holds a server.')).toBeDefined()
  })

  it('say what another user changed in the row in the meantime, in the dialog or in a toast', async () => {
    const { user, source, toast } = await openList([row(1, { reopen: true, close: true })], withActions)
    const current = [example(1, { state: 'closed', revision: 2 })]
    source.plan.mockImplementation(failing.refuses('plan', { status: 409, detail: 'Changed meanwhile.', current }))
    await user.click(screen.getByLabelText('Actions for A1'))
    await user.click(screen.getByRole('menuitem', { name: 'close' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'close' }))
    expect(await screen.findByText('state is now “closed”.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(screen.getByLabelText('Actions for A1'))
    await user.click(screen.getByRole('menuitem', { name: 'reopen' }))
    await waitFor(() => expect(toast).toHaveBeenCalledWith('danger', 'Changed meanwhile. state is now “closed”.'))
  })

  it('include a request for deletion if the user may not delete directly', async () => {
    const { user, source, toast } = await openList([example(1, { can: { read: true, update: true, delete: true, deleteAsks: because } })])
    source.plan.mockResolvedValue(applied(1, { raised: 1 }))
    await user.click(screen.getByLabelText('Actions for A1'))
    await user.click(screen.getByRole('menuitem', { name: 'Request deletion' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByRole('heading', { name: 'Request the deletion of A1?' })).toBeDefined()
    expect(dialog.getByText('The rack holds a server.')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Request deletion' }))
    await waitFor(() => expect(toast).toHaveBeenCalledWith('success', '1 request sent to the platform owner'))
  })
})
