import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { applyPlan } from '../../../server/plan/apply-plan.ts'
import { places, type Answer } from '../../support/api/api-world.ts'
import { box, engine, wan } from '../../support/api/overlay-records.ts'
import type { FactId } from '../../proofs/facts.ts'
import { eachCase } from '../../support/each-case.ts'
import { overlayWorld, type OverlayWorld } from '../../support/api/overlay-world.ts'

/** Collections of reference data: a sample record, then the entity and names of the records that use it below. */
const KINDS = {
  'cloudsec/regions': [{ name: 'Region' }, 'site', 'Lille'],
  'sdi/pops': [{ name: 'Pop' }, 'edge-box', 'Hybrid'],
  colorings: [{ name: 'red' }, 'edge-box', 'Hybrid'],
  transportNetworks: [{ name: 'Fibre' }, 'tele-engine', 'Small'],
  syslogServer: [{ name: 'Log', ipOrHostname: 'log.example.test', protocolId: 6, port: 514 }, 'edge-box', 'Hybrid'],
  'overlay/vrrp_profile': [{ name: 'Pair', protocolVersion: 2, peeringType: 'multicast' }, 'edge-box', 'Routed'],
  '/networkConfiguration/v1/ihap/profiles': [{ name: 'Twins' }, 'edge-box', 'Hybrid'],
  externalGateways: [
    {
      name: 'Gate',
      type: 'zscaler',
      primaryPublicIpAddress: '198.51.100.1',
      security: { credentials: { mode: 'certificate', certificate: 'c' } },
    },
    'edge-box',
    'Hybrid',
  ],
  sites: [{ name: 'Lille' }, 'edge-box', 'Hybrid, Routed'],
} as const

/** Facts about the calls of each collection. */
const facts: Record<Kind, FactId[]> = {
  'cloudsec/regions': ['S1-3.22', 'S1-7.27'],
  'sdi/pops': ['S1-3.23', 'S1-7.28'],
  colorings: ['S1-3.24', 'S1-7.15'],
  transportNetworks: ['S1-3.19', 'S1-7.18', 'S2-3.26', 'S2-7.27'],
  syslogServer: ['S1-3.21', 'S1-7.24', 'S1-7.25', 'S1-7.26', 'S2-3.23', 'S2-7.18', 'S2-7.19'],
  'overlay/vrrp_profile': ['S1-7.30', 'S2-7.11', 'S2-7.12'],
  '/networkConfiguration/v1/ihap/profiles': [
    'S1-7.35',
    'S1-7.36',
    'S1-7.37',
    'S1-7.38',
    'S1-7.39',
    'S2-7.21',
    'S2-7.22',
    'S2-7.23',
    'S2-7.24',
    'S2-7.25',
  ],
  externalGateways: ['S2-7.2', 'S2-7.3', 'S2-7.4', 'S2-7.5', 'S2-7.6'],
  sites: ['S1-3.25', 'S1-7.20'],
}

/** What a change of a record sends besides another name. */
const changes: Partial<Record<Kind, Rec>> = {
  transportNetworks: { eligibleDti: true },
  syslogServer: { ipOrHostname: '192.0.2.9', protocolId: 17, port: 1514 },
  '/networkConfiguration/v1/ihap/profiles': { name: 'Another', keepAlive: 200 },
}

const wan1Of = (record: Rec | undefined): Rec | undefined => (record?.['wans'] as Record<string, Rec> | undefined)?.['wan1']

type Kind = keyof typeof KINDS
const kinds = Object.keys(KINDS) as Kind[]

describe.each(places)('reference data of an overlay on %s', (place) => {
  let world: OverlayWorld
  const oid = {} as Record<Kind, string>
  beforeAll(async () => {
    world = await overlayWorld(place)
    for (const feature of ['cloud_security', 'sdi']) await world.setFeature(feature, 'enabled')
    for (const kind of kinds) oid[kind] = await world.make(kind, KINDS[kind][0])
    const region = { cloudGuardRegionId: oid['cloudsec/regions'] }
    await world.send('PUT', 'sites', { oid: oid.sites, revision: 1, ...region })
    const gateways = [{ externalGateway: oid.externalGateways, type: 'primary', networkPref: 100, psk: 'OPEN' }]
    const wans = {
      wan1: wan({ sdiEnabled: true, sdiPop: oid['sdi/pops'], externalGatewayConnections: gateways }),
      wan2: {
        state: 'enabled',
        interfaceMode: 'L2',
        routerLanIPAddress: '10.0.0.3',
        transportNetwork: 'Fibre',
        coloring: oid.colorings,
        access: { upBandwidth: 1, downBandwidth: 1 },
      },
    }
    const ihap = { ihapEnabled: true, ihap: { role: 'nominal', ihapProfile: oid['/networkConfiguration/v1/ihap/profiles'] } }
    const ihapInterface = { ipAddress: '10.0.0.1', mask: 24, dhcpServerAddress: '10.0.0.2', ihapPeerIp: '10.0.0.4' }
    await world.make('edgeBoxes', box('Hybrid', 'Lille', { syslog: oid.syslogServer, lan: { mgtInterface: ihapInterface, ...ihap }, wans }))
    const vrrp = { vrrpEnabled: true, vrrp: { role: 'master', vrrpProfile: oid['overlay/vrrp_profile'] } }
    const routed = { vRouter1IPAdress: '10.0.0.5', vRouter2IPAdress: '10.0.0.6', vRouter3IPAdress: '10.0.0.7', vrrpVirtualIp: '10.0.0.8' }
    const mgtInterface = { ipAddress: '10.0.0.1', mask: 24, dhcpServerAddress: '10.0.0.2', ...routed }
    await world.make('edgeBoxes', box('Routed', 'Lille', { deploymentMode: 'multiwan_ip', lan: { mgtInterface, ...vrrp } }))
    await world.make('teleEngines', engine('Small', 'Lens', 'Fibre'))
  })
  afterAll(() => world.dispose())

  const revisionOf = async (kind: Kind): Promise<number> => Number((await world.read(kind, oid[kind]))['revision'])

  it.each(kinds)(
    'cannot be deleted from %s while in use; the refusal names the records that use it',
    { tags: ['S1-3.5'] },
    async (kind) => {
      const answer = await world.ask('DELETE', `${kind}/${oid[kind]}?revision=${await revisionOf(kind)}`)
      const [, entity, names] = KINDS[kind]
      expect(answer.status).toBe(400)
      expect(answer.body.errors).toContainEqual(
        expect.objectContaining({
          pointer: '/data/0',
          key: 'service.record.used',
          params: expect.objectContaining({ entity, names }) as object,
        }),
      )
    },
  )

  eachCase<[Kind]>(kinds.map((kind) => [kind, ...facts[kind]]))(
    'serves the specified calls for %s: list, read, create and update with data, delete by address',
    async (kind) => {
      const url = kind.startsWith('/') ? kind : `/api/v1/${kind}`
      const calls: [string, string, unknown?][] = [
        ['GET', url],
        ['GET', `${url}/x`],
        ['POST', url, { data: [] }],
        ['PUT', url, { data: [] }],
        ['DELETE', `${url}/x?revision=1`],
      ]
      for (const [method, path, body] of calls) expect([method, (await world.call(method, path, { body })).status]).toEqual([method, 400])
      const name = kind === 'colorings' ? 'blue' : 'Another'
      const created = await world.send('POST', kind, { ...KINDS[kind][0], name })
      const [record] = created.body.data
      expect([created.status, record]).toMatchObject([201, { name, revision: 1 }])
      const change = { name: `${name} one`, ...changes[kind], ...(kind === 'sites' && { cloudGuardRegionId: oid['cloudsec/regions'] }) }
      const changed = await world.send('PUT', kind, { ...record, ...change })
      expect([changed.status, changed.body.data ?? changed.body.errors]).toMatchObject([
        200,
        [{ oid: record?.['oid'], ...change, revision: 2 }],
      ])
      const address = `${kind}/${String(record?.['oid'])}`
      expect((await world.ask('GET', address)).body.data).toMatchObject([change])
      const deletions: Answer[] = []
      for (const query of ['', '?revision=1', '?revision=2', '?revision=2']) deletions.push(await world.ask('DELETE', address + query))
      expect(deletions.map(({ status }) => status)).toEqual([428, 409, 200, 404])
    },
  )

  it(
    'hides connections to external gateways from callers without the right to read them, and keeps them when such callers save',
    { tags: ['S1-2.46', 'S1-6.6'] },
    async () => {
      const [hybrid] = (await world.ask('GET', 'edgeBoxes?filter=name==Hybrid')).body.data
      expect(JSON.stringify(hybrid)).toContain('"configured":true')
      expect(JSON.stringify(hybrid)).not.toContain('OPEN')
      await world.grant('net@world.test', world.overlay, 'network_manager')
      const caller = await world.caller('net@world.test')
      const rightsOn = (...node: Parameters<typeof caller.rightsOn>): ReturnType<typeof caller.rightsOn> => {
        const rights = caller.rightsOn(...node)
        return { ...rights, can: (resource) => ({ ...rights.can(resource), readExternalGateway: false }) }
      }
      const write = async (revision: number, changes: Rec): Promise<string> => {
        const items = [{ entity: 'edge-box', action: 'update' as const, oid: String(hybrid?.['oid']), revision, changes }]
        const context = { database: world.database, caller: { ...caller, rightsOn } }
        return JSON.stringify(await applyPlan(context, { items, source: 'api', tenantOid: world.overlay }))
      }
      const wan1: Rec = { ...wan1Of(hybrid) }
      delete wan1['externalGatewayConnections']
      const answers = [
        await write(1, { wans: { wan1: { ...wan1, mtu: 1400 } } }),
        await write(1, { wans: { wan1: { mtu: 1300 } } }),
        await write(2, { wans: { wan1: { externalGatewayConnections: [] } } }),
      ]
      expect(answers.map((text) => (JSON.parse(text) as { status: number }).status)).toEqual([200, 409, 400])
      expect(answers.slice(0, 2).join(' ')).not.toContain('externalGatewayConnections')
      const [saved] = (await world.ask('GET', 'edgeBoxes?filter=name==Hybrid')).body.data
      const before = wan1Of(hybrid)
      const after = wan1Of(saved)
      expect(after).toEqual({ ...before, mtu: 1400 })
    },
  )
})
