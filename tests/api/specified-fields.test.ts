import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

interface Described {
  $ref?: string
  properties?: Record<string, Described>
  items?: Described
  allOf?: Described[]
}

const document = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'generated', 'openapi.json'), 'utf8')) as {
  components: { schemas: Record<string, Described> }
}

/** Every place of a described body: `routing/remoteSubnets/prefix`; elements of a list stand below its name. */
function placesOf({ $ref, properties = {}, items, allOf = [] }: Described): string[] {
  const referred = $ref === undefined ? undefined : document.components.schemas[$ref.split('/').at(-1) ?? '']
  const own = Object.entries(properties).flatMap(([name, one]) => [name, ...placesOf(one).map((place) => `${name}/${place}`)])
  return [...own, ...[referred, items, ...allOf].flatMap((one) => (one ? placesOf(one) : []))]
}

const under = (name: string, places: string): string[] => [name, ...places.split(' ').map((place) => `${name}/${place}`)]

const tunnel =
  'ikeEncryptionCypher ikeAuthCypher ikeDhGroup ikeLifetime ipsecEncryptionCypher ipsecAuthCypher ipsecDhGroup ipsecLifetime ipsecLifebytes mtu'

/** What sections 3 name, as it is served: every record has its identifier, its revision and its last change besides. */
const fields: Record<string, Record<string, string[]>> = {
  'S2 section 3': {
    ExternalGateway: [
      ...'machineId name type primaryPublicIpAddress secondaryPublicIpAddress'.split(' '),
      ...under('routing', 'mode remoteSubnets/prefix remoteSubnets/mask peerIpAddress asn localNetworkPreference'),
      ...under('security', `${tunnel} responderId credentials/mode credentials/psk credentials/certificate`),
    ],
    OverlayRouting: 'vtiSubnet bgpAsRange bgpAsExclusion bgpCommunity ospfTag'.split(' '),
    OverlaySecurity: [...tunnel.split(' '), ...under('credentials', 'mode psk')],
    TimeSynchro: 'timeServer synchroServers'.split(' '),
    LocalBreakout: 'enabled transportNetwork transportNetworkValues'.split(' '),
    CloudMeshRouting: under('routing', 'asn overlaySubnet'),
    SyslogServer: 'name ipOrHostname protocolId protocolName port'.split(' '),
    IhapProfile: 'name keepAlive badHealthCriteria peerDeadFactor monitoredInterfaces tunnelPersistence preemption isDefault'.split(' '),
    VrrpProfile: [
      ...'name protocolVersion peeringType multicastPeeringIp preempt preemptDelay masterPriority backupPriority weight'.split(' '),
      ...'checkIntervalMsec fall rise advertIntervalMsec strict garpMasterDelay garpMasterRepeat garpMasterRefresh'.split(' '),
      ...'garpMasterRefreshRepeat garpLowerPrioDelay garpLowerPrioRepeat garpIntervalUsec gnaIntervalUsec lowerPrioNoAdvert'.split(' '),
      ...'higherPrioSendAdvert minGarp accept'.split(' '),
    ],
    TransportNetwork: 'name eligibleDti'.split(' '),
    FirewallVpnZone: [...'priority name identifier description vpnSites readOnly'.split(' '), ...under('vpnSubnets', 'id prefix mask')],
    VpnZonePolicy: 'policy vpnZone vpnZone2'.split(' '),
    InternetPolicy: 'policy alarm alarmMsg vpnZone appSet appSetName'.split(' '),
    ApplicationSet: [
      ...'priority name identifier type saas description readOnly'.split(' '),
      ...under('saasApps', 'id'),
      ...under('portBasedApps', 'id priority protocolId protocolName ports'),
    ],
    SaasApplication: 'name disabled deleted'.split(' '),
  },
}

describe.each(Object.keys(fields))('the fields of %s', (section) => {
  it.each(Object.entries(fields[section] ?? {}))('%s', (name, names) => {
    const places = placesOf(document.components.schemas[name] ?? {})
    expect(places).toEqual(expect.arrayContaining(['oid', 'revision', 'lastModified', ...names]))
  })
})
