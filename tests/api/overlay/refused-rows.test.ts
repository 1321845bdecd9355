import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { places } from '../../support/api/api-world.ts'
import { plantApplication, plantBox, plantRecord } from '../../support/api/live-boxes.ts'
import { overlayWorld, type OverlayWorld } from '../../support/api/overlay-world.ts'

const security = { ikeLifetime: 86_400, ipsecLifetime: 28_800, mtu: 1400, credentials: { psk: 'open sesame 4711' } }
const subnets = [
  { prefix: '10.1.0.0', mask: 16 },
  { prefix: '10.1.0.0', mask: 24 },
]
const again = { prefix: '10.1.0.9', mask: 24 }

describe.each(places)('rows of overlay records on %s', (place) => {
  let world: OverlayWorld
  beforeAll(async () => {
    world = await overlayWorld(place)
  })
  afterAll(() => world.dispose())

  it.each([
    {
      what: 'an external gateway',
      path: 'externalGateways',
      recordWith: (remoteSubnets: Rec[]): Rec => ({
        name: 'Bank',
        type: 'vti',
        primaryPublicIpAddress: '198.51.100.7',
        routing: { remoteSubnets },
        security,
      }),
      refusal: { pointer: '/data/0/routing/remoteSubnets/2/prefix', key: 'external-gateway.because.subnetOnce' },
    },
    {
      what: 'a zone',
      path: 'firewall/vpn/zones',
      recordWith: (vpnSubnets: Rec[]): Rec => ({ name: 'Guests', vpnSubnets }),
      refusal: { pointer: '/data/0/vpnSubnets/2/prefix', key: 'firewall-vpn-zone.because.subnetOnce' },
    },
  ])(
    'hold a subnet only once in $what, however its host bits are written',
    { tags: ['S2-5.69'] },
    async ({ path, recordWith, refusal }) => {
      const refused = [400, expect.arrayContaining([expect.objectContaining(refusal)])]
      const created = await world.send('POST', path, recordWith([...subnets, again]))
      expect([created.status, created.body.errors]).toEqual(refused)
      const oid = await world.make(path, recordWith(subnets))
      const changed = await world.send('PUT', path, { oid, revision: 1, ...recordWith([...subnets, again]) })
      expect([changed.status, changed.body.errors]).toEqual(refused)
    },
  )

  it('hold a box only once among those that serve the time', { tags: ['S2-5.68'] }, async () => {
    const site = await plantRecord(world.database, { table: 'site', overlayOid: world.overlay, data: { name: 'Pier' } })
    const [mast, quay] = await Promise.all(['Mast', 'Quay'].map((name) => plantBox(world.database, world.overlay, { name, site })))
    const put = (...boxes: unknown[]) =>
      world.send('PUT', 'timeSynchro', { revision: 1, timeServer: '192.0.2.1', synchroServers: boxes.map((edgeBox) => ({ edgeBox })) })
    const refused = await put(mast, quay, mast)
    expect(refused.status).toBe(400)
    expect(refused.body.errors.map(({ pointer, key }) => [pointer, key])).toEqual(
      [0, 2].map((row) => [`/data/0/synchroServers/${row}/edgeBox`, 'time-synchro.because.boxOnce']),
    )
    expect((await put(mast, quay)).status).toBe(200)
  })

  it('take no application that was removed from the catalogue, and keep one that was removed later', { tags: ['S2-4.60'] }, async () => {
    const plant = (name: string, marks: Rec = {}): Promise<string> =>
      plantApplication(world.database, { name, category: 'Office', ...marks })
    const [mail, gone, paused] = await Promise.all([plant('Mail'), plant('Gone', { deleted: true }), plant('Paused', { disabled: true })])
    const set = (...apps: unknown[]): Rec => ({ name: 'Office', type: 'saas', priority: 1, saasApps: apps.map((app) => ({ app })) })
    const refusal = { pointer: '/data/0/saasApps/1/app', key: 'application-set.because.deletedApp' }
    const created = await world.send('POST', 'firewall/appsets', set(mail, gone))
    expect([created.status, created.body.errors]).toMatchObject([400, [refusal]])
    const oid = await world.make('firewall/appsets', set(mail, paused))
    const added = await world.send('PUT', 'firewall/appsets', { oid, revision: 1, ...set(mail, gone) })
    expect([added.status, added.body.errors]).toMatchObject([400, [refusal]])
    const data = { ...set(gone), name: 'Old', saasApps: [{ id: 'row', app: gone }] }
    const old = await plantRecord(world.database, { table: 'application-set', overlayOid: world.overlay, data })
    expect((await world.send('PUT', 'firewall/appsets', { oid: old, revision: 1, description: 'Still here' })).status).toBe(200)
  })

  it.each([
    ['a zone', 'firewall/vpn/zones', { name: 'Described' }],
    ['an application set', 'firewall/appsets', { name: 'Described', type: 'saas' }],
  ])('have no limit on the description of %s', { tags: ['S2-5.67'] }, async (_what, path, record) => {
    const description = 'Machines of the works. '.repeat(3000).trim()
    const oid = await world.make(path, { ...record, description })
    expect((await world.read(path, oid))['description']).toBe(description)
  })
})
