import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiWorld, bothPlaces, type ApiWorld } from '../../support/api/api-world.ts'

describe.each(bothPlaces)('the order of texts on %s', (place) => {
  let world: ApiWorld
  beforeAll(async () => {
    world = await apiWorld(place)
  })
  afterAll(() => world.dispose())

  it('ignores case and diacritics, so that people find names where they expect them', async () => {
    const names = ['zebra', 'Ångström', 'bury', 'Bäckerei', 'Bazar', 'angle', 'Øresund', 'oslo', 'Zoë', 'ESSEN', 'Eßling']
    const data = names.map((name) => ({
      parentOid: world.oid['msp'],
      name,
      type: 'managed_customer',
      contactName: 'C',
      contactEmail: 'c@order.test',
    }))
    expect((await world.call('POST', '/api/v1/customers', { body: { data } })).status).toBe(201)
    const { body } = await world.call(
      'GET',
      `/api/v1/customers?parentTenantOid=${world.oid['msp']}&sort=name&filter=contactEmail=="c@order.test"`,
    )
    expect(body.data.map(({ name }) => name)).toEqual([
      'angle',
      'Ångström',
      'Bäckerei',
      'Bazar',
      'bury',
      'Eßling',
      'ESSEN',
      'Øresund',
      'oslo',
      'zebra',
      'Zoë',
    ])
  })
})
