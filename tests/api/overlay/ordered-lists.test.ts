import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { places } from '../../support/api/api-world.ts'
import { plantRecord } from '../../support/api/live-boxes.ts'
import { overlayWorld, type OverlayWorld } from '../../support/api/overlay-world.ts'

const ZONES = 'firewall/vpn/zones'

describe.each(places)('the ordered list of zones on %s', (place) => {
  let world: OverlayWorld
  beforeAll(async () => {
    world = await overlayWorld(place)
  })
  afterAll(() => world.dispose())

  const site = (name: string): Promise<string> => world.make('sites', { name })
  const siteRefs = (...sites: string[]): Rec[] => sites.map((one) => ({ site: one }))
  const plan = (...items: Rec[]) =>
    world.ask('POST', 'plans', {
      body: { source: 'inline', tenantOid: world.overlay, items: items.map((item) => ({ entity: 'firewall-vpn-zone', ...item })) },
    })
  const refusals = (errors: Rec[]): unknown[] => errors.map(({ pointer, key, params }) => [pointer, key, params])
  const alreadyBound = (pointer: string, name: string): unknown[] => [pointer, 'firewallVpnZone.siteAlreadyBound', { name }]

  it('gives a new zone without a priority the number of existing zones, at least 1', { tags: ['S2-4.19'] }, async () => {
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
    'allows a site in one zone only, among stored zones and zones of the same call; the site shows its zone',
    { tags: ['S2-4.21', 'S2-8.18'] },
    async () => {
      const [one, two] = [await site('One'), await site('Two')]
      const holder = await world.make(ZONES, { name: 'Holder', vpnSites: siteRefs(one) })
      expect(await world.read('sites', one)).toMatchObject({ vpnZone: holder, vpnZoneName: 'Holder' })
      expect((await world.read('sites', two))['vpnZone']).toBeUndefined()
      const taken = await world.send('POST', ZONES, { name: 'Late', vpnSites: siteRefs(two, one) })
      expect([taken.status, refusals(taken.body.errors)]).toEqual([400, [alreadyBound('/data/0/vpnSites/1/site', 'Holder')]])
      const twice = await world.send('POST', ZONES, { name: 'Twin', vpnSites: siteRefs(two, two) })
      expect(refusals(twice.body.errors)).toEqual([alreadyBound('/data/0/vpnSites/1/site', 'Twin')])
      const both = await world.send('POST', ZONES, { name: 'Left', vpnSites: siteRefs(two) }, { name: 'Right', vpnSites: siteRefs(two) })
      expect(refusals(both.body.errors)).toEqual([alreadyBound('/data/1/vpnSites/0/site', 'Left')])
    },
  )

  it('moves and swaps sites between zones within one plan, also out of a zone that the plan deletes', async () => {
    const [one, two] = [await site('North'), await site('South')]
    const [left, right] = [
      await world.make(ZONES, { name: 'Here', vpnSites: siteRefs(one) }),
      await world.make(ZONES, { name: 'There', vpnSites: siteRefs(two) }),
    ]
    const swapped = await plan(
      { action: 'update', oid: left, revision: 1, changes: { vpnSites: siteRefs(two) } },
      { action: 'update', oid: right, revision: 1, changes: { vpnSites: siteRefs(one) } },
    )
    expect([swapped.status, swapped.body['applied']]).toEqual([200, true])
    const moved = await plan(
      { action: 'delete', oid: left, revision: 2 },
      { action: 'update', oid: right, revision: 2, changes: { vpnSites: siteRefs(one, two) } },
    )
    expect([moved.status, moved.body.errors]).toEqual([200, undefined])
    expect(await world.read('sites', two)).toMatchObject({ vpnZoneName: 'There' })
  })

  it(
    'gives a site to one zone when several people claim it at the same time; each refusal names that zone',
    { tags: ['S2-4.41'] },
    async () => {
      const contested = await site('Wanted')
      const names = Array.from({ length: 8 }, (_, index) => `Racer ${index}`)
      // Opens the database connections beforehand, so that no call has to wait for one.
      await Promise.all(names.map(() => world.read('sites', contested)))
      const answers = await Promise.all(names.map((name) => world.send('POST', ZONES, { name, vpnSites: siteRefs(contested) })))
      const winners = answers.flatMap(({ body }) => body.data?.map(({ name }) => String(name)) ?? [])
      expect(winners).toHaveLength(1)
      const refused = answers.filter(({ status }) => status === 400).map(({ body }) => refusals(body.errors))
      expect(refused).toEqual(Array.from({ length: 7 }, () => [alreadyBound('/data/0/vpnSites/0/site', String(winners[0]))]))
    },
  )

  it('applies one of two concurrent reorderings; the other is refused as outdated and stores nothing', { tags: ['S2-4.17'] }, async () => {
    const [one, two, three] = await Promise.all(['A', 'B', 'C'].map((name, index) => world.make(ZONES, { name, priority: index + 101 })))
    const move = (oid: string | undefined, priority: number): Rec => ({ action: 'update', oid, revision: 1, changes: { priority } })
    const answers = await Promise.all([plan(move(one, 102), move(two, 101)), plan(move(two, 103), move(three, 102))])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const winner = answers[0]?.status === 200 ? [102, 101, 103] : [101, 103, 102]
    const stored = await Promise.all([one, two, three].map(async (oid) => (await world.read(ZONES, String(oid)))['priority']))
    expect(stored).toEqual(winner)
  })

  it('protects built-in zones against changes and deletion', { tags: ['S2-4.57'] }, async () => {
    const data = { name: 'Everything else', priority: 64_000, readOnly: true }
    const oid = await plantRecord(world.database, { table: 'firewall-vpn-zone', overlayOid: world.overlay, data })
    for (const method of ['PUT', 'DELETE'] as const) {
      const { status, body } = await world.send(method, ZONES, { oid, revision: 1, description: 'Mine' })
      expect([method, status, body.errors[0]?.['key']]).toEqual([method, 403, 'firewall-vpn-zone.because.readOnly'])
    }
    expect((await world.read(ZONES, oid))['can']).toMatchObject({ delete: { because: 'firewall-vpn-zone.because.readOnly' } })
  })

  it('holds at most 500 zones, and names that limit when it refuses another', async () => {
    const { body } = await world.ask('GET', `${ZONES}?size=1`)
    const remaining = 500 - Number(body.meta['totalCount'])
    const many = await world.send('POST', ZONES, ...Array.from({ length: remaining }, (_, index) => ({ name: `Zone ${index}` })))
    expect(many.status).toBe(201)
    const one = await world.send('POST', ZONES, { name: 'One too many' })
    expect([one.status, one.body.errors]).toMatchObject([400, [{ key: 'service.order.full', params: { most: 500 } }]])
  })
})
