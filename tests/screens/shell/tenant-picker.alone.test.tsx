// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { TenantHit } from '../../../schemas/tenancy.ts'
import { failingService, refusal } from '../../support/failing-service.ts'
import { scopeWith, renderConsole } from '../../support/shell/render-console.tsx'

vi.mock('../../../renderer/list/list-page.tsx', () => ({ ListPage: () => <h1>A list</h1> }))

afterEach(cleanup)

const service = failingService()
const seesAll = { canListCustomers: true, canListPartners: true, canListRequests: true, canListUsers: true }
const hit = (index: number): TenantHit => ({
  oid: `h${index}`,
  name: `Example ${String(index).padStart(2, '0')}`,
  parentOid: 't1',
  type: 'msp',
  roles: ['admin'],
  ancestors: [
    { oid: 'platform', name: 'Platform' },
    { oid: 't1', name: 'Northwind' },
  ],
})

async function openPicker(options: { hits?: TenantHit[]; named?: TenantHit[]; address?: string; fails?: boolean } = {}) {
  const { hits = [hit(1), hit(2)], named = hits, address = '/oid/t1/admin/partners', fails = false } = options
  const calls = service.on('GET /api/user/v2/tenants', ({ query }) =>
    fails ? refusal({ status: 503, detail: 'down' }) : { data: 'filter' in query ? named : hits, meta: { page: 0, size: 10 } },
  )
  const scopes = [scopeWith('vad', ['partners', 'customers']), scopeWith('msp', ['partners'], { oid: 'h2', name: 'Example 02' })]
  const rendered = await renderConsole(address, { scopes, all: seesAll, client: service.client })
  await rendered.user.click(await screen.findByRole('button', { name: 'Tenant: Northwind' }))
  const box = await screen.findByRole('combobox', { name: 'Search tenants' })
  return { ...rendered, box, queries: () => calls.map(({ query }) => query) }
}

describe('the tenant picker', () => {
  it('opens with the first ten tenants, each with its ancestors', { tags: ['S0-2.15', 'S0-9.3', 'S2-2.18'] }, async () => {
    const { queries, box } = await openPicker()
    expect(await screen.findByRole('option', { name: /Example 01/ })).toBeDefined()
    expect(queries()).toEqual([{ page: '0', size: '10' }])
    expect(screen.getByRole('option', { name: /Example 01/ }).textContent).toContain('Northwind')
    expect(screen.getAllByRole('img', { name: 'Managed service provider' })).toHaveLength(2)
    expect(document.activeElement).toBe(box)
  })

  it('offers all tenants first', { tags: ['S0-2.16'] }, async () => {
    const { user, path } = await openPicker()
    expect(screen.getAllByRole('option')[0]?.textContent).toContain('All')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(path()).toBe('/oid/all/admin/partners'))
  })

  it(
    'searches half a second after the last key, from two characters on, and escapes special characters',
    { tags: ['S0-5.19', 'S0-5.20', 'S0-9.4', 'D-2.6'] },
    async () => {
      const { user, box, queries } = await openPicker()
      await user.type(box, 'h')
      await new Promise((resolve) => setTimeout(resolve, 700))
      expect(queries()).toHaveLength(1)
      await user.type(box, '%"')
      expect(queries()).toHaveLength(1)
      await waitFor(() => expect(queries()).toHaveLength(2))
      expect(queries()[1]).toEqual({ page: '0', size: '10', filter: String.raw`name=ilike="%h\\%\"%"` })
    },
  )

  it('searches for two characters, and for all tenants again once the box is empty', { tags: ['S0-5.20', 'S0-9.4'] }, async () => {
    const { user, box, queries } = await openPicker({ named: [{ ...hit(3), name: 'Quay' }] })
    await user.type(box, 'qu')
    await waitFor(() => expect(queries()).toHaveLength(2))
    expect(queries()[1]).toMatchObject({ filter: 'name=ilike="%qu%"' })
    await waitFor(() => expect(screen.getAllByRole('option').at(-1)?.textContent).toContain('Quay'))
    await user.clear(box)
    expect(await screen.findByRole('option', { name: /Example 01/ })).toBeDefined()
    expect(screen.queryByRole('option', { name: /Quay/ })).toBeNull()
  })

  it('says when nothing matches', { tags: ['S0-8.12'] }, async () => {
    await openPicker({ hits: [] })
    expect(await screen.findByText('No tenant matches')).toBeDefined()
  })

  it('shows ten of eleven and says that there are more', { tags: ['S0-7.14', 'S0-8.13'] }, async () => {
    await openPicker({ hits: Array.from({ length: 11 }, (_hit, index) => hit(index)) })
    expect(await screen.findByText(/There are more tenants/)).toBeDefined()
    expect(screen.getAllByRole('option', { name: /Example/ })).toHaveLength(10)
  })

  it('says that it is loading until the service answers', { tags: ['S0-8.11'] }, async () => {
    const held = service.holdsRoute('GET /api/user/v2/tenants')
    const { user } = await renderConsole('/oid/t1/admin/partners', { scopes: [scopeWith('vad', ['partners'])], client: service.client })
    await user.click(await screen.findByRole('button', { name: 'Tenant: Northwind' }))
    expect((await screen.findByText('Loading…')).getAttribute('role')).toBe('status')
    held.answer({ data: [hit(1)], meta: { page: 0, size: 10 } })
    expect(await screen.findByRole('option', { name: /Example 01/ })).toBeDefined()
    expect(screen.queryByText('Loading…')).toBeNull()
  })

  it('says when the service does not answer', async () => {
    await openPicker({ fails: true })
    expect(await screen.findByText('The tenants could not be loaded.')).toBeDefined()
  })

  it('replaces the tenant in an address of the administration, by keyboard alone', { tags: ['S0-1.1', 'S0-2.17'] }, async () => {
    const { user, path } = await openPicker()
    await screen.findByRole('option', { name: /Example 02/ })
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    await waitFor(() => expect(path()).toBe('/oid/h2/admin/partners'))
  })

  it('closes on Escape and restores the focus', async () => {
    const { user } = await openPicker()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('combobox', { name: 'Search tenants' })).toBeNull()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Tenant: Northwind')
  })
})

describe('the command palette', () => {
  it('finds tenants from two characters on, and drops earlier results while it searches', async () => {
    const calls = service.on('GET /api/user/v2/tenants', ({ query }) => ({
      data: query['filter']?.includes('02') ? [hit(2)] : [hit(1)],
      meta: { page: 0, size: 10 },
    }))
    const { user } = await renderConsole('/oid/t1/admin/partners', { scopes: [scopeWith('vad', ['partners'])], client: service.client })
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('combobox', { name: 'Search and commands' })
    await user.keyboard('0')
    expect(screen.queryByRole('option', { name: /Example/ })).toBeNull()
    expect(calls).toEqual([])
    await user.keyboard('2')
    expect(screen.getByText('Loading…')).toBeDefined()
    expect(await screen.findByRole('option', { name: /Example 02/ })).toBeDefined()
    expect(screen.queryByRole('option', { name: /Example 01/ })).toBeNull()
    await user.keyboard('{Backspace}1')
    expect(screen.queryByRole('option', { name: /Example 02/ })).toBeNull()
    expect(await screen.findByRole('option', { name: /Example 01/ })).toBeDefined()
    expect(calls.map(({ query }) => query['filter'])).toEqual(['name=ilike="%02%"', 'name=ilike="%01%"'])
  })

  it('says that records could not be searched, and finds screens all the same', async () => {
    service.on('GET /api/user/v2/tenants', () => ({ data: [], meta: { page: 0, size: 10 } }))
    service.on('GET /api/v1/search', () => refusal({ status: 500 }))
    const { user } = await renderConsole('/oid/t1/admin/partners', { scopes: [scopeWith('vad', ['partners'])], client: service.client })
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('combobox', { name: 'Search and commands' })
    await user.keyboard('partners')
    expect((await screen.findByRole('alert')).textContent).toContain('Records could not be searched')
    expect(screen.getByRole('option', { name: 'Partners' })).toBeDefined()
  })
})
