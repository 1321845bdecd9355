import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asService } from '../../../server/db/database.ts'
import { apiWorld, places, type ApiWorld } from '../../support/api/api-world.ts'
import { bellOf, outboxOf, subscribe, tellAll } from '../../support/api/notifications.ts'

describe.each(places)('subscriptions by the bell, on %s', (place) => {
  let world: ApiWorld
  beforeAll(async () => void (world = await apiWorld(place)))
  afterAll(() => world.dispose())

  const contact = async (customer: string, as: string, options: { dryRun?: true } = {}) => {
    const { body } = await world.call('GET', `/api/v1/customers/${world.oid[customer]!}`, { as })
    const revision = body.data[0]?.['revision']
    const url = `/api/v1/customers?parentTenantOid=${world.oid['msp']!}${options.dryRun ? '&dryRun=true' : ''}`
    return world.call('PUT', url, {
      as,
      body: { data: [{ oid: world.oid[customer], revision, contactName: `Contact ${String(revision)}` }] },
    })
  }

  it('tell of a change on the tenant and below, once, and nothing of what was tried only', async () => {
    await subscribe(world, 'vad@world.test', { tenantOid: world.oid['vad'], name: 'Customers below', entities: ['customer'] })
    await contact('managed', 'msp@world.test', { dryRun: true })
    expect(await outboxOf(world)).toBe(0)
    await contact('managed', 'msp@world.test')
    expect(await outboxOf(world)).toBe(1)
    await tellAll(world)
    const { data, unread } = await bellOf(world, 'vad@world.test')
    expect(unread).toBe(1)
    expect(data).toMatchObject([
      {
        title: 'Customers below',
        by: 'Contact of msp',
        total: 1,
        isRead: false,
        items: [{ entity: 'customer', name: 'managed', action: 'update', changed: ['contactName'], tenantName: 'msp' }],
      },
    ])
    expect(await outboxOf(world)).toBe(0)
    await world.call('POST', '/api/v1/notifications/read', { as: 'vad@world.test', body: { data: [data[0]!.oid] } })
    expect(await bellOf(world, 'vad@world.test')).toMatchObject({ unread: 0, data: [{ isRead: true }] })
  })

  it('note nothing where nobody has subscribed', async () => {
    const revision = (await world.call('GET', `/api/v1/customers/${world.oid['otherCustomer']!}`)).body.data[0]?.['revision']
    const body = { data: [{ oid: world.oid['otherCustomer'], revision, contactName: 'Somebody' }] }
    expect((await world.call('PUT', `/api/v1/customers?parentTenantOid=${world.oid['otherMsp']!}`, { body })).status).toBe(200)
    expect(await outboxOf(world)).toBe(0)
  })

  it('make one message of an import, with the first of its records', async () => {
    await subscribe(world, 'msp@world.test', { tenantOid: world.oid['msp'], name: 'Sites', entities: ['customer'], actions: ['creation'] })
    const items = Array.from({ length: 60 }, (_, index) => ({
      entity: 'customer',
      action: 'create',
      changes: {
        parentOid: world.oid['msp'],
        name: `Many ${index}`,
        type: 'diy_customer',
        apoDomain: 'd1',
        contactName: 'C',
        contactEmail: 'c@world.test',
      },
    }))
    const body = { items, source: 'import', tenantOid: world.oid['msp'] }
    expect((await world.call('POST', '/api/v1/plans', { as: 'msp@world.test', body })).status).toBe(200)
    await tellAll(world)
    const [message] = (await bellOf(world, 'msp@world.test')).data
    expect({ total: message?.total, shown: message?.items.length, name: message?.items[0]?.name }).toEqual({
      total: 60,
      shown: 20,
      name: 'Many 0',
    })
  })

  it('compare the condition with the record, and with what a deleted one was', async () => {
    const own = {
      tenantOid: world.oid['msp'],
      name: 'Frozen or gone',
      entities: ['customer'],
      filter: 'name==Kept',
      actions: ['update', 'deletion'],
    }
    await world.grant('watcher@world.test', world.oid['msp']!, 'admin')
    await subscribe(world, 'watcher@world.test', own)
    const made = async (name: string) => {
      const record = {
        parentOid: world.oid['msp'],
        name,
        type: 'diy_customer',
        apoDomain: 'd1',
        contactName: 'C',
        contactEmail: 'c@world.test',
      }
      const { body } = await world.call('POST', `/api/v1/customers?parentTenantOid=${world.oid['msp']!}`, { body: { data: [record] } })
      return body.data[0] as { oid: string; revision: number }
    }
    for (const { oid, revision } of [await made('Kept'), await made('Passed over')])
      expect(
        (await world.call('DELETE', `/api/v1/customers/${oid}?revision=${revision}&parentTenantOid=${world.oid['msp']!}`)).status,
      ).toBe(200)
    await tellAll(world)
    const told = (await bellOf(world, 'watcher@world.test')).data.flatMap(({ items }) =>
      items.map(({ name, action }) => `${action} ${name}`),
    )
    expect(told).toEqual(['deletion Kept'])
  })

  it('tell nothing more to somebody who has lost the role, neither new nor old', async () => {
    await world.grant('leaver@world.test', world.oid['msp']!, 'admin')
    await subscribe(world, 'leaver@world.test', { tenantOid: world.oid['msp'], name: 'Mine', entities: ['customer'] })
    await contact('diy', 'msp@world.test')
    await tellAll(world)
    expect((await bellOf(world, 'leaver@world.test')).data).toHaveLength(1)
    await contact('diy', 'msp@world.test')
    await world.revoke('leaver@world.test')
    await tellAll(world)
    expect((await bellOf(world, 'leaver@world.test')).data).toEqual([])
    const { rows } = await asService(world.database, (queries) =>
      sql<{
        count: number
      }>`select count(*)::integer as count from notification n join person p on p.oid = n.person_oid where p.mail = 'leaver@world.test'`.execute(
        queries,
      ),
    )
    expect(rows[0]?.count).toBe(1)
  })

  it('tell nothing of fields that somebody may not read, and take no condition on them', async () => {
    const wanted = { tenantOid: world.oid['reseller'], name: 'Domains', entities: ['customer'] }
    const refused = await subscribe(world, 'reseller@world.test', { ...wanted, filter: 'apoDomain==d1' })
    const why = { key: 'service.field.unknown', params: { field: 'apoDomain' } }
    expect(refused.body.errors).toMatchObject([
      { pointer: expect.stringMatching(/\/filter$/), key: 'subscription.because.filterOf', params: { why } },
    ])
  })

  it('are made for everybody by administrators alone, and changed by their owner or an administrator', async () => {
    await world.grant('viewer@world.test', world.oid['msp']!, 'viewer')
    const wanted = { tenantOid: world.oid['msp'], name: 'All of us', entities: ['customer'], audience: 'tenant' }
    const refused = await subscribe(world, 'viewer@world.test', wanted)
    expect(refused.status).toBe(403)
    const { body } = await subscribe(world, 'msp@world.test', wanted)
    const { oid, revision } = body.data[0] as { oid: string; revision: number }
    const url = `/api/v1/subscriptions?tenantOid=${world.oid['msp']!}`
    const change = { data: [{ oid, revision, name: 'Mine now' }] }
    expect((await world.call('PUT', url, { as: 'viewer@world.test', body: change })).status).toBe(403)
    expect((await world.call('PUT', url, { as: 'otherMsp@world.test', body: change })).status).toBe(404)
    expect((await world.call('GET', `/api/v1/subscriptions/${oid}`, { as: 'otherMsp@world.test' })).status).toBe(404)
    await contact('managed', 'msp@world.test')
    await tellAll(world)
    expect((await bellOf(world, 'viewer@world.test')).data[0]).toMatchObject({ title: 'All of us' })
  })

  it('tell nothing while they are paused', async () => {
    await world.grant('paused@world.test', world.oid['msp']!, 'admin')
    await subscribe(world, 'paused@world.test', { tenantOid: world.oid['msp'], name: 'Later', entities: ['customer'], state: 'paused' })
    await contact('managed', 'msp@world.test')
    await tellAll(world)
    expect((await bellOf(world, 'paused@world.test')).data.map(({ title }) => title)).not.toContain('Later')
  })
})
