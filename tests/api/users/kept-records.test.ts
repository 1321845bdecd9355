import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keptLimits, type KeptRecords } from '../../../schemas/search.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { apiWorld, OWNER, places, type ApiWorld } from '../../support/api/api-world.ts'
import { plantRecord } from '../../support/api/live-boxes.ts'

describe.each(places)('records that a person keeps, on %s', (place) => {
  let world: ApiWorld
  let box = ''
  beforeAll(async () => {
    world = await apiWorld(place)
    box = await plantRecord(world.database, {
      table: 'edge-box',
      overlayOid: world.oid['managed']!,
      data: { name: 'kept-box', serialNumber: 'EB-1' },
    })
  })
  afterAll(() => world.dispose())

  const kept = async (as = OWNER): Promise<KeptRecords> => {
    const { status, body } = await world.call('GET', '/api/v1/keptRecords', { as })
    expect(status).toBe(200)
    return body.data[0] as unknown as KeptRecords
  }
  const put = async (path: string, as = OWNER): Promise<number> => (await world.call('PUT', `/api/v1/${path}`, { as })).status
  const remove = async (path: string, as = OWNER): Promise<number> => (await world.call('DELETE', `/api/v1/${path}`, { as })).status
  const names = (records: KeptRecords['recent']): unknown[] => records.map(({ record }) => record['name'])

  it('are the person’s own, newest first, as they are now', async () => {
    expect(await put(`favourites/partner/${world.oid['msp']!}`)).toBe(204)
    expect(await put(`favourites/edge-box/${box}`)).toBe(204)
    expect(await put(`recentRecords/customer/${world.oid['diy']!}`)).toBe(204)
    const { favourites, recent } = await kept()
    expect(names(favourites)).toEqual(['kept-box', 'msp'])
    expect(favourites[0]).toMatchObject({ entity: 'edge-box', oid: box, tenantName: 'managed' })
    expect(names(recent)).toEqual(['diy'])
    expect(await kept('msp@world.test')).toEqual({ favourites: [], recent: [] })
    await put(`favourites/partner/${world.oid['msp']!}`)
    expect(names((await kept()).favourites)).toEqual(['msp', 'kept-box'])
    expect(await remove(`favourites/partner/${world.oid['msp']!}`)).toBe(204)
    expect(await remove(`favourites/partner/${world.oid['msp']!}`)).toBe(404)
    expect(names((await kept()).favourites)).toEqual(['kept-box'])
  })

  it('are only what the person may read, now as when they were kept', async () => {
    expect(await put(`favourites/edge-box/${box}`, 'diy@world.test')).toBe(404)
    expect(await put(`favourites/customer/${world.oid['otherCustomer']!}`, 'msp@world.test')).toBe(404)
    expect(await put('favourites/nothing/x')).toBe(404)
    expect(await put('favourites/edge-box/unknown')).toBe(404)
    const as = 'leaving@world.test'
    await world.grant(as, world.oid['msp']!, 'admin')
    expect(await put(`favourites/edge-box/${box}`, as)).toBe(204)
    expect(names((await kept(as)).favourites)).toEqual(['kept-box'])
    await world.revoke(as)
    await world.grant(as, world.oid['otherMsp']!, 'admin')
    expect(await kept(as)).toEqual({ favourites: [], recent: [] })
  })

  it('vanish with the record', async () => {
    const gone = await plantRecord(world.database, { table: 'site', overlayOid: world.oid['managed']!, data: { name: 'gone' } })
    await put(`recentRecords/site/${gone}`)
    expect(names((await kept()).recent)).toEqual(['gone', 'diy'])
    await world.database.transaction(EVERYTHING, (queries) => sql`delete from entity.site where oid = ${gone}`.execute(queries))
    expect(names((await kept()).recent)).toEqual(['diy'])
  })

  it('are bounded: old recent ones go, further favourites are refused', async () => {
    const as = 'keen@world.test'
    await world.grant(as, 'platform', 'sa')
    const oids: string[] = []
    for (let index = 0; index <= keptLimits.favourite; index++)
      oids.push(await plantRecord(world.database, { table: 'site', overlayOid: world.oid['diy']!, data: { name: `site ${index}` } }))
    for (const oid of oids.slice(0, keptLimits.recent + 2)) await put(`recentRecords/site/${oid}`, as)
    const { recent } = await kept(as)
    expect(recent).toHaveLength(keptLimits.recent)
    expect(recent[0]?.oid).toBe(oids[keptLimits.recent + 1])
    for (const oid of oids.slice(0, -1)) expect(await put(`favourites/site/${oid}`, as)).toBe(204)
    expect(await put(`favourites/site/${oids.at(-1)!}`, as)).toBe(409)
    expect(await put(`favourites/site/${oids[0]!}`, as)).toBe(204)
  })
})
