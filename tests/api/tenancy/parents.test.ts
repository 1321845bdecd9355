import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { apiWorld, places, type Answer, type ApiWorld } from '../../support/api/api-world.ts'

const contact = { contactName: 'Ada Quay', contactEmail: 'ada@quay.test' }

describe.each(places)('a partner with tenants below on %s', (place) => {
  let world: ApiWorld
  beforeAll(async () => void (world = await apiWorld(place)))
  afterAll(() => world.dispose())

  const create = async (plural: 'partners' | 'customers', record: Rec): Promise<string> => {
    const { body } = await world.call('POST', `/api/v1/${plural}`, { body: { data: [{ ...record, ...contact }] } })
    return String(body.data[0]?.['oid'])
  }
  const remove = (plural: 'partners' | 'customers', oid: string): Promise<Answer> =>
    world.call('DELETE', `/api/v1/${plural}`, { body: { data: [{ oid, revision: 1 }] } })
  const canDelete = async (oid: string): Promise<unknown> =>
    (await world.call('GET', `/api/v1/partners/${oid}`)).body.data[0]?.['can']?.['delete' as never]

  it.each([
    ['partners', 'vad', { type: 'msp', name: 'Below' }],
    ['customers', 'msp', { type: 'diy_customer', name: 'Below' }],
  ] as const)('(%s) is not deleted, with the reason, until they are gone', { tags: ['S0-6.31'] }, async (plural, type, record) => {
    const oid = await create('partners', { parentOid: 'platform', type, name: `Above ${plural}` })
    expect(await canDelete(oid)).toBe(true)
    const below = await create(plural, { ...record, parentOid: oid })
    expect(await canDelete(oid)).toMatchObject({ because: 'partner.cannot.delete' })
    expect(await remove('partners', oid)).toMatchObject({ status: 403, body: { errors: [{ key: 'partner.cannot.delete' }] } })
    expect((await remove(plural, below)).status).toBe(200)
    expect((await remove('partners', oid)).status).toBe(200)
  })
})
