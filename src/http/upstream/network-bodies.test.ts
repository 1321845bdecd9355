import { describe, expect, it } from 'vitest'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { writing } from './other-service.fixture.ts'

const wan = (identifier: string, more: Rec = {}): Rec => ({ id: `w-${identifier}`, identifier, state: 'disabled', ...more })
const management = { id: 'i1', uuid: 'u1', identifier: 1, name: 'Management', ipAddress: '10.0.0.1', mask: 24, vlanId: 10 }
const guests = { id: 'i2', uuid: 'u2', identifier: 2, name: 'Guests', ipAddress: '10.0.2.1', mask: 24, vlanId: 20, vrrpVirtualIp: null }
const box = {
  id: 'b',
  name: 'Box',
  mode: 'spoke',
  deploymentMode: 'multiwan_hybrid',
  site: { id: 's', name: 'Berlin' },
  lan: { mgtInterface: management, interfaces: [management, guests], ibgpLanPeerings: [], ibgpEdgeBoxPeerings: [] },
  wans: {
    wan1: wan('wan1', {
      transportNetwork: 'Internet',
      defaultNetworkPref: null,
      allowTrafficInTheUnderlay: true,
      wanConnections: [{ endpoint: { edgeBoxName: 'Hub', wanIdentifier: 'wan1' } }],
    }),
    wan2: wan('wan2', { defaultNetworkPref: 7 }),
    wan3: wan('wan3'),
  },
}
const networks = [
  { id: 'n1', name: 'Internet', eligibleDti: true },
  { id: 'n2', name: 'MPLS', eligibleDti: false },
]
const answers = {
  'GET /api/v1/edgeBoxes/b': { data: [box] },
  'GET /api/v1/edgeBoxes': { data: [box, { id: 'h', name: 'Hub', mode: 'hub' }] },
  'GET /api/v1/transportNetworks/full': { data: networks },
  'GET /api/v1/sites': { data: [{ id: 's', name: 'Berlin', cloudGuardRegionId: 'r' }] },
}

/** The record in the first body that was sent. */
function recordIn({ written }: ReturnType<typeof writing>): Rec {
  const [call] = written()
  const { data = [] } = (call?.body ?? {}) as { data?: Rec[] }
  return data[0] ?? {}
}

/** The record that is sent for changes of a box. */
async function sentFor(changes: Rec, of: Parameters<typeof writing>[0] = answers): Promise<Rec> {
  const service = writing(of)
  await service.apply([{ entity: 'edge-box', action: 'update', oid: 'b', revision: 0, changes }])
  return recordIn(service)
}

/** The record that is sent for a new one. */
async function created(entity: string, changes: Rec): Promise<Rec> {
  const service = writing(answers)
  await service.apply([{ entity, action: 'create', changes }])
  return recordIn(service)
}

describe('a changed edge box', () => {
  it('has the management interface in both places in which its service sends it', async () => {
    const changed = { ...management, vlanId: 44 }
    expect(await sentFor({ lan: { mgtInterface: { vlanId: 44 } } })).toEqual({
      ...box,
      lan: { ...box.lan, mgtInterface: changed, interfaces: [changed, guests] },
    })
    const { mgtInterface: _, ...rest } = box.lan
    const listed = { ...box, lan: { ...rest, interfaces: [management, guests] } }
    const alone = { ...answers, 'GET /api/v1/edgeBoxes/b': { data: [listed] } }
    expect(await sentFor({ lan: { mgtInterface: { vlanId: 44 } } }, alone)).toEqual({
      ...box,
      lan: { ...rest, interfaces: [changed, guests] },
    })
  })

  it('has rows with everything that they were sent with, and null for what they lost', async () => {
    const { id, uuid: _, vrrpVirtualIp: __, vlanId: ___, ...rest } = guests
    expect(await sentFor({ lan: { interfaces: [{ ...rest, id, name: 'Visitors' }] } })).toEqual({
      ...box,
      lan: { ...box.lan, interfaces: [management, { ...guests, name: 'Visitors', vlanId: null }] },
    })
  })

  it('names another network without our identifier, and loses what the rules end with it; what they would change besides stays', async () => {
    expect(await sentFor({ wans: { wan1: { transportNetwork: 'n2' } } })).toEqual({
      ...box,
      wans: { ...box.wans, wan1: { ...box.wans.wan1, transportNetwork: 'MPLS', allowTrafficInTheUnderlay: false, wanConnections: [] } },
    })
  })

  it('names a site that there is none of yet', async () => {
    expect(await sentFor({ site: 'Bonn' })).toEqual({ ...box, site: { name: 'Bonn' } })
  })

  it('is read with all others where a plan changes many', async () => {
    const many = Array.from({ length: 20 }, (_one, index) => ({ id: `b${index}`, name: `Box ${index}` }))
    const service = writing({ 'GET /api/v1/edgeBoxes': { data: many } })
    await service.apply(
      many.map(({ id }) => ({ entity: 'edge-box', action: 'update' as const, oid: id, revision: 0, changes: { mode: 'hub' } })),
    )
    expect(service.written()).toHaveLength(20)
    expect(service.calls.filter(({ method, path }) => method === 'GET' && path.startsWith('/api/v1/edgeBoxes/'))).toEqual([])
  })
})

describe('a new edge box', () => {
  it('says which uplinks and virtual routers it has, and has empty lists', async () => {
    const { wans, lan, site } = await created('edge-box', {
      name: 'New',
      site: 's',
      lan: { mgtInterface: { ipAddress: '10.1.0.1', mask: 24 } },
    })
    expect(site).toEqual({ id: 's', name: 'Berlin', cloudGuardRegionId: 'r' })
    expect(Object.values(wans as Record<string, Rec>).map(({ identifier }) => identifier)).toEqual(['wan1', 'wan2', 'wan3'])
    expect(wans).toMatchObject({ wan2: { wanConnections: [], externalGatewayConnections: [], localPortForwarding: [] } })
    const { mgtInterface, interfaces, ospf } = lan as Rec
    expect(interfaces).toEqual([mgtInterface])
    expect(mgtInterface).toMatchObject({ identifier: 1, name: 'Management', ipAddress: '10.1.0.1' })
    expect((ospf as { vrouters: Rec[] }).vrouters.map(({ vrouterId }) => vrouterId)).toEqual(['wan1', 'wan2', 'wan3'])
  })

  it('names a site and a network that there are none of yet', async () => {
    const { wans, site } = await created('edge-box', { name: 'New', site: 'Bonn', wans: { wan1: { transportNetwork: 'Fibre' } } })
    expect(site).not.toHaveProperty('id')
    expect(site).toMatchObject({ name: 'Bonn' })
    expect(wans).toMatchObject({ wan1: { transportNetwork: 'Fibre' } })
  })
})

describe('a VRRP profile', () => {
  it.each([
    ['alone', '224.0.0.18', '224.0.0.19'],
    ['in an object', { ip: '224.0.0.18' }, { ip: '224.0.0.19' }],
  ])('has its multicast address %s where its service sends it so', async (_how, multicastPeeringIp, changed) => {
    const profile = { id: 'p', name: 'Default', multicastPeeringIp }
    const service = writing({ 'GET /api/v1/overlay/vrrp_profile': { data: [profile] } })
    await service.apply([
      { entity: 'vrrp-profile', action: 'update', oid: 'p', revision: 0, changes: { multicastPeeringIp: { ip: '224.0.0.19' } } },
    ])
    expect(service.written()).toMatchObject([{ body: { data: [{ ...profile, multicastPeeringIp: changed }] } }])
  })
})
