import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { FactId } from '../../../tests/proofs/facts.ts'

interface Described {
  $ref?: string
  properties?: Record<string, Described>
  items?: Described
  allOf?: Described[]
}

const document = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'generated', 'openapi.json'), 'utf8')) as {
  components: { schemas: Record<string, Described> }
}

/** Every field path of a schema, e.g. `routing/remoteSubnets/prefix`: the elements of a list add no segment. */
function pathsOf({ $ref, properties = {}, items, allOf = [] }: Described): string[] {
  const referenced = $ref === undefined ? undefined : document.components.schemas[$ref.split('/').at(-1) ?? '']
  const own = Object.entries(properties).flatMap(([name, one]) => [name, ...pathsOf(one).map((path) => `${name}/${path}`)])
  return [...own, ...[referenced, items, ...allOf].flatMap((one) => (one ? pathsOf(one) : []))]
}

const nested = (name: string, paths: string): string[] => [name, ...paths.split(' ').map((path) => `${name}/${path}`)]

const tunnel =
  'ikeEncryptionCypher ikeAuthCypher ikeDhGroup ikeLifetime ipsecEncryptionCypher ipsecAuthCypher ipsecDhGroup ipsecLifetime ipsecLifebytes mtu'

/** Fields of sections 3, as they are served; every record also has an identifier, a revision and its last change. */
const fields: Record<string, Record<string, [facts: FactId[], names: string[]]>> = {
  'S2 section 3': {
    ExternalGateway: [
      ['S2-3.17'],
      [
        ...'machineId name type primaryPublicIpAddress secondaryPublicIpAddress'.split(' '),
        ...nested('routing', 'mode remoteSubnets/prefix remoteSubnets/mask peerIpAddress asn localNetworkPreference'),
        ...nested('security', `${tunnel} responderId credentials/mode credentials/psk credentials/certificate`),
      ],
    ],
    OverlayRouting: [['S2-3.18'], 'vtiSubnet bgpAsRange bgpAsExclusion bgpCommunity ospfTag'.split(' ')],
    OverlaySecurity: [['S2-3.19'], [...tunnel.split(' '), ...nested('credentials', 'mode psk')]],
    TimeSynchro: [['S2-3.20'], 'timeServer synchroServers'.split(' ')],
    LocalBreakout: [['S2-3.21'], 'enabled transportNetwork transportNetworkValues'.split(' ')],
    CloudMeshRouting: [['S2-3.22'], nested('routing', 'asn overlaySubnet')],
    SyslogServer: [['S2-3.23'], 'name ipOrHostname protocolId protocolName port'.split(' ')],
    IhapProfile: [
      ['S2-3.24'],
      'name keepAlive badHealthCriteria peerDeadFactor monitoredInterfaces tunnelPersistence preemption isDefault'.split(' '),
    ],
    VrrpProfile: [
      ['S2-3.25'],
      [
        ...'name protocolVersion peeringType multicastPeeringIp preempt preemptDelay masterPriority backupPriority weight'.split(' '),
        ...'checkIntervalMsec fall rise advertIntervalMsec strict garpMasterDelay garpMasterRepeat garpMasterRefresh'.split(' '),
        ...'garpMasterRefreshRepeat garpLowerPrioDelay garpLowerPrioRepeat garpIntervalUsec gnaIntervalUsec lowerPrioNoAdvert'.split(' '),
        ...'higherPrioSendAdvert minGarp accept'.split(' '),
      ],
    ],
    TransportNetwork: [['S2-3.26'], 'name eligibleDti'.split(' ')],
    FirewallVpnZone: [
      ['S2-3.27'],
      [...'priority name identifier description vpnSites readOnly'.split(' '), ...nested('vpnSubnets', 'id prefix mask')],
    ],
    VpnZonePolicy: [['S2-3.28'], ['policy', ...nested('vpnZone', 'id name'), ...nested('vpnZone2', 'id name')]],
    InternetPolicy: [['S2-3.29'], ['policy', 'alarm', 'alarmMsg', ...nested('vpnZone', 'id name'), ...nested('appSet', 'id name')]],
    ApplicationSet: [
      ['S2-3.30'],
      [
        ...'priority name identifier type saas description readOnly'.split(' '),
        ...nested('saasApps', 'id name disabled'),
        ...nested('portBasedApps', 'id priority protocolId protocolName ports'),
      ],
    ],
    SaasApplication: [['S2-3.31'], 'name disabled deleted'.split(' ')],
  },
}

describe.each(Object.keys(fields))('the documented fields of %s', (section) => {
  for (const [name, [facts, names]] of Object.entries(fields[section] ?? {}))
    it(name, { tags: facts }, () => {
      const paths = pathsOf(document.components.schemas[name] ?? {})
      expect(paths).toEqual(expect.arrayContaining(['id', 'revision', 'lastModified', ...names]))
    })
})
