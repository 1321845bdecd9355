import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { printed } from '../calls/world.ts'
import { all, connect, first, type Call, type Item } from '../client/http.ts'
import { edgeBox } from '../client/devices.ts'
import { gateway } from '../client/gateways.ts'
import * as network from '../client/network.ts'
import { differences } from '../client/shape.ts'
import { OIDS } from './fixtures/tenants.ts'
import { startPlatform, type Platform } from './http/server.ts'

let platform: Platform
let customer: Call
beforeAll(async () => {
  platform = await startPlatform()
  customer = connect(platform.origin, 'any', OIDS.managed)
})
afterAll(() => platform.close())
beforeEach(() => customer('POST', '/_control/reset'))

const named = async (path: string, name: string): Promise<Item> => all(await customer('GET', path)).find((item) => item['name'] === name)!
const save = async (path: string, item: Item): Promise<Item> => first(await customer('PUT', path, { data: [item] }))

describe('S1 and S2 on the stand-in platform', () => {
  it.each([
    ['/api/v1/edgeBoxes', edgeBox],
    ['/api/v1/teleEngines', network.teleEngine],
    ['/api/v1/colorings', network.coloring],
    ['/api/v1/transportNetworks/full', network.transportNetwork],
    ['/api/v1/transportNetworks/full/teleEngine', network.transportNetwork],
    ['/api/v1/wanEndpoints', network.wanEndpoint],
    ['/api/v1/sites', network.site],
    ['/api/v1/appliances', network.overlayAppliance],
    ['/api/v1/syslogServer', network.syslogServer],
    ['/api/v1/cloudsec/regions', network.named],
    ['/api/v1/sdi/pops', network.named],
    ['/api/v1/ipEngines/synthesis?page=1&size=20', network.synthesis],
    ['/networkConfiguration/v1/ihap/profiles', network.ihapProfile],
    ['/api/v1/externalGateways', gateway],
    ['/api/v1/firewall/vpn/zones', network.zone],
    ['/api/v1/firewall/vpn/policies', network.vpnPolicy],
    ['/api/v1/firewall/internet/policies', network.internetPolicy],
    ['/api/v1/firewall/apps/saas', network.named],
    ['/api/v1/firewall/appsets/saas', network.saasSet],
    ['/api/v1/firewall/appsets/portBased', network.portBasedSet],
    ['/api/v1/stats', network.stats],
    [`/supervision/alerting-config/${OIDS.managed}/api/v1/alertSummary`, network.alertCount],
  ])('%s answers in the shape that the client expects', async (path, shape) => {
    printed(await customer('GET', path), shape)
  })

  it.each([
    '/api/v1/overlay/routing',
    '/api/v1/overlay/security',
    '/api/v1/overlay/vrrp_profile',
    '/api/v1/timeSynchro',
    '/api/v1/localBreakout',
  ])('%s takes back what it sent', async (path) => {
    const { revision: _, lastModified: __, ...read } = first(await customer('GET', path))
    expect(await save(path, read)).toMatchObject(read)
  })

  it.each([
    '/api/v1/edgeBoxes',
    '/api/v1/teleEngines',
    '/networkConfiguration/v1/ihap/profiles',
    '/api/v1/externalGateways',
    '/api/v1/firewall/vpn/zones',
    '/api/v1/firewall/vpn/policies',
    '/api/v1/firewall/internet/policies',
  ])('%s takes back each record that it sent, without a change', async (path) => {
    const before = all(await customer('GET', path)).filter(({ isDefault, readOnly }) => !isDefault && !readOnly)
    expect(before.length).toBeGreaterThan(0)
    for (const { revision, lastModified: _, ...read } of before)
      expect(await save(path, read)).toEqual(expect.objectContaining({ ...read, revision: Number(revision) + 1 }))
  })

  it('makes an edge box of an appliance that waits, with a new site and a new transport network', async () => {
    const waiting = all(await customer('GET', '/api/v1/ipEngines/synthesis/notConfigured')).map(({ obj }) => (obj as Item)['serialNumber'])
    const sent = {
      name: 'quay-1',
      serialNumber: waiting[0],
      site: { name: 'Quay' },
      wans: {
        wan1: {
          state: 'enabled',
          transportNetwork: 'Harbour radio',
          access: { upBandwidth: 1000, downBandwidth: 2000 },
          wanConnections: [{ endpoint: { edgeBoxName: 'brest-1', wanIdentifier: 'wan1' } }],
          externalGatewayConnections: [{ externalGateway: { name: 'Web gateway', type: 'zscaler' }, credentials: { psk: 'secret' } }],
        },
      },
      lan: {
        subnets: [{ prefix: '10.77.0.0', mask: 24 }],
        interfaces: [{ identifier: 1, ipAddress: '10.77.0.1', mask: 24, name: 'Mine' }, { name: 'Guests' }],
      },
    }
    const made = first(await customer('POST', '/api/v1/edgeBoxes', { data: [sent] }))
    expect(differences([made], edgeBox)).toEqual([])
    expect(made).toMatchObject({
      name: 'quay-1',
      machineId: waiting[0],
      appliance: { provisioned: true },
      mode: 'spoke',
      deploymentMode: 'multiwan_hybrid',
      dwsMode: 'cpe',
      services: { wanOptimization: true },
      lan: {
        mgtInterface: { name: 'Management' },
        interfaces: [
          { identifier: 1, name: 'Management' },
          { identifier: 2, name: 'Guests' },
        ],
      },
      wans: {
        wan1: {
          mtu: 1500,
          wanConnections: [{ type: 'User', networkPref: 100 }],
          wanPeers: [{ edgeBoxName: 'brest-1' }],
          externalGatewayConnections: [{ credentials: { psk: null, configured: true } }],
        },
        wan2: { state: 'disabled', bypass: true },
        wan3: { bypass: false },
      },
    })
    expect(await named('/api/v1/transportNetworks/full', 'Harbour radio')).toMatchObject({ eligibleDti: false })
    const site = await named('/api/v1/sites', 'Quay')
    expect(all(await customer('GET', `/api/v1/sites/${String(site['id'])}/subnets`))).toEqual([
      { edgeBox: { id: made['id'], name: 'quay-1' }, prefix: '10.77.0.0', mask: 24 },
    ])
    expect(all(await customer('GET', `/api/v1/sites/${String(site['id'])}/ibgpEdgeBoxEndpoints`))).toMatchObject([
      { edgeBoxName: 'quay-1', bgpMode: 'auto' },
    ])
    expect(await customer('DELETE', `/api/v1/edgeBoxes/${String(made['id'])}`)).toMatchObject({ status: 204 })
    expect(await customer('GET', `/api/v1/edgeBoxes/${String(made['id'])}`)).toMatchObject({ status: 404 })
  })

  it('lists what waits for an edge box, counts the tabs and searches by name, site and serial number', async () => {
    const answer = await customer('GET', '/api/v1/ipEngines/synthesis?page=1&size=100')
    expect(differences([answer.body.meta], network.synthesisMeta)).toEqual([])
    expect(answer.body.meta).toEqual({
      count: 17,
      countConfigured: 8,
      countNotConfigured: 4,
      countUnProvisioned: 2,
      countTeleEngines: 3,
      countTotalRows: 17,
    })
    const [waiting] = all(await customer('GET', '/api/v1/ipEngines/synthesis/notConfigured'))
    expect(waiting).toMatchObject({ type: 'appliance', obj: { status: 'not_configured', provisioned: true } })
    expect(waiting?.['obj']).not.toHaveProperty('id')
    const filter = encodeURIComponent(['name', 'siteName', 'serialNumber'].map((name) => `${name}=ilike=ostend`).join(','))
    const found = all(await customer('GET', `/api/v1/ipEngines/synthesis/configured?filter=${filter}`))
    expect(found.map(({ obj }) => (obj as Item)['name'])).toEqual(['ostend-4'])
  })

  it('offers provisioned boxes with a WAN for time synchronisation, and forgets a deleted one', async () => {
    const candidates = all(await customer('GET', '/api/v1/edgeBoxes?filter=filterPredicateRef==synchroServers'))
    expect(candidates).toHaveLength(8)
    const [server] = first(await customer('GET', '/api/v1/timeSynchro'))['synchroServers'] as string[]
    expect(await customer('DELETE', `/api/v1/edgeBoxes/${server}`)).toMatchObject({ status: 204 })
    expect(first(await customer('GET', '/api/v1/timeSynchro'))['synchroServers']).toEqual([])
  })

  it('refuses names and appliances in use, unknown peers and tele engines without a subnet', async () => {
    const [box] = all(await customer('GET', '/api/v1/edgeBoxes'))
    const post = (path: string, sent: object) => customer('POST', path, { data: [sent] })
    const sent = { name: 'new', serialNumber: 'X1', site: { name: 'Brest' } }
    expect(await post('/api/v1/edgeBoxes', { ...sent, name: box?.['name'] })).toMatchObject({ status: 400 })
    expect(await post('/api/v1/edgeBoxes', { ...sent, serialNumber: box?.['serialNumber'] })).toMatchObject({ status: 400 })
    expect(
      await post('/api/v1/edgeBoxes', { ...sent, wans: { wan1: { wanConnections: [{ endpoint: { edgeBoxName: 'nobody' } }] } } }),
    ).toMatchObject({ status: 400 })
    expect(await post('/api/v1/teleEngines', { ...network.newTeleEngine('Internet'), lan: { subnets: [] } })).toMatchObject({ status: 400 })
    expect(await post('/networkConfiguration/v1/ihap/profiles', { ...network.newIhapProfile, name: 'Patient' })).toMatchObject({
      status: 400,
    })
  })

  it('sends tele engines without a transport network with no bandwidth', async () => {
    const made = first(await customer('POST', '/api/v1/teleEngines', { data: [network.newTeleEngine('Not Specified')] }))
    expect(made).toMatchObject({ wan: { transportNetwork: 'Not Specified', access: { upBandwidth: null, downBandwidth: null } } })
  })

  it('replaces the table of syslog servers', async () => {
    const [kept] = all(await customer('GET', '/api/v1/syslogServer'))
    const added = { name: 'Third', ipOrHostname: '192.0.2.33', protocolId: 6, protocolName: 'TCP', port: 514 }
    const after = all(await customer('PUT', '/api/v1/syslogServer', { data: [kept, added] }))
    expect(after).toMatchObject([kept, added])
    expect(all(await customer('PUT', '/api/v1/syslogServer', { data: [] }))).toEqual([])
  })

  it('keeps default profiles, read-only zones and read-only sets', async () => {
    for (const [path, name] of [
      ['/networkConfiguration/v1/ihap/profiles', 'Default'],
      ['/api/v1/firewall/vpn/zones', 'Everything else'],
    ] as const) {
      const item = await named(path, name)
      expect(await customer('PUT', path, { data: [item] })).toMatchObject({ status: 400 })
      expect(await customer('DELETE', `${path}/${String(item['id'])}`)).toMatchObject({ status: 400 })
    }
  })

  it('asks for the key of a new gateway once, and never shows it', async () => {
    const path = '/api/v1/externalGateways'
    const { id: _, machineId: __, ...read } = await named(path, 'Data centre')
    const security = read['security'] as Item
    const withKey = (psk: string | null) => ({
      ...read,
      name: 'Second centre',
      security: { ...security, credentials: { mode: 'psk', psk } },
    })
    expect(await customer('POST', path, { data: [withKey(null)] })).toMatchObject({ status: 400 })
    const made = first(await customer('POST', path, { data: [withKey('secret')] }))
    expect(made).toMatchObject({ machineId: 'GW-0004', security: { credentials: { psk: null, configured: true } } })
    expect(await save(path, { ...made, primaryPublicIpAddress: '198.51.100.99' })).toMatchObject({
      security: { credentials: { configured: true } },
    })
  })

  it('moves a zone, counts the others anew, and has a policy for every pair and set', async () => {
    const zones = '/api/v1/firewall/vpn/zones'
    const made = first(await customer('POST', zones, { data: [{ ...network.newZone, priority: 3 }] }))
    const names = async () => all(await customer('GET', zones)).map(({ priority, name }) => `${String(priority)} ${String(name)}`)
    expect(await names()).toEqual(['1 Offices', '2 Guests', '3 Dockside', '4 Everything else'])
    await save(zones, { ...made, priority: 1 })
    expect(await names()).toEqual(['1 Dockside', '2 Offices', '3 Guests', '4 Everything else'])
    const pairs = all(await customer('GET', '/api/v1/firewall/vpn/policies'))
    expect(pairs).toHaveLength(10)
    expect(pairs.filter(({ vpnZone }) => (vpnZone as Item)['name'] === 'Dockside')).toHaveLength(4)
    expect(all(await customer('GET', '/api/v1/firewall/internet/policies'))).toHaveLength(20)
    await customer('DELETE', `${zones}/${String(made['id'])}`)
    expect(all(await customer('GET', '/api/v1/firewall/internet/policies'))).toHaveLength(15)
  })

  it('keeps the applications of a set by its type, and ports with TCP and UDP alone', async () => {
    const path = '/api/v1/firewall/appsets'
    const portBasedApps = [{ priority: 1, protocolId: 1, protocolName: 'ICMP', ports: '80' }]
    const made = first(await customer('POST', path, { data: [{ ...network.newPortBasedSet, portBasedApps }] }))
    expect(made).toMatchObject({ saas: false, portBasedApps: [{ priority: 1, ports: null }] })
    expect(made).not.toHaveProperty('saasApps')
    const [office] = all(await customer('GET', `${path}/saas`))
    expect(await save(path, office!)).toMatchObject({ saasApps: office!['saasApps'] })
    expect(
      await customer('POST', path, { data: [{ name: 'New', priority: 9, type: 'saas', saasApps: [{ id: 'saas-99' }] }] }),
    ).toMatchObject({ status: 400 })
  })

  it('opens live monitoring, and hides the mesh where the customer has none', async () => {
    const [box] = all(await customer('GET', '/api/v1/edgeBoxes'))
    const sent = { edgeBoxId: box?.['id'], edgeBoxName: box?.['name'] }
    const { oid } = first(await customer('POST', `/livemon/v1/${OIDS.managed}/sessions`, { data: [sent] }))
    const window = connect(platform.origin)
    expect(await window('GET', `/livemon/v1/${OIDS.managed}/view/${String(oid)}/`)).toMatchObject({
      status: 200,
      type: expect.stringContaining('html') as string,
    })
    expect(first(await customer('GET', '/api/v1/overlay/cloudMesh'))).toMatchObject({ routing: { asn: expect.any(Number) as number } })
    expect(await connect(platform.origin, 'any', OIDS.frozen)('GET', '/api/v1/overlay/cloudMesh')).toMatchObject({ status: 405 })
  })

  it('asks for an overlay, and has one for every customer', async () => {
    expect(await connect(platform.origin, 'any')('GET', '/api/v1/edgeBoxes')).toMatchObject({ status: 400 })
    expect(await connect(platform.origin, 'any', 'nowhere')('GET', '/api/v1/edgeBoxes')).toMatchObject({ status: 404 })
    expect(all(await connect(platform.origin, 'any', OIDS.diy)('GET', '/api/v1/edgeBoxes'))).toHaveLength(2)
    expect(all(await connect(platform.origin, 'any', OIDS.secondManaged)('GET', '/api/v1/ipEngines/synthesis'))).toHaveLength(2)
  })
})
