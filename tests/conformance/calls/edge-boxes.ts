import { beforeAll, describe, expect, it } from 'vitest'
import { all, first, type Item } from '../client/http.ts'
import { bgpLan, disabledWan, edgeBox, newEdgeBox, printedOspf, uplink } from '../client/devices.ts'
import { printed, type World } from './world.ts'

const path = '/api/v1/edgeBoxes'

const untold = ['wanPeers', 'credentials', 'authenticationKey']

/** What of a sent record an answer shows: all but null, secrets, and empty lists of what a right hides. */
function present(sent: unknown): unknown {
  if (Array.isArray(sent)) return sent.map(present)
  if (typeof sent !== 'object' || sent === null) return sent
  const isTold = ([name, value]: [string, unknown]): boolean =>
    value !== null && !untold.includes(name) && !(name === 'externalGatewayConnections' && Array.isArray(value) && value.length === 0)
  return Object.fromEntries(
    Object.entries(sent)
      .filter(isTold)
      .map(([name, value]) => [name, present(value)]),
  )
}

/** S1 section 7: edge boxes. */
export function edgeBoxCalls(world: World): void {
  describe('edge boxes', () => {
    const list = async (of: string): Promise<Item[]> => all(await world.customer('GET', of))
    const create = async (sent: object): Promise<Item> => printed(await world.customer('POST', path, { data: [sent] }), edgeBox)[0]
    const remove = async ({ id, revision }: Item): Promise<void> => {
      all(await world.customer('DELETE', `${path}/${String(id)}?revision=${String(revision)}`))
      expect(await world.customer('GET', `${path}/${String(id)}`)).toMatchObject({ status: 404 })
    }
    let waiting: Item
    let neighbour: Item
    let made: Item
    beforeAll(async () => {
      waiting = (await list('/api/v1/appliances')).find(({ status }) => status === 'not_configured')!
      neighbour = (await list(`${path}?filter=mode==hub`))[0]!
    })

    it('GET /v1/edgeBoxes lists them', { tags: ['S1-7.3'] }, async () => {
      printed(await world.customer('GET', `${path}?size=500`), edgeBox)
    })
    it('GET /v1/edgeBoxes lists candidates for time synchronisation', { tags: ['S2-7.28'] }, async () => {
      printed(await world.customer('GET', `${path}?filter=filterPredicateRef==synchroServers`), edgeBox)
    })
    it(
      'POST /v1/edgeBoxes makes a spoke of the printed body: BGP with a neighbour, an IHAP pair, tunnels to a box and to a gateway, forwarded ports',
      { tags: ['S1-7.5'] },
      async () => {
        const site = { id: (neighbour['site'] as Item)['id'], name: (neighbour['site'] as Item)['name'] }
        const [profile] = await list('/networkConfiguration/v1/ihap/profiles')
        const [syslog] = await list('/api/v1/syslogServer')
        const [pop] = await list('/api/v1/sdi/pops')
        const [coloring] = await list('/api/v1/colorings')
        const filter = (await list('/api/v1/externalGateways')).find(
          ({ secondaryPublicIpAddress }) => typeof secondaryPublicIpAddress === 'string',
        )!
        const endpoint = (await list('/api/v1/wanEndpoints?size=200')).find(({ transportNetwork }) => transportNetwork === 'Internet')!
        const { edgeBoxName, wanIdentifier } = endpoint
        const sent = newEdgeBox('harbour-office', waiting, site)
        sent.syslog = [{ id: syslog!['id'] }]
        sent.lan = {
          ...bgpLan,
          ibgpEdgeBoxPeerings: [{ edgeBoxId: neighbour['id'], edgeBoxName: neighbour['name'] }],
          ihapEnabled: true,
          ihap: { role: 'backup', ihapProfile: { id: profile!['id'], name: profile!['name'] } },
          mgtInterface: { ...bgpLan.mgtInterface, ihapPeerIp: '10.222.0.8' },
          interfaces: bgpLan.interfaces.map((one) => ({ ...one, ihapPeerIp: '10.222.2.8' })),
        }
        sent.wans['wan1'] = uplink('wan1', 'Internet', {
          eligibleDti: true,
          allowTrafficInTheUnderlay: true,
          localPortForwarding: [
            { protocolId: 17, protocolName: 'UDP', externalPort: 5000, localIpAddress: '10.222.0.60', localPort: 50 },
            { protocolId: 47, protocolName: null, externalPort: 5001, localIpAddress: '10.222.0.61', localPort: 51 },
          ],
          wanConnections: [{ type: 'User', networkPref: 120, endpoint: { edgeBoxName, wanIdentifier } }],
          externalGatewayConnections: [
            {
              externalGateway: { name: filter['name'], type: filter['type'] },
              type: 'secondary',
              initiatorId: 'harbour',
              credentials: { psk: 'a lamp in the fog', configured: false },
              localIpAddress: '100.97.9.1',
              remoteIpAddress: '100.97.9.2',
              networkPref: 90,
            },
          ],
          sdiEnabled: true,
          sdiPop: { id: pop!['id'] },
        })
        sent.wans['wan2'] = {
          ...disabledWan('wan2'),
          state: 'enabled',
          interfaceMode: 'L2',
          routerLanIPAddress: '10.222.0.254',
          transportNetwork: 'MPLS',
          access: { upBandwidth: 1000, downBandwidth: 2000 },
          coloring: coloring!['name'],
        }
        made = await create(sent)
        expect(made).toMatchObject(present(sent) as Item)
        expect(made).toMatchObject({ wans: { wan1: { externalGatewayConnections: [{ credentials: { configured: true } }] } } })
      },
    )
    it('GET /v1/edgeBoxes/{id} reads one', { tags: ['S1-7.4'] }, async () => {
      made = printed(await world.customer('GET', `${path}/${String(made['id'])}`), edgeBox)[0]
    })
    it('PUT /v1/edgeBoxes takes back the whole record with a change, at every depth', { tags: ['S1-7.6'] }, async () => {
      const { lan, wans } = made as { lan: Item & { mgtInterface: Item }; wans: Record<string, Item> }
      const sent = {
        ...made,
        services: { ...(made['services'] as Item), wanOptimization: true },
        lan: { ...lan, asPathPrepend: 7, mgtInterface: { ...lan.mgtInterface, dhcpRelayEnabled: false } },
        wans: { ...wans, wan2: { ...wans['wan2'], access: { upBandwidth: 3000, downBandwidth: 4000 } } },
      }
      made = printed(await world.customer('PUT', path, { data: [sent] }), edgeBox)[0]
      expect(made).toMatchObject({
        services: { wanOptimization: true },
        lan: { asPathPrepend: 7, mgtInterface: { dhcpRelayEnabled: false } },
        wans: { wan1: wans['wan1'], wan2: { access: { upBandwidth: 3000, downBandwidth: 4000 } } },
      })
    })
    it('DELETE /v1/edgeBoxes/{id} deletes one', { tags: ['S1-7.7'] }, async () => {
      await remove(made)
    })
    it(
      'POST /v1/edgeBoxes makes a hub of the printed body: OSPF with a key, VRRP, backhauling, a new site and a new transport network',
      { tags: ['S1-7.5'] },
      async () => {
        const [profile] = await list('/api/v1/overlay/vrrp_profile')
        const sent = newEdgeBox('lighthouse-hub', waiting, { id: null, name: 'Lighthouse' })
        const hub = { ...sent, mode: 'hub', deploymentMode: 'multiwan_ip' }
        hub.lan = {
          ...bgpLan,
          bgpASMode: 'auto',
          bgpASNumber: null,
          ibgpLanPeerings: [],
          asPathPrependEnabled: false,
          asPathPrepend: 1,
          interfaces: bgpLan.interfaces.map((one) => ({ ...one, vrrpVirtualIp: '10.222.2.9' })),
          mgtInterface: { ...bgpLan.mgtInterface, vrrpVirtualIp: '10.222.0.9' },
          routingProtocol: 'ospf',
          ospf: printedOspf,
          vrrpEnabled: true,
          vrrp: {
            instanceIdentifier: 60,
            role: 'backup',
            trackingInterfaces: 'wan1',
            logicTrackingInterfaces: 'and',
            vrrpProfile: { id: profile!['id'] },
          },
          enableBackhauling: true,
          lanGatewayIp: '10.222.0.200',
        }
        hub.wans['wan1'] = uplink('wan1', 'Sea cable', { defaultNetworkPref: 300, dhcpEnabled: false })
        made = await create(hub)
        const { appliance: _, site: __, ...expected } = present(hub) as Item
        expect(made).toMatchObject(expected)
        expect(made).toMatchObject({ site: { name: 'Lighthouse' } })
        expect((await list('/api/v1/transportNetworks/full')).map(({ name }) => name)).toContain('Sea cable')
        const ospf = { ...printedOspf, vrouters: printedOspf.vrouters.map(({ authenticationKey: _key, ...one }) => one) }
        const again = { ...made, lan: { ...(made['lan'] as Item), ospf: { ...ospf, helloTimer: 6 } } }
        made = printed(await world.customer('PUT', path, { data: [again] }), edgeBox)[0]
        expect(made).toMatchObject({ lan: { ospf: { helloTimer: 6, deadTimer: 20 } } })
        await remove(made)
      },
    )
    it('POST /v1/edgeBoxes makes a bridge of little more than what is mandatory', { tags: ['S1-7.5'] }, async () => {
      const sent = {
        ...newEdgeBox('gangway-bridge', waiting, { id: null, name: 'Gangway' }),
        deploymentMode: 'multiwan_bridge',
        dwsMode: 'l2_transparent',
        lan: {
          mgtInterface: { ...bgpLan.mgtInterface, vRouter1IPAdress: null, vRouter2IPAdress: null, vRouter3IPAdress: null },
          ospf: null,
          vrrp: null,
          ihap: null,
        },
        syslog: null,
        services: null,
      }
      made = await create(sent)
      expect(made).toMatchObject({
        syslog: [],
        services: { wanOptimization: true },
        lan: { routingProtocol: 'none', speed: 'AUTO' },
        wans: { wan1: { interfaceMode: 'L2', bypass: true }, wan3: { bypass: false } },
      })
      expect(first(await world.customer('GET', `${path}/${String(made['id'])}`))).toEqual(made)
      await remove(made)
    })
  })
}
