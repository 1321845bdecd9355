import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
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

  it.each(['managed_customer', 'diy_customer'])('a customer of type %s is active', { tags: ['S0-4.29'] }, async (type) => {
    expect(await created('customers', { parentOid: world.oid['msp'], type, name: `New ${type}` })).toMatchObject({ state: 'active' })
  })
})
