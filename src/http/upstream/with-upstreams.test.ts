import { expect, it, vi } from 'vitest'
import type { DataSource } from '../../../renderer/data/data-source.ts'
import type { Plan } from '../../../schemas/plan.ts'
import type { RuntimeConfig } from '../../../schemas/tenancy.ts'
import { BASE_PATHS } from '../../../server/plugins/config.ts'
import { otherService } from './other-service.fixture.ts'
import { hasUpstreams } from '../has-upstreams.ts'
import { withUpstreams } from './with-upstreams.ts'

function installation(abilities: RuntimeConfig['abilities']) {
  const service = otherService({})
  const [list, plan, planBytes, journal] = [vi.fn(), vi.fn(), vi.fn(), vi.fn(async () => ({ entries: [] }))]
  const own = { list, plan, planBytes, journal, abilities: () => ({}) } as unknown as DataSource
  const source = withUpstreams(own, { bases: BASE_PATHS, abilities }, service.ports)
  const send = (...entities: string[]) =>
    source.plan(
      { items: entities.map((entity) => ({ entity, action: 'create', changes: { name: entity } })), source: 'bulk', tenantOid: 't' },
      { idempotencyKey: 'k' },
    )
  return { ...service, list, plan, planBytes, source, send }
}

it('tells installations with other services from those without', () => {
  expect(hasUpstreams({ abilities: {} })).toBe(false)
  expect(hasUpstreams({ abilities: { api: ['plans', 'dryRun', 'revisions', 'filters'] } })).toBe(false)
  expect(hasUpstreams({ abilities: { inventory: ['filters'] } })).toBe(true)
})

it('asks this service for what is its own, and the other one for the rest', async () => {
  const { source, list, read } = installation({ inventory: [] })
  await source.list('customer', { tenantOid: 't', page: 1, size: 10 })
  expect(list).toHaveBeenCalledOnce()
  await source.list('appliance', { tenantOid: 't', page: 1, size: 10 })
  expect(list).toHaveBeenCalledOnce()
  expect(read('/api/inventory/v1/appliances/t')).toBe(1)
})

it('sends a plan to this service only if all of its entities are its own', async () => {
  const { send, plan, written } = installation({ licensing: [] })
  await send('customer', 'partner')
  expect(plan).toHaveBeenCalledOnce()
  await send('customer', 'license')
  expect(plan).toHaveBeenCalledOnce()
  expect(written().map(({ path }) => path)).toEqual(['/api/v1/customers', '/api/licensing/v2/licenses/cmd/create/t'])
})

it('sends no plan at all where the base path of plans is another one', async () => {
  const { send, plan, written } = installation({ api: [] })
  await send('license')
  expect(plan).not.toHaveBeenCalled()
  expect(written()).toHaveLength(1)
})

it('looks for entities of other services in plans that are text, too', async () => {
  const { source, planBytes, written } = installation({ licensing: [] })
  const bytes = (...entities: string[]) => {
    const items = entities.map((entity) => ({ entity, action: 'create', changes: { name: entity } }))
    const plan = { items, source: 'bulk', tenantOid: 't' } as Plan
    return source.planBytes('customer', new Blob([JSON.stringify(plan)]), { idempotencyKey: 'k' })
  }
  await bytes('customer')
  expect(planBytes).toHaveBeenCalledOnce()
  await bytes('customer', 'license')
  expect(planBytes).toHaveBeenCalledOnce()
  expect(written()).toHaveLength(2)
})

it('previews nothing where there is no dry run, and writes nothing for it', async () => {
  const { source, calls } = installation({ api: [] })
  const plan: Plan = { items: [{ entity: 'customer', action: 'update', oid: 'c', changes: {} }], source: 'bulk', tenantOid: 't' }
  expect(await source.plan(plan, { dryRun: true, idempotencyKey: 'k' })).toMatchObject({ dryRun: true, items: [{ oid: 'c' }] })
  expect(calls).toEqual([])
})

it('walks a list whole of which a service knows filters but no steps', async () => {
  const { source, list, read } = installation({ api: ['filters'] })
  await source.list('customer', { tenantOid: 't', page: 1, size: 10, after: '' })
  expect(list).not.toHaveBeenCalled()
  expect(read('/api/v1/customers')).toBe(1)
})
