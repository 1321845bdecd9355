import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { places } from '../../support/api/api-world.ts'
import { plantRecord } from '../../support/api/live-boxes.ts'
import { overlayWorld, type OverlayWorld } from '../../support/api/overlay-world.ts'

const ZONES = 'firewall/vpn/zones'

describe.each(places)('zones in their order on %s', (place) => {
  let world: OverlayWorld
  beforeAll(async () => {
    world = await overlayWorld(place)
  })
  afterAll(() => world.dispose())

  const site = (name: string): Promise<string> => world.make('sites', { name })
  const holding = (...sites: string[]): Rec[] => sites.map((one) => ({ site: one }))
  const plan = (...items: Rec[]) =>
    world.ask('POST', 'plans', {
      body: { source: 'inline', tenantOid: world.overlay, items: items.map((item) => ({ entity: 'firewall-vpn-zone', ...item })) },
    })
  const refusals = (errors: Rec[]): unknown[] => errors.map(({ pointer, key, params }) => [pointer, key, params])
  const bound = (pointer: string, name: string): unknown[] => [pointer, 'firewallVpnZone.siteAlreadyBound', { name }]

  it('a new one without a priority takes the number of those that are there, and never less than 1', { tags: ['S2-4.19'] }, async () => {
    const priorities: unknown[] = []
    for (const name of ['First', 'Second', 'Third'])
      priorities.push((await world.read(ZONES, await world.make(ZONES, { name })))['priority'])
    const { body } = await world.send('POST', ZONES, { name: 'Fourth' }, { name: 'Chosen', priority: 9 }, { name: 'Sixth' })
    priorities.push(...body.data.map(({ priority }) => priority))
    expect(priorities).toEqual([1, 1, 2, 3, 9, 5])
    const empty = await world.send('POST', ZONES, { name: 'Empty', priority: null })
    expect(empty.body.errors).toMatchObject([{ pointer: '/data/0/priority', key: 'validation.field.mandatory' }])
  })

  it(
    'a site belongs to one zone at most, be it stored or part of the same call, and says to which',
    { tags: ['S2-4.21', 'S2-8.18'] },
    async () => {
      const [one, two] = [await site('One'), await site('Two')]
      const holder = await world.make(ZONES, { name: 'Holder', vpnSites: holding(one) })
      expect(await world.read('sites', one)).toMatchObject({ vpnZone: holder, vpnZoneName: 'Holder' })
      expect((await world.read('sites', two))['vpnZone']).toBeUndefined()
      const taken = await world.send('POST', ZONES, { name: 'Late', vpnSites: holding(two, one) })
      expect([taken.status, refusals(taken.body.errors)]).toEqual([400, [bound('/data/0/vpnSites/1/site', 'Holder')]])
      const twice = await world.send('POST', ZONES, { name: 'Twin', vpnSites: holding(two, two) })
      expect(refusals(twice.body.errors)).toEqual([bound('/data/0/vpnSites/1/site', 'Twin')])
      const both = await world.send('POST', ZONES, { name: 'Left', vpnSites: holding(two) }, { name: 'Right', vpnSites: holding(two) })
      expect(refusals(both.body.errors)).toEqual([bound('/data/1/vpnSites/0/site', 'Left')])
    },
  )

  it('what a plan takes away from one zone is free for another one of the same plan', async () => {
    const [one, two] = [await site('North'), await site('South')]
    const [left, right] = [
      await world.make(ZONES, { name: 'Here', vpnSites: holding(one) }),
      await world.make(ZONES, { name: 'There', vpnSites: holding(two) }),
    ]
    const swapped = await plan(
      { action: 'update', oid: left, revision: 1, changes: { vpnSites: holding(two) } },
      { action: 'update', oid: right, revision: 1, changes: { vpnSites: holding(one) } },
    )
    expect([swapped.status, swapped.body['applied']]).toEqual([200, true])
    const moved = await plan(
      { action: 'delete', oid: left, revision: 2 },
      { action: 'update', oid: right, revision: 2, changes: { vpnSites: holding(one, two) } },
    )
    expect([moved.status, moved.body.errors]).toEqual([200, undefined])
    expect(await world.read('sites', two)).toMatchObject({ vpnZoneName: 'There' })
  })

  it('of several people who take a site at once, one gets it and the others hear who has it', { tags: ['S2-4.41'] }, async () => {
    const wanted = await site('Wanted')
    const names = Array.from({ length: 8 }, (_, index) => `Racer ${index}`)
    // Connections are there by then: nobody waits for one.
    await Promise.all(names.map(() => world.read('sites', wanted)))
    const answers = await Promise.all(names.map((name) => world.send('POST', ZONES, { name, vpnSites: holding(wanted) })))
    const won = answers.flatMap(({ body }) => body.data?.map(({ name }) => String(name)) ?? [])
    expect(won).toHaveLength(1)
    const lost = answers.filter(({ status }) => status === 400).map(({ body }) => refusals(body.errors))
    expect(lost).toEqual(Array.from({ length: 7 }, () => [bound('/data/0/vpnSites/0/site', String(won[0]))]))
  })

  it(
    'of two people who move zones at once, one is told that there is another order, and nothing of that move is stored',
    { tags: ['S2-4.17'] },
    async () => {
      const [one, two, three] = await Promise.all(['A', 'B', 'C'].map((name, index) => world.make(ZONES, { name, priority: index + 101 })))
      const move = (oid: string | undefined, priority: number): Rec => ({ action: 'update', oid, revision: 1, changes: { priority } })
      const answers = await Promise.all([plan(move(one, 102), move(two, 101)), plan(move(two, 103), move(three, 102))])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const winner = answers[0]?.status === 200 ? [102, 101, 103] : [101, 103, 102]
      const stored = await Promise.all([one, two, three].map(async (oid) => (await world.read(ZONES, String(oid)))['priority']))
      expect(stored).toEqual(winner)
    },
  )

  it('those that come with the product are neither changed nor deleted', { tags: ['S2-4.57'] }, async () => {
    const data = { name: 'Everything else', priority: 64_000, readOnly: true }
    const oid = await plantRecord(world.database, { table: 'firewall-vpn-zone', overlayOid: world.overlay, data })
    for (const method of ['PUT', 'DELETE'] as const) {
      const { status, body } = await world.send(method, ZONES, { oid, revision: 1, description: 'Mine' })
      expect([method, status, body.errors[0]?.['key']]).toEqual([method, 403, 'firewall-vpn-zone.because.readOnly'])
    }
    expect((await world.read(ZONES, oid))['can']).toMatchObject({ delete: { because: 'firewall-vpn-zone.because.readOnly' } })
  })

  it('holds 500 at most, and says so', async () => {
    const { body } = await world.ask('GET', `${ZONES}?size=1`)
    const free = 500 - Number(body.meta['totalCount'])
    const many = await world.send('POST', ZONES, ...Array.from({ length: free }, (_, index) => ({ name: `Zone ${index}` })))
    expect(many.status).toBe(201)
    const one = await world.send('POST', ZONES, { name: 'One too many' })
    expect([one.status, one.body.errors]).toMatchObject([400, [{ key: 'service.order.full', params: { most: 500 } }]])
  })
})
