import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { places, type ApiWorld } from '../../support/api/api-world.ts'
import { add, command, group, licenceWorld, month } from '../../support/api/licences.ts'

const SELLER = 'seller@world.test'

describe.each(places)('licences on %s', (place) => {
  let world: ApiWorld
  beforeAll(async () => {
    world = await licenceWorld(place)
    await add(world, 'seller', { ...group('Foundation', 'M', [-2, 12]), count: 15 })
    await add(world, 'seller', { ...group('Edge', 'S', [1, 3]), count: 4 })
    await add(world, 'seller', { ...group('Edge', 'XL', [-3, 3]), count: 2 })
    await add(world, 'seller', { ...group('Hybrid', 'L', [-3, 4]), count: 2 })
  })
  afterAll(() => world.dispose())

  it('are summarized as used, unused and missing per tenant, and by month', { tags: ['S0-2.54', 'S0-3.29', 'S0-7.47'] }, async () => {
    await add(world, 'shop', { licenseType: 'Activation', licenseSize: 'NA', count: 1 })
    await add(world, 'shop2', { licenseType: 'Activation', licenseSize: 'NA', count: 2 })
    const appliances = ['A-1', 'A-2', 'A-3'].map((serialNumber) => ({
      serialNumber,
      tenantId: world.oid['shop'],
      status: 'installed',
      model: 'SDX 400',
    }))
    await world.database.transaction(EVERYTHING, async (queries) => {
      for (const data of appliances)
        await sql`insert into entity.appliance (tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, created_at, updated_at)
          select t.oid, t.path, ${data.serialNumber}, 1, ${JSON.stringify(data)}::jsonb, '', '{}', now(), now() from tenant t where t.oid = ${data.tenantId} returning 1`.execute(
          queries,
        )
    })
    const url = `/api/licensing/v2/licenses/cmd/summary/${world.oid['seller']}`
    const { status, body } = await world.call('POST', url, { as: SELLER, body: { licenseType: 'Activation' } })
    expect(status).toBe(200)
    expect(body.data.map((one) => [one['licenseSize'], one['status'], one['count']])).toEqual([
      ['NA', 'missing', 2],
      ['NA', 'notUsed', 2],
      ['NA', 'used', 1],
    ])
    const openEnded = { tenantId: 'seller', group: group('Edge', 'S', [1, 3]), count: 1, moveToType: 'Activation' }
    expect((await command(world, 'update', { body: openEnded })).status).toBe(200)
    const complete = await world.call('POST', url, { as: SELLER })
    const { stock, expiring } = complete.body.meta as unknown as Record<'stock' | 'expiring', { month: string; count: number }[]>
    const countOf = (list: typeof stock, later: number) => list.find((one) => one.month === month(later))?.count
    expect([stock.length, expiring.length, stock[0]?.month]).toEqual([37, 12, month(-12)])
    expect([countOf(stock, 0), countOf(stock, 1), countOf(expiring, 0)]).toEqual([21, 22, 2])
    // This month's stock is the used and the unused licences; licences without a term are in every month's stock.
    const available = complete.body.data.filter((one) => one['status'] !== 'missing').reduce((sum, one) => sum + Number(one['count']), 0)
    expect(available).toBe(countOf(stock, 0))
    const sizeM = await world.call('POST', url, { as: SELLER, body: { licenseSize: 'M' } })
    const months = sizeM.body.meta as unknown as Record<'stock', typeof stock>
    expect([...new Set(sizeM.body.data.map((one) => one['licenseSize']))]).toEqual(['M'])
    expect(countOf(months.stock, 0)).toBeLessThan(21)
    expect((await world.call('POST', url, { as: 'msp@world.test' })).status).toBe(404)
    expect((await world.call('POST', url, { as: SELLER, body: { licenceType: 'HA' } })).status).toBe(400)
  })
})
