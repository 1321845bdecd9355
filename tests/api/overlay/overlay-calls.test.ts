import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OverlayStats } from '../../../schemas/supervision.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { apiWorld, type Answer, type ApiWorld } from '../../support/api/api-world.ts'
import { deviceWrites, stockAppliance, uplinks } from '../../support/browser/devices.ts'

const minimalLan = { mgtInterface: { ipAddress: '10.0.0.1', mask: 24, vlanId: 10, dhcpRelayEnabled: false } }

describe('calls on an overlay other than its collections', () => {
  let world: ApiWorld
  let site: string
  let hub: string
  let spoke: string
  let tele: string
  beforeAll(async () => {
    world = await apiWorld('postgres')
    const tenantOid = world.oid['managed'] ?? ''
    const devices = deviceWrites(world, tenantOid)
    site = await devices.create('site', { name: 'Paris' })
    await stockAppliance(world, { tenantOid, oid: 'stocked' }, { serialNumber: 'H', status: 'installed' })
    const box = (name: string, rest: Rec): Promise<string> =>
      devices.create('edge-box', { name, site, deploymentMode: 'multiwan_hybrid', dwsMode: 'cpe', lan: minimalLan, ...rest })
    hub = await box('Hub', {
      mode: 'hub',
      serialNumber: 'H',
      wans: uplinks({ wan1: 'MPLS', wan2: 'Internet' }),
      lan: { ...minimalLan, bgpASMode: 'given', bgpASNumber: 65001, subnets: [{ prefix: '10.1.0.0', mask: 16 }] },
    })
    spoke = await box('Spoke', { mode: 'spoke', serialNumber: 'S', wans: uplinks({ wan1: 'MPLS' }) })
    await box('Dark', { mode: 'spoke', serialNumber: 'D', site: 'Elsewhere', wans: uplinks({}) })
    const mpls = String((await get('/api/v1/transportNetworks?filter=name==MPLS')).body.data[0]?.['oid'])
    const wan = { transportNetwork: mpls, access: { upBandwidth: 1, downBandwidth: 1 } }
    tele = await devices.create('tele-engine', { name: 'Tele', site, wan, lan: { subnets: [{ prefix: '10.2.0.0', mask: 16 }] } })
    await connect(spoke, hub)
    await connect(hub, spoke)
  })
  afterAll(() => world.dispose())

  const get = (url: string, overlay = 'managed'): Promise<Answer> =>
    world.call('GET', url, { headers: { 'x-overlay-oid': world.oid[overlay] ?? '' } })

  /** Connects the first uplinks of two boxes. */
  async function connect(box: string, edgeBox: string): Promise<void> {
    const { wans, revision } = (await get(`/api/v1/edgeBoxes/${box}`)).body.data[0] as { wans: Record<string, Rec>; revision: number }
    const wanConnections = [{ type: 'User', edgeBox, wanIdentifier: 'wan1', networkPref: 100 }]
    const body = { data: [{ oid: box, revision, wans: { wan1: { ...wans['wan1'], wanConnections } } }] }
    const headers = { 'x-overlay-oid': world.oid['managed'] ?? '' }
    expect((await world.call('PUT', '/api/v1/edgeBoxes', { headers, body })).status).toBe(200)
  }

  it('lists the uplinks that can be the other end of a connection', { tags: ['S1-2.43', 'S1-7.19'] }, async () => {
    const { body } = await get('/api/v1/wanEndpoints?size=2')
    expect(body.meta).toEqual({ totalCount: 3, page: 1, size: 2 })
    const ofHub = { edgeBoxId: hub, edgeBoxName: 'Hub', edgeBoxMode: 'hub', siteName: 'Paris', hasPublicIp: true }
    const id = expect.any(String) as string
    expect(body.data).toMatchObject([
      { ...ofHub, wanIdentifier: 'wan1', transportNetwork: 'MPLS', transportNetworkId: id, publicIp: id },
      { ...ofHub, wanIdentifier: 'wan2', transportNetwork: 'Internet', transportNetworkId: id, publicIp: id },
    ])
    const ends = async (query: string): Promise<unknown[]> =>
      (await get(`/api/v1/wanEndpoints?${query}`)).body.data.map((end) => `${String(end['edgeBoxName'])} ${String(end['wanIdentifier'])}`)
    expect(await ends('sort=-edgeBoxName')).toEqual(['Spoke wan1', 'Hub wan1', 'Hub wan2'])
    expect(await ends(`filter=transportNetwork==MPLS;edgeBoxId!=${spoke}`)).toEqual(['Hub wan1'])
    expect(await ends('filter=edgeBoxName=ilike="%25SPO%25",siteName==Nowhere')).toEqual(['Spoke wan1'])
    expect(await ends('filter=hasPublicIp==true;wanIdentifier=in=(wan2,wan3)')).toEqual(['Hub wan2'])
    for (const query of ['filter=edgeBox==x', 'sort=nothing', 'filter=edgeBoxName=ilike=x&filter=edgeBoxName==x'])
      expect((await get(`/api/v1/wanEndpoints?${query}`)).status, query).toBe(400)
    expect((await get('/api/v1/wanEndpoints?size=2&page=2')).body.data).toMatchObject([{ edgeBoxId: spoke, wanIdentifier: 'wan1' }])
    expect((await get('/api/v1/wanEndpoints', 'diy')).body.data).toEqual([])
  })

  it('maps sites with their devices, and counts the connections between two devices per network, whichever end configures them', async () => {
    const empty = await get('/api/v1/overlay/map', 'diy')
    expect(empty.body.data).toEqual([{ sites: [], links: [] }])
    const { body } = await get('/api/v1/overlay/map')
    expect(body.data[0]).toMatchObject({
      sites: [
        { name: 'Elsewhere', devices: [{ name: 'Dark', enabledWans: 0, networks: [] }] },
        {
          oid: site,
          name: 'Paris',
          devices: [
            { oid: hub, name: 'Hub', type: 'edge_box', mode: 'hub', provisioned: true, enabledWans: 2, networks: ['MPLS', 'Internet'] },
            { oid: spoke, name: 'Spoke', mode: 'spoke', provisioned: false, enabledWans: 1, networks: ['MPLS'] },
            { oid: tele, name: 'Tele', type: 'tele_engine', networks: ['MPLS'] },
          ],
        },
      ],
    })
    const [from, to] = [hub, spoke].toSorted()
    expect(body.data[0]?.['links']).toEqual([{ from, to, transportNetwork: 'MPLS', count: 2, types: ['User'] }])
    const foreign = await world.call('GET', '/api/v1/overlay/map', {
      headers: { 'x-overlay-oid': world.oid['managed'] ?? '' },
      as: 'diy@world.test',
    })
    expect(foreign.status).toBe(404)
  })

  it(
    'counts devices and connections, a tunnel configured at both ends once, and marks its traffic as simulated',
    { tags: ['S2-3.15', 'S2-7.47', 'D-2.13'] },
    async () => {
      const { status, body } = await get('/api/v1/stats')
      expect(status).toBe(200)
      const stats = body.data[0] as unknown as OverlayStats
      expect(stats).toMatchObject({
        edgeBoxesCount: 3,
        hubsCount: 1,
        spokesCount: 2,
        teleEnginesCount: 1,
        enginesCount: 2,
        totalEnginesCount: 4,
        connectionsCount: 1,
        connections: { internalCount: 1, externalCount: 0 },
        applicationGroupsCount: 0,
        simulated: true,
      })
      expect(stats.apo.throughputMaxValue).toBe(300)
      expect(stats.apo.flowsMaxCount).toBe(12_000)
      expect(stats.history).toHaveLength(24)
      const none = (await get('/api/v1/stats', 'diy')).body.data[0]
      expect(none).toMatchObject({ edgeBoxesCount: 0, connectionsCount: 0, apo: { throughputValue: 0, throughputMaxValue: 0 } })
      await world.grant('stock@world.test', world.oid['msp'] ?? '', 'inventory_manager')
      const refusedCallers = { 'stock@world.test': 403, 'diy@world.test': 404 }
      for (const [as, expected] of Object.entries(refusedCallers)) {
        const headers = { 'x-overlay-oid': world.oid['managed'] ?? '' }
        expect((await world.call('GET', '/api/v1/stats', { headers, as })).status, as).toBe(expected)
      }
      expect((await world.call('GET', '/api/v1/stats')).status).toBe(400)
    },
  )

  it(
    'lists the edge boxes of a site, and its subnets including those of tele engines',
    { tags: ['S1-3.26', 'S1-7.21', 'S1-7.22'] },
    async () => {
      expect((await get(`/api/v1/sites/${site}/ibgpEdgeBoxEndpoints`)).body.data).toMatchObject([
        { edgeBoxId: hub, edgeBoxName: 'Hub', bgpMode: 'given', bgpASNumber: 65001 },
        { edgeBoxId: spoke, edgeBoxName: 'Spoke' },
      ])
      expect((await get(`/api/v1/sites/${site}/ibgpEdgeBoxEndpoints?filter=bgpASNumber=gt=65000`)).body.data).toMatchObject([
        { edgeBoxName: 'Hub', edgeBoxMode: 'hub', siteName: 'Paris' },
      ])
      expect((await get(`/api/v1/sites/${site}/subnets?filter=mask==16&sort=-prefix`)).body.data).toMatchObject([
        { prefix: '10.2.0.0' },
        { prefix: '10.1.0.0' },
      ])
      expect((await get(`/api/v1/sites/${site}/subnets`)).body.data).toMatchObject([
        { prefix: '10.1.0.0', mask: 16, edgeBoxId: hub, edgeBoxName: 'Hub' },
        { prefix: '10.2.0.0', mask: 16, edgeBoxId: tele, edgeBoxName: 'Tele' },
      ])
      for (const overlay of ['diy', 'otherCustomer'])
        expect((await get(`/api/v1/sites/${site}/subnets`, overlay)).status, overlay).toBe(404)
    },
  )

  it(
    'lists transport networks with and without the reserved one, and the edge boxes that can be time sources',
    { tags: ['S1-7.3', 'S1-7.16', 'S1-7.17', 'S2-4.6', 'S2-7.26', 'S2-7.28'] },
    async () => {
      const names = async (url: string): Promise<unknown[]> => (await get(url)).body.data.map(({ name }) => name)
      expect(await names('/api/v1/transportNetworks/full')).toEqual(['Internet', 'MPLS'])
      expect(await names('/api/v1/transportNetworks/full?filter=name=ilike="%25net%25"')).toEqual(['Internet'])
      expect(await names('/api/v1/transportNetworks/full/teleEngine')).toEqual(expect.arrayContaining(['Internet', 'MPLS']))
      expect(await names('/api/v1/edgeBoxes?filter=filterPredicateRef==synchroServers')).toEqual(['Hub'])
      const byName = '/api/v1/edgeBoxes?filter=filterPredicateRef==synchroServers;name=ilike='
      expect([await names(`${byName}"%25HUB%25"`), await names(`${byName}"%25ark%25"`)]).toEqual([['Hub'], []])
      expect((await get('/api/v1/edgeBoxes?filter=filterPredicateRef==toString')).status).toBe(400)
    },
  )

  it('returns the SDI settings only to callers with the right to them', { tags: ['S1-7.29'] }, async () => {
    const url = '/api/v1/sdi/settings'
    expect((await get(url)).body.data).toEqual([{ enabled: true }])
    expect((await world.call('GET', url)).status).toBe(400)
    await world.grant('apps@world.test', world.oid['managed'] ?? '', 'application_manager')
    const headers = { 'x-overlay-oid': world.oid['managed'] ?? '' }
    expect((await world.call('GET', url, { headers, as: 'apps@world.test' })).status).toBe(403)
  })
})
