import { describe, expect, it } from 'vitest'
import { controlOf, layoutOf } from '../../../renderer/editor/layout/layout.ts'
import type { Screen } from '../../../renderer/descriptor/screen.ts'
import { screens } from '../../../screens/index.ts'
import { wholeSchema } from '../../../server/demo/world/records.ts'
import type { FactId } from '../../proofs/facts.ts'

type Name = keyof typeof screens
const screenOf = (name: Name): Screen => screens[name]

const tunnel = {
  ike: 'ikeEncryptionCypher ikeAuthCypher ikeDhGroup ikeLifetime',
  ipsec: 'ipsecEncryptionCypher ipsecAuthCypher ipsecDhGroup ipsecLifetime ipsecLifebytes mtu',
}
const prefixed = (object: string, fields: string): string => fields.replaceAll(/(?<= |^)/g, `${object}/`)

/** The fields that section 2 places in each card or tab: screen → section → fields. */
const controls: Partial<Record<Name, Record<string, string>>> = {
  'external-gateway': {
    general: 'type name primaryPublicIpAddress secondaryPublicIpAddress',
    routing: prefixed('routing', 'mode remoteSubnets peerIpAddress asn localNetworkPreference'),
    security: prefixed('security', `${tunnel.ike} ${tunnel.ipsec} responderId credentials/psk`),
  },
  'overlay-security': { ...tunnel, authentication: 'credentials/mode credentials/psk' },
  'overlay-routing': { tunnels: 'vtiSubnet', bgp: 'bgpAsRange bgpAsExclusion', loops: 'bgpCommunity ospfTag' },
  'time-synchro': { server: 'timeServer', servers: 'synchroServers' },
  'local-breakout': { breakout: 'enabled transportNetwork' },
  'cloud-mesh-routing': { routing: prefixed('routing', 'asn overlaySubnet') },
  'syslog-server': { general: 'name ipOrHostname protocolId port' },
  'transport-network': { general: 'name eligibleDti' },
  'ihap-profile': {
    general: 'name keepAlive peerDeadFactor tunnelPersistence preemption',
    health: 'badHealthCriteria monitoredInterfaces',
  },
  'vrrp-profile': {
    general: 'name protocolVersion peeringType multicastPeeringIp/ip preempt preemptDelay masterPriority backupPriority advertIntervalMsec',
    garp: 'garpMasterDelay garpMasterRepeat garpMasterRefresh garpMasterRefreshRepeat garpLowerPrioDelay garpLowerPrioRepeat minGarp',
    tuning: 'weight checkIntervalMsec fall rise lowerPrioNoAdvert higherPrioSendAdvert',
  },
  'firewall-vpn-zone': { general: 'priority name description', sites: 'vpnSites', subnets: 'vpnSubnets' },
  'application-set': { general: 'priority name description', saasApps: 'saasApps', portBasedApps: 'portBasedApps' },
}

/** The columns that a list shows by default. */
const columns: Partial<Record<Name, string>> = {
  'external-gateway': 'name primaryPublicIpAddress',
  'syslog-server': 'name ipOrHostname protocolId port',
  'transport-network': 'name eligibleDti',
  'ihap-profile': 'name',
  'firewall-vpn-zone': 'priority name siteNames subnetList',
  'application-set': 'priority name apps',
}

/** The facts that each screen proves. */
const facts: Partial<Record<Name, { controls: FactId[]; columns?: FactId[] }>> = {
  'external-gateway': { controls: ['S2-2.63'], columns: ['S2-2.64'] },
  'overlay-security': { controls: ['S2-2.53'] },
  'overlay-routing': { controls: ['S2-2.54'] },
  'time-synchro': { controls: ['S2-2.55'] },
  'local-breakout': { controls: ['S2-2.56'] },
  'cloud-mesh-routing': { controls: ['S2-2.57'] },
  'syslog-server': { controls: ['S2-2.77'] },
  'transport-network': { controls: ['S2-2.76'] },
  'ihap-profile': { controls: ['S2-2.79'] },
  'vrrp-profile': { controls: ['S2-2.75'] },
  'firewall-vpn-zone': { controls: ['S2-2.66'], columns: ['S2-2.65'] },
  'application-set': { controls: ['S2-2.69'], columns: ['S2-2.68'] },
}

describe('S2 section 2, the controls of', () => {
  for (const [name, sections] of Object.entries(controls) as [Name, Record<string, string>][])
    for (const [section, fields] of Object.entries(sections))
      it(`${name}, ${section}`, { tags: facts[name]?.controls ?? [] }, () => {
        const layout = layoutOf(wholeSchema(name), screenOf(name), true)
        const actual = fields.split(' ').map((field) => `${controlOf(layout, `/${field}`)?.section} ${field}`)
        expect(actual).toEqual(fields.split(' ').map((field) => `${section} ${field}`))
      })
})

describe('S2 section 2, the columns of', () => {
  for (const [name, fields] of Object.entries(columns) as [Name, string][])
    it(name, { tags: facts[name]?.columns ?? [] }, () => {
      const visible = (screenOf(name).list?.columns ?? []).flatMap((column) => {
        if (typeof column === 'string') return column
        return column.hidden ? [] : column.field
      })
      expect(visible).toEqual(expect.arrayContaining(fields.split(' ')))
    })
})
