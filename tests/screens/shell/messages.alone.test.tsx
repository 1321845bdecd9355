// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Notification, NotifiedItem } from '../../../schemas/subscriptions.ts'
import { failingService } from '../../support/failing-service.ts'
import { renderConsole, scopeWith } from '../../support/shell/render-console.tsx'

vi.mock('../../../renderer/list/list-page.tsx', () => ({ ListPage: () => <h1>A list</h1> }))

const service = failingService()
beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

let told: Notification[] = []
const message = (oid: string, item: Partial<NotifiedItem> = {}, more: Partial<Notification> = {}): Notification => ({
  oid,
  subscriptionOid: 's1',
  kind: 'changes',
  title: 'Customers of mine',
  at: '2026-11-29T08:15:00.000Z',
  total: 1,
  isRead: false,
  items: [{ entity: 'customer', oid: 'c1', name: 'Acme', action: 'update', tenantOid: 't1', tenantName: 'Northwind', ...item }],
  ...more,
})

async function page() {
  for (const route of ['* /service/*', '* /api/*'] as const) service.on(route, () => ({ data: [] }))
  const asked = service.on('GET /api/v1/notifications', () => ({
    data: told,
    meta: { unread: told.filter(({ isRead }) => !isRead).length },
  }))
  const read = service.on('POST /api/v1/notifications/read', ({ body }) => {
    const { data } = body as { data: string[] | 'all' }
    told = told.map((one) => ({ ...one, isRead: one.isRead || data === 'all' || data.includes(one.oid) }))
  })
  const rendered = await renderConsole('/oid/t1/admin/customers', {
    scopes: [scopeWith('msp', ['customers'])],
    client: service.client,
  })
  await screen.findByRole('heading', { name: 'A list' })
  return { ...rendered, asked, read }
}
const seconds = (count: number) => act(() => vi.advanceTimersByTimeAsync(count * 1_000))
const bell = (name: string | RegExp) => screen.findByRole('button', { name })

describe('messages of the bell', () => {
  it('are noticed within a quarter of a minute, and not asked for while nobody looks', async () => {
    told = []
    const { asked } = await page()
    await seconds(6)
    expect(asked).toHaveLength(1)
    told = [message('m1')]
    await seconds(15)
    await bell(/one unread/)
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    const before = asked.length
    await seconds(120)
    expect(asked).toHaveLength(before)
    visibility.mockReturnValue('visible')
    told = [message('m2'), message('m1')]
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await bell(/2 unread/)
  })

  it('lead to their record, and are read then', async () => {
    told = [message('m1'), message('m0', { name: 'Old' }, { isRead: true })]
    const { user, path, read } = await page()
    await seconds(6)
    await user.click(await bell(/one unread/))
    await user.click(await screen.findByRole('link', { name: /Acme/ }))
    await waitFor(() => expect(path()).toBe('/oid/t1/admin/customers/consult/c1'))
    await waitFor(() => expect(read.map(({ body }) => body)).toEqual([{ data: ['m1'] }]))
    await bell('Notifications')
  })

  it.each([
    ['of several records', message('m1', {}, { total: 3 })],
    ['of a record that is gone', message('m1', { action: 'deletion' })],
  ])('lead to the list where they are %s', async (_what, one) => {
    told = [one]
    const { user, path } = await page()
    await seconds(6)
    await user.click(await bell(/one unread/))
    const messages = within(await screen.findByRole('list'))
    await user.click(messages.getByRole('link'))
    await waitFor(() => expect(path()).toBe('/oid/t1/admin/customers'))
    await bell('Notifications')
  })
})
