import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { eachCase } from '../../support/each-case.ts'
import { apiWorld, places, type ApiWorld } from '../../support/api/api-world.ts'

describe.each(places)('new tenants on %s, when only the required fields are sent', (place) => {
  let world: ApiWorld
  beforeAll(async () => void (world = await apiWorld(place)))
  afterAll(() => world.dispose())

  /** Creates a tenant and returns it as a later read finds it. */
  async function created(plural: 'partners' | 'customers', record: Rec): Promise<Rec | undefined> {
    const contact = { contactName: 'Ada Quay', contactEmail: 'ada@quay.test' }
    const { status, body } = await world.call('POST', `/api/v1/${plural}`, { body: { data: [{ ...record, ...contact }] } })
    expect(status).toBe(201)
    return (await world.call('GET', `/api/v1/${plural}/${String(body.data[0]?.['oid'])}`)).body.data[0]
  }

  it.each(['msp', 'reseller'])('a partner of type %s is active and has subscription licensing', { tags: ['S0-4.28'] }, async (type) => {
    const partner = await created('partners', { parentOid: 'platform', type, name: `New ${type}` })
    expect(partner).toMatchObject({ state: 'active', licensingMode: 'subscription' })
  })

  it('a distributor is active', { tags: ['S0-4.28'] }, async () => {
    expect(await created('partners', { parentOid: 'platform', type: 'vad', name: 'New vad' })).toMatchObject({ state: 'active' })
  })

  it.each([undefined, false])(
    'a partner has its contact as administrator, unless told otherwise: %s',
    { tags: ['S0-3.6'] },
    async (createAdmin) => {
      const name = `With ${createAdmin}`
      const partner = await created('partners', { parentOid: 'platform', type: 'vad', name, ...(createAdmin === false && { createAdmin }) })
      const { body } = await world.call('GET', `/api/v1/userroles?parentTenantOid=${String(partner?.['oid'])}`)
      const people = body.data.map(({ mail, role }) => [mail, role])
      expect(people).toEqual(createAdmin === false ? [] : [['ada@quay.test', 'admin']])
    },
  )

  it('a stored partner ignores whether its contact becomes administrator, but not a value that says neither', async () => {
    const { oid } = (await created('partners', { parentOid: 'platform', type: 'vad', name: 'Told again' })) ?? {}
    const change = (createAdmin: unknown, revision: number) =>
      world.call('PUT', '/api/v1/partners', { body: { data: [{ oid, revision, contactName: `Person ${revision}`, createAdmin }] } })
    expect((await change(true, 1)).status).toBe(200)
    expect((await change('perhaps', 2)).body.errors).toMatchObject([{ pointer: '/data/0/createAdmin' }])
  })

  it.each(['managed_customer', 'diy_customer'])('a customer of type %s is active', { tags: ['S0-4.29'] }, async (type) => {
    expect(await created('customers', { parentOid: world.oid['msp'], type, name: `New ${type}` })).toMatchObject({ state: 'active' })
  })

  eachCase<['partners' | 'customers', Rec]>([
    ['partners', { parentOid: 'platform', type: 'reseller' }, 'S0-7.16', 'S0-7.17', 'S0-7.18', 'S0-7.19'],
    ['customers', { type: 'diy_customer' }, 'S0-7.21', 'S0-7.22', 'S0-7.23', 'S0-7.24'],
  ])('%s are made, read, changed and deleted by the calls of the specification', async (plural, record) => {
    const made = await created(plural, { parentOid: world.oid['msp'], ...record, name: 'By calls' })
    const oid = String(made?.['oid'])
    const changed = await world.call('PUT', `/api/v1/${plural}`, { body: { data: [{ oid, revision: 1, contactName: 'Bea Quay' }] } })
    expect(changed).toMatchObject({ status: 200, body: { data: [{ oid, name: 'By calls', contactName: 'Bea Quay', revision: 2 }] } })
    const one = await world.call('GET', `/api/v1/${plural}/${oid}`)
    expect(one.body.data[0]).toMatchObject({ name: 'By calls', contactName: 'Bea Quay', contactEmail: 'ada@quay.test' })
    expect((await world.call('DELETE', `/api/v1/${plural}`, { body: { data: [{ oid, revision: 2 }] } })).status).toBe(200)
    expect((await world.call('GET', `/api/v1/${plural}/${oid}`)).status).toBe(404)
  })
})
