import { expect, it, vi } from 'vitest'
import type { JournalEntry, Plan } from '../../schemas/plan.ts'
import type { HttpClient } from './client.ts'
import { createDataSource } from './data-source.ts'

function dataSourceOf(answer: unknown = { data: [] }) {
  const request = vi.fn(async () => answer)
  const requestBytes = vi.fn(async () => new ArrayBuffer(0))
  const client = { request, requestBytes } as HttpClient
  return { request, requestBytes, source: createDataSource(client, { api: '/api/v1', journal: '/journal/api/v1' }) }
}

const signal = new AbortController().signal

it('lists an entity at its route, by tenant, page and sort order', { tags: ['S0-7.15'] }, async () => {
  const { request, source } = dataSourceOf()
  await source.list(
    'partner',
    { tenantOid: 't1', page: 2, size: 50, sort: { by: 'name', order: 'desc' }, filter: 'name=="x"', condition: 'active' },
    signal,
  )
  expect(request).toHaveBeenCalledWith('GET', '/api/v1/partners', {
    query: { parentTenantOid: 't1', page: 2, size: 50, sort: '-name', filter: 'name=="x"', condition: 'active' },
    signal,
  })
})

it("names no tenant in 'all'", { tags: ['S0-7.20'] }, async () => {
  const { request, source } = dataSourceOf()
  await source.list('customer', { tenantOid: 'all', page: 1, size: 20 })
  expect(request.mock.calls[0]).toMatchObject(['GET', '/api/v1/customers', { query: { parentTenantOid: undefined } }])
})

it('reads one record, even if its oid contains a slash', { tags: ['S0-2.9'] }, async () => {
  const { source, request } = dataSourceOf({ data: [{ oid: 'u/t' }] })
  expect(await source.one('partner', 'u/t', 't1')).toEqual({ oid: 'u/t' })
  expect(request.mock.calls[0]).toMatchObject(['GET', '/api/v1/partners/u%2Ft', { query: { tenantOid: 't1' } }])
})

it('reads records in the shapes of the specifications', async () => {
  const engine = { id: 'e1', site: { id: 's1', name: 'Berlin' }, wan: { transportNetwork: 'LTE', transportNetworkId: 'n1' } }
  const { source } = dataSourceOf({ data: [engine], meta: { totalCount: 1 } })
  const record = { oid: 'e1', site: 's1', siteName: 'Berlin', wan: { transportNetwork: 'n1' } }
  expect(await source.one('tele-engine', 'e1', 't1')).toEqual(record)
  expect(await source.list('tele-engine', { tenantOid: 't1', page: 1, size: 20 })).toEqual({ data: [record], meta: { totalCount: 1 } })
})

it('reads the rows that belong to a record', async () => {
  const { source, request } = dataSourceOf({ data: [{ id: 's1' }] })
  expect(await source.related({ entity: 'partner', oid: 'p/1', name: 'subnets', tenantOid: 't1' })).toEqual([{ id: 's1' }])
  expect(request.mock.calls[0]).toMatchObject(['GET', '/api/v1/partners/p%2F1/subnets', { query: { tenantOid: 't1' } }])
  await source.related({ entity: 'site', oid: 's', name: 'subnets', tenantOid: 't1' })
  expect(request.mock.calls[1]).toEqual(['GET', '/api/v1/sites/s/subnets', { query: {}, signal: undefined }])
})

it('reads a document of the overlay', async () => {
  const { source, request } = dataSourceOf({ data: [{ sites: [] }] })
  expect(await source.document('overlay/map')).toEqual({ sites: [] })
  expect(request.mock.calls[0]).toEqual(['GET', '/api/v1/overlay/map', {}])
})

it('sends a plan with its idempotency key, as a dry run or for real', async () => {
  const { request, source } = dataSourceOf()
  const plan: Plan = { items: [], source: 'editor', tenantOid: 't1' }
  await source.plan(plan, { dryRun: true, idempotencyKey: 'k' })
  await source.plan(plan, { idempotencyKey: 'k2' })
  expect(request.mock.calls).toMatchObject([
    ['POST', '/api/v1/plans', { query: { dryRun: 'true' }, body: plan, idempotencyKey: 'k' }],
    ['POST', '/api/v1/plans', { query: { dryRun: undefined }, body: plan, idempotencyKey: 'k2' }],
  ])
})

it('reads the journal of a topic with event, date and other filters combined', { tags: ['S0-7.52'] }, async () => {
  const { request, source } = dataSourceOf({ data: [] })
  await source.journal({ tenantOid: 't1', theme: 'Partners', limit: 20, eventType: 'update', before: '2026-01-02T03:04:05.000Z' })
  await source.journal({ tenantOid: 'all', theme: 'Partners', limit: 50, after: 't1.7' })
  expect(request.mock.calls).toMatchObject([
    [
      'GET',
      '/journal/api/v1/journal/entries/t1/Partners',
      { query: { limit: 20, sort: '-creationDate', filter: 'eventType==update;creationDate=lt=2026-01-02T03:04:05.000Z' } },
    ],
    ['GET', '/journal/api/v1/journal/entries/all/Partners', { query: { filter: undefined, after: 't1.7' } }],
  ])
})

it('tells where a journal begins whose earlier part is archived', async () => {
  const { source } = dataSourceOf({ data: [], meta: { archivedBefore: '2025-11-01T00:00:00.000Z' } })
  const query = { tenantOid: 't1', theme: 'Partners', limit: 20 }
  expect(await source.journal(query)).toEqual({ entries: [], archivedBefore: '2025-11-01T00:00:00.000Z' })
  expect(await dataSourceOf({ data: [] }).source.journal(query)).toEqual({ entries: [] })
})

it('undoes single changes and whole actions', async () => {
  const { request, source } = dataSourceOf()
  await source.restore({ id: 'e1', theme: 'Partners', tenant: { oid: 't1', name: 'T' } } as JournalEntry, {
    dryRun: true,
    idempotencyKey: 'k',
  })
  await source.undo('a1', 'all', { idempotencyKey: 'k' })
  expect(request.mock.calls).toMatchObject([
    ['POST', '/journal/api/v1/journal/entries/t1/Partners/e1/restore', { query: { dryRun: 'true' } }],
    ['POST', '/journal/api/v1/journal/actions/a1/undo', { query: { tenantOid: undefined, dryRun: undefined } }],
  ])
})

it('sends what is too long for a call on the collection as a plan', async () => {
  const { request, source } = dataSourceOf()
  const cells = (count: number): Plan => ({
    items: Array.from({ length: count }, (_, index) => ({
      entity: 'vpn-zone-policy',
      action: 'update',
      oid: `${index}/${'z'.repeat(70)}`,
      revision: 1,
      changes: { policy: 'allow' },
    })),
    source: 'inline',
    tenantOid: 't1',
  })
  for (const count of [10, 10_000]) await source.plan(cells(count), { idempotencyKey: 'k' })
  expect(request.mock.calls.map((call) => (call as unknown[]).slice(0, 2))).toEqual([
    ['PUT', '/api/v1/firewall/vpn/policies'],
    ['POST', '/api/v1/plans'],
  ])
})

it('throws on an unknown entity', async () => {
  await expect(dataSourceOf().source.list('pigeon', { tenantOid: 'all', page: 1, size: 20 })).rejects.toThrow('No entity named "pigeon"')
})
