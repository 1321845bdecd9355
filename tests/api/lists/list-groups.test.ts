import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListGroups } from '../../../schemas/list-groups.ts'
import { apiWorld, places, type ApiWorld } from '../../support/api/api-world.ts'
import { plantRecord } from '../../support/api/live-boxes.ts'

describe.each(places)('groups of a list, on %s', (place) => {
  let world: ApiWorld
  let overlay = ''
  beforeAll(async () => {
    world = await apiWorld(place)
    overlay = world.oid['managed'] ?? ''
    const cities = ['Paris', 'Paris', 'Lyon', undefined]
    for (const [index, city] of cities.entries())
      await plantRecord(world.database, {
        table: 'application-set',
        overlayOid: overlay,
        data: { name: `set ${index}`, ...(city && { description: city }) },
      })
    await plantRecord(world.database, {
      table: 'application-set',
      overlayOid: world.oid['otherCustomer']!,
      data: { name: 'foreign', description: 'Paris' },
    })
  })
  afterAll(() => world.dispose())

  const call = async (path: string, as = 'msp@world.test', headers: Record<string, string> = { 'x-overlay-oid': overlay }) => {
    const { status, body } = await world.call('GET', `/api/v1/${path}`, { as, headers, literal: true })
    return { status, groups: body as unknown as ListGroups, rows: (body.data ?? []) as Record<string, unknown>[] }
  }

  it('have the values with their counts, most frequent first, and the rows without one', async () => {
    const { status, groups } = await call('firewall/appsets/groups?by=description')
    expect([status, groups]).toEqual([
      200,
      {
        data: [
          { value: 'Paris', count: 2 },
          { value: 'Lyon', count: 1 },
          { value: null, count: 1 },
        ],
        meta: { totalCount: 4, groupCount: 3 },
      },
    ])
    expect((await call('firewall/appsets?filter=description=="Paris"')).rows).toHaveLength(2)
    expect((await call('firewall/appsets?filter=description=isnull=true')).rows).toHaveLength(1)
    expect((await call('firewall/appsets?filter=description=isnull=false')).rows).toHaveLength(3)
    expect((await call('firewall/appsets?filter=description=isnull=perhaps')).status).toBe(400)
  })

  it('count what tab, search and filters leave', async () => {
    expect((await call('firewall/appsets/groups?by=description&filter=name=ilike="%251%25"')).groups.data).toEqual([
      { value: 'Paris', count: 1 },
    ])
    const { groups } = await call(`customers/groups?by=type&condition=active&tenantOid=${world.oid['msp']!}`, 'msp@world.test', {})
    expect(groups.data.toSorted((a, b) => String(a.value).localeCompare(String(b.value)))).toEqual([
      { value: 'diy_customer', count: 1 },
      { value: 'managed_customer', count: 1 },
    ])
    const frozen = await call(`customers/groups?by=type&condition=frozen&tenantOid=${world.oid['msp']!}`, 'msp@world.test', {})
    expect(frozen.groups).toEqual({ data: [], meta: { totalCount: 0, groupCount: 0 } })
    const byParent = await call(`customers/groups?by=parentName&tenantOid=${world.oid['vad']!}`, 'vad@world.test', {})
    expect(byParent.groups.data).toEqual([{ value: 'msp', count: 2 }])
  })

  it('are refused to foreign people, and by what is no group', async () => {
    expect((await call('firewall/appsets/groups?by=description', 'otherMsp@world.test')).status).toBe(404)
    for (const by of ['', 'nothing', 'updatedAt', 'oid', '__proto__'])
      expect((await call(`firewall/appsets/groups?by=${by}`)).status).toBe(400)
    expect((await call('firewall/appsets/groups?by=description&condition=nothing')).status).toBe(400)
  })
})
