import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { searchFilter } from '../../../renderer/data/filters/rsql.ts'
import { apiWorld, bothPlaces, type ApiWorld } from '../../support/api/api-world.ts'

describe.each(bothPlaces)('the search of a list on %s', (place) => {
  let world: ApiWorld
  beforeAll(async () => {
    world = await apiWorld(place)
  })
  afterAll(() => world.dispose())

  async function found(
    route: string,
    fields: readonly string[],
    query: { text: string; parentTenantOid?: string; as?: string },
  ): Promise<unknown[]> {
    const { text, parentTenantOid, as } = query
    const parameters = new URLSearchParams({
      filter: searchFilter(fields, text) ?? '',
      ...(parentTenantOid !== undefined && { parentTenantOid }),
    })
    const { status, body } = await world.call('GET', `${route}?${parameters}`, as === undefined ? {} : { as })
    expect(status, JSON.stringify(body)).toBe(200)
    return body.data.map(({ name }) => name).toSorted()
  }
  const contact = ['name', 'contactName', 'contactEmail']

  it('finds any part of a text by three or more letters, regardless of case', async () => {
    expect(await found('/api/v1/partners', contact, { text: 'SELL' })).toEqual(['reseller'])
    expect(await found('/api/v1/customers', contact, { text: 'anage' })).toEqual(['managed'])
    expect(await found('/api/v1/tenants', ['name'], { text: 'herms' })).toEqual(['otherMsp'])
  })

  it('finds words that begin with one or two letters', async () => {
    expect(await found('/api/v1/partners', ['name'], { text: 'o' })).toEqual(['otherMsp'])
    expect(await found('/api/v1/tenants', ['name'], { text: 'pl' })).toEqual(['Platform'])
    expect(await found('/api/v1/tenants', ['name'], { text: 'sp' })).toEqual([])
  })

  it('stays inside the tenant of the list and the scope of the caller', async () => {
    expect(await found('/api/v1/partners', contact, { text: 'msp', parentTenantOid: world.oid['vad']! })).toEqual(['msp'])
    expect(await found('/api/v1/tenants', ['name'], { text: 'msp', as: 'msp@world.test', parentTenantOid: world.oid['msp']! })).toEqual([
      'msp',
    ])
    expect(
      await found('/api/v1/customers', contact, { text: 'customer', as: 'msp@world.test', parentTenantOid: world.oid['msp']! }),
    ).toEqual([])
  })
})
