import { describe, expect, it } from 'vitest'
import type { FactId } from '../../tests/proofs/facts.ts'
import { entitySchemas, type EntityName } from '../generated/entities.ts'
import { parsePointer } from '../vocabulary/paths/pointer.ts'
import { nodeAt, schemaTree } from '../vocabulary/schema/schema-tree.ts'
import type { EntitySchema, PropertySchema } from '../vocabulary/types.ts'

type Values = Partial<Pick<PropertySchema, 'minimum' | 'maximum' | 'maxLength' | 'enum' | 'default' | 'format' | 'required'>> & {
  facts: FactId[]
}

const interfaceAddresses = [
  'ipAddress',
  'dhcpServerAddress',
  'vrrpVirtualIp',
  'ihapPeerIp',
  'vRouter1IPAdress',
  'vRouter2IPAdress',
  'vRouter3IPAdress',
]

/** Places that hold an IPv4 address. */
const addresses = (...places: string[][]): Record<string, Values[]> =>
  Object.fromEntries(places.flat().map((place) => [place, [{ format: 'ipv4', facts: ['S1-5.5'] }]]))

/** Bounds, options and defaults of single places, as sections 3, 5 and 9 of the specifications state them. */
const specified: Record<string, Partial<Record<EntityName, Record<string, Values[]>>>> = {
  S1: {
    'edge-box': {
      '/deploymentMode': [{ enum: ['multiwan_ip', 'multiwan_hybrid', 'multiwan_bridge'], default: 'multiwan_hybrid', facts: ['S1-3.34'] }],
      '/mode': [{ enum: ['hub', 'spoke'], default: 'spoke', facts: ['S1-3.35'] }],
      '/dwsMode': [{ enum: ['cpe', 'l2_transparent', 'l1_transparent'], default: 'cpe', facts: ['S1-3.36'] }],
      '/services/wanOptimization': [{ default: true, facts: ['S1-3.37'] }],
      '/wans/wan1/state': [{ enum: ['enabled', 'disabled'], default: 'disabled', facts: ['S1-3.38'] }],
      '/wans/wan1/interfaceMode': [{ enum: ['L3', 'L2'], default: 'L3', facts: ['S1-3.39'] }],
      '/wans/wan1/eligibleDti': [{ default: null, facts: ['S1-3.40'] }],
      '/wans/wan1/bypass': [{ default: true, facts: ['S1-3.41'] }],
      '/wans/wan1/speed': [{ enum: ['AUTO', '100FD', '1000FD'], default: 'AUTO', facts: ['S1-3.42', 'S1-9.22'] }],
      '/wans/wan1/localPortForwarding/0/protocolId': [
        { minimum: 0, maximum: 255, default: 6, facts: ['S1-3.43', 'S1-9.16'] },
        { minimum: 0, maximum: 255, facts: ['S1-5.53'] },
      ],
      '/wans/wan1/wanConnections/0/type': [{ default: 'User', facts: ['S1-3.44'] }],
      '/wans/wan1/wanConnections/0/networkPref': [
        { minimum: 0, maximum: 4_294_967_295, default: 100, facts: ['S1-3.45'] },
        { minimum: 0, maximum: 4_294_967_295, facts: ['S1-5.49'] },
      ],
      '/wans/wan1/externalGatewayConnections/0/type': [{ enum: ['primary', 'secondary'], facts: ['S1-3.46'] }],
      '/lan/bgpASMode': [{ enum: ['auto', 'given'], default: 'auto', facts: ['S1-3.47'] }],
      '/lan/routingProtocol': [{ enum: ['none', 'bgp', 'ospf'], default: 'none', facts: ['S1-3.48'] }],
      '/lan/asPathPrependEnabled': [{ default: false, facts: ['S1-3.49'] }],
      '/lan/speed': [{ enum: ['AUTO', '100FD', '1000FD'], default: 'AUTO', facts: ['S1-3.50'] }],
      '/lan/interfaces/0/dhcpRelayEnabled': [{ default: true, facts: ['S1-3.51'] }],
      '/lan/interfaces/0/autoAllocationIP': [{ default: false, facts: ['S1-3.52'] }],
      '/lan/mgtInterface/name': [{ default: 'Management', facts: ['S1-3.53'] }],
      '/lan/mgtInterface/identifier': [{ default: 1, facts: ['S1-9.23'] }],
      '/lan/vrrp/role': [{ enum: ['master', 'backup'], facts: ['S1-3.54'] }],
      '/lan/vrrp/logicTrackingInterfaces': [{ enum: ['or', 'and'], facts: ['S1-3.55'] }],
      '/lan/ihap/role': [{ enum: ['nominal', 'backup'], facts: ['S1-3.56'] }],
      '/lan/ospf/vrouters/0/authenticationMethod': [
        { enum: ['none', 'md5', 'hmac_sha1', 'hmac_sha256', 'hmac_sha384', 'hmac_sha512'], facts: ['S1-3.57'] },
      ],
      '/lan/ospf/metricType': [{ enum: ['Type1', 'Type2'], default: 'Type1', facts: ['S1-3.58', 'S1-9.11'] }],
      '/lan/ospf/vrouters/0/vrouterId': [{ enum: ['wan1', 'wan2', 'wan3'], facts: ['S1-3.59'] }],
      '/name': [{ maxLength: 50, facts: ['S1-5.40'] }],
      '/site': [{ maxLength: 50, facts: ['S1-5.41'] }],
      '/serialNumber': [{ maxLength: 50, facts: ['S1-5.42'] }],
      '/wans/wan1/transportNetwork': [{ maxLength: 50, facts: ['S1-5.43'] }],
      '/wans/wan1/mtu': [{ minimum: 0, maximum: 100_000, default: 1500, facts: ['S1-3.10', 'S1-5.44', 'S1-9.2'] }],
      '/wans/wan1/defaultNetworkPref': [{ minimum: 0, maximum: 4_294_967_295, facts: ['S1-5.45', 'S1-9.3'] }],
      '/wans/wan1/access/upBandwidth': [{ minimum: 0, maximum: 100_000_000, facts: ['S1-5.46', 'S1-9.4'] }],
      '/wans/wan1/access/downBandwidth': [{ minimum: 0, maximum: 100_000_000, facts: ['S1-5.47'] }],
      '/wans/wan1/mask': [{ minimum: 0, maximum: 32, facts: ['S1-5.48'] }],
      '/wans/wan1/externalGatewayConnections/0/initiatorId': [{ maxLength: 50, facts: ['S1-5.50', 'S1-9.17'] }],
      '/wans/wan1/externalGatewayConnections/0/psk': [{ maxLength: 256, facts: ['S1-5.51', 'S1-9.17'] }],
      '/wans/wan1/externalGatewayConnections/0/networkPref': [{ minimum: 0, maximum: 4_294_967_295, facts: ['S1-5.52'] }],
      '/wans/wan1/localPortForwarding/0/externalPort': [{ minimum: 0, maximum: 65_535, facts: ['S1-5.54', 'S1-9.15'] }],
      '/wans/wan1/localPortForwarding/0/localPort': [{ minimum: 0, maximum: 65_535, facts: ['S1-5.55'] }],
      '/lan/mgtInterface/vlanId': [{ minimum: 1, maximum: 4095, facts: ['S1-5.56'] }],
      '/lan/interfaces/0/name': [{ maxLength: 32, facts: ['S1-5.57'] }],
      '/lan/interfaces/0/vlanId': [{ minimum: 1, maximum: 4095, facts: ['S1-5.58', 'S1-9.6'] }],
      '/lan/interfaces/0/mask': [{ minimum: 0, maximum: 32, facts: ['S1-5.59'] }],
      '/lan/subnets/0/mask': [{ minimum: 0, maximum: 32, facts: ['S1-5.60', 'S1-9.7'] }],
      '/lan/bgpASNumber': [{ minimum: 0, maximum: 65_535, facts: ['S1-5.61', 'S1-9.8'] }],
      '/lan/asPathPrepend': [{ minimum: 1, maximum: 10, default: 1, facts: ['S1-3.17', 'S1-5.62', 'S1-9.9'] }],
      '/lan/vrrp/instanceIdentifier': [{ minimum: 0, maximum: 255, default: 50, facts: ['S1-5.63', 'S1-9.13'] }],
      '/lan/ospf/helloTimer': [{ minimum: 0, maximum: 65_535, default: 10, facts: ['S1-5.64', 'S1-9.10'] }],
      '/lan/ospf/deadTimer': [{ minimum: 0, maximum: 65_535, default: 40, facts: ['S1-5.65', 'S1-9.10'] }],
      '/lan/ospf/priority': [{ minimum: 0, maximum: 255, default: 0, facts: ['S1-5.66', 'S1-9.11'] }],
      '/lan/ospf/instanceId': [{ minimum: 0, maximum: 255, default: 0, facts: ['S1-5.67', 'S1-9.11'] }],
      '/lan/ospf/externalRouteCost': [{ minimum: 1, maximum: 65_535, default: 10_000, facts: ['S1-5.68', 'S1-9.11'] }],
      '/lan/ospf/vrouters/0/cost': [{ minimum: 1, maximum: 65_535, default: 10, facts: ['S1-5.69', 'S1-9.11'] }],
      '/lan/ospf/vrouters/0/authenticationKeyId': [{ minimum: 1, maximum: 255, facts: ['S1-5.70', 'S1-9.12'] }],
      '/lan/ospf/defaultOriginate': [{ default: true, facts: ['S1-5.71', 'S1-9.11'] }],
      '/lan/interfaces/0': [{ required: ['name', 'vlanId', 'ipAddress', 'mask'], facts: ['S1-5.79'] }],
      '/lan/subnets/0': [{ required: ['prefix', 'mask'], facts: ['S1-5.80'] }],
      '/lan/ibgpLanPeerings/0': [{ required: ['ipAddress'], facts: ['S1-5.81'] }],
      '/wans/wan1/wanConnections/0': [{ required: ['edgeBox', 'wanIdentifier', 'networkPref'], facts: ['S1-5.82'] }],
      '/wans/wan1/localPortForwarding/0': [{ required: ['protocolId', 'externalPort', 'localIpAddress', 'localPort'], facts: ['S1-5.83'] }],
      ...addresses(
        ['ipAddress', 'defaultGateway', 'publicIp', 'routerLanIPAddress', 'localPortForwarding/0/localIpAddress'].map(
          (field) => `/wans/wan1/${field}`,
        ),
        ['localIpAddress', 'remoteIpAddress'].map((field) => `/wans/wan1/externalGatewayConnections/0/${field}`),
        ['/lan/mgtInterface', '/lan/interfaces/0'].flatMap((place) => interfaceAddresses.map((field) => `${place}/${field}`)),
        ['subnets/0/prefix', 'subnets/0/staticRoute', 'lanGatewayIp', 'ibgpLanPeerings/0/ipAddress'].map((field) => `/lan/${field}`),
      ),
    },
    'tele-engine': {
      '/wan/identifier': [{ enum: ['wan1'], default: 'wan1', facts: ['S1-3.60', 'S1-9.1'] }],
      '/name': [{ maxLength: 50, facts: ['S1-5.72'] }],
      '/site': [{ maxLength: 50, facts: ['S1-5.73'] }],
      '/wan/transportNetwork': [{ maxLength: 50, facts: ['S1-5.74'] }],
      '/wan/access/upBandwidth': [{ minimum: 0, maximum: 100_000_000, facts: ['S1-5.75'] }],
      '/wan/access/downBandwidth': [{ minimum: 0, maximum: 100_000_000, facts: ['S1-5.76'] }],
      '/lan/subnets/0/mask': [{ minimum: 0, maximum: 32, facts: ['S1-5.77'] }],
    },
    'vrrp-profile': {
      '/name': [{ default: 'Default', facts: ['S1-3.61'] }],
      '/protocolVersion': [{ default: 2, facts: ['S1-3.62'] }],
      '/peeringType': [{ default: 'multicast', facts: ['S1-3.63'] }],
      '/preempt': [{ default: true, facts: ['S1-3.64'] }],
      '/preemptDelay': [{ default: 3, facts: ['S1-3.65'] }],
      '/masterPriority': [{ default: 200, facts: ['S1-3.66'] }],
      '/backupPriority': [{ default: 190, facts: ['S1-3.67'] }],
      '/weight': [{ default: -20, facts: ['S1-3.68'] }],
      '/checkIntervalMsec': [{ default: 1000, facts: ['S1-3.69'] }],
      '/fall': [{ default: 1, facts: ['S1-3.70'] }],
      '/rise': [{ default: 3, facts: ['S1-3.71'] }],
      '/advertIntervalMsec': [{ default: 1000, facts: ['S1-3.72'] }],
      '/strict': [{ default: false, facts: ['S1-3.73'] }],
      '/garpMasterDelay': [{ default: 5, facts: ['S1-3.74'] }],
      '/garpMasterRepeat': [{ default: 5, facts: ['S1-3.75'] }],
      '/garpMasterRefresh': [{ default: 0, facts: ['S1-3.76'] }],
      '/garpMasterRefreshRepeat': [{ default: 1, facts: ['S1-3.77'] }],
      '/garpLowerPrioDelay': [{ default: 5, facts: ['S1-3.78'] }],
      '/garpLowerPrioRepeat': [{ default: 5, facts: ['S1-3.79'] }],
      '/garpIntervalUsec': [{ default: 0, facts: ['S1-3.80'] }],
      '/gnaIntervalUsec': [{ default: 0, facts: ['S1-3.81'] }],
      '/minGarp': [{ default: false, facts: ['S1-3.82'] }],
    },
    'ihap-profile': {
      '/tunnelPersistence': [{ default: false, facts: ['S1-3.83'] }],
      '/preemption': [{ default: false, facts: ['S1-3.84'] }],
      '/badHealthCriteria': [{ enum: ['or', 'and'], default: 'or', facts: ['S1-3.85'] }],
      '/monitoredInterfaces/0': [{ enum: ['lan1', 'lan2', 'wan1', 'wan2', 'wan3'], facts: ['S1-3.86'] }],
    },
    'syslog-server': {
      '/protocolId': [{ default: 6, facts: ['S1-3.87', 'S1-9.18'] }],
    },
  },
  S2: {
    'external-gateway': {
      '/type': [{ enum: ['vti', 'zscaler'], facts: ['S2-3.33'] }],
      '/routing/mode': [{ enum: ['static', 'bgp'], facts: ['S2-3.34'] }],
      '/routing/localNetworkPreference': [
        { default: 100, facts: ['S2-3.35', 'S2-9.2'] },
        { minimum: 0, maximum: 4_294_967_295, facts: ['S2-5.54'] },
      ],
      '/security/credentials/mode': [{ enum: ['psk', 'certificate'], default: 'psk', facts: ['S1-9.24', 'S2-3.36'] }],
      '/security/ikeEncryptionCypher': [
        {
          enum: [
            '3DESCBC',
            'AES128CBC',
            'AES192CBC',
            'AES256CBC',
            'AES128GCM',
            'AES192GCM',
            'AES256GCM',
            'AES128GMAC',
            'AES192GMAC',
            'AES256GMAC',
          ],
          facts: ['S2-3.37', 'S2-9.5'],
        },
      ],
      '/security/ipsecEncryptionCypher': [
        {
          enum: [
            'NULL',
            '3DESCBC',
            'AES128CBC',
            'AES192CBC',
            'AES256CBC',
            'AES128GCM',
            'AES192GCM',
            'AES256GCM',
            'AES128GMAC',
            'AES192GMAC',
            'AES256GMAC',
          ],
          facts: ['S2-3.38', 'S2-9.6'],
        },
      ],
      '/security/ikeAuthCypher': [{ enum: ['MD5', 'SHA1', 'SHA256', 'SHA384', 'SHA512'], facts: ['S2-3.39', 'S2-9.7'] }],
      '/security/ipsecAuthCypher': [{ enum: ['MD5', 'SHA1', 'SHA256', 'SHA384', 'SHA512'], facts: ['S2-3.40'] }],
      '/security/ikeDhGroup': [{ enum: [1, 2, 5, 14, 19, 20, 21, 24], facts: ['S2-3.41', 'S2-9.8'] }],
      '/security/ipsecDhGroup': [{ enum: [0, 1, 2, 5, 14, 19, 20, 21, 24], facts: ['S2-3.42', 'S2-9.8'] }],
      '/security/ikeLifetime': [{ minimum: 120, maximum: 172_800, facts: ['S2-5.41', 'S2-9.9'] }],
      '/security/ipsecLifetime': [{ minimum: 120, maximum: 172_800, facts: ['S2-5.42'] }],
      '/security/ipsecLifebytes': [{ minimum: 5120, maximum: 2_147_483_647, facts: ['S2-5.43', 'S2-9.10'] }],
      '/security/mtu': [{ minimum: 68, maximum: 64_000, facts: ['S2-5.44', 'S2-9.11'] }],
      '/security/credentials/psk': [{ maxLength: 256, facts: ['S2-5.45', 'S2-9.13'] }],
      '/name': [{ maxLength: 50, facts: ['S2-5.51'] }],
      '/routing/remoteSubnets/0/mask': [{ minimum: 0, maximum: 32, facts: ['S2-5.52', 'S2-9.18'] }],
      '/routing/asn': [{ minimum: 0, maximum: 65_535, facts: ['S2-5.53'] }],
    },
    'overlay-security': {
      '/ikeEncryptionCypher': [
        {
          enum: [
            '3DESCBC',
            'AES128CBC',
            'AES192CBC',
            'AES256CBC',
            'AES128GCM',
            'AES192GCM',
            'AES256GCM',
            'AES128GMAC',
            'AES192GMAC',
            'AES256GMAC',
          ],
          facts: ['S2-3.43'],
        },
      ],
      '/ipsecEncryptionCypher': [
        {
          enum: [
            'NULL',
            '3DESCBC',
            'AES128CBC',
            'AES192CBC',
            'AES256CBC',
            'AES128GCM',
            'AES192GCM',
            'AES256GCM',
            'AES128GMAC',
            'AES192GMAC',
            'AES256GMAC',
          ],
          facts: ['S2-3.44'],
        },
      ],
      '/ikeAuthCypher': [{ enum: ['MD5', 'SHA1', 'SHA256', 'SHA384', 'SHA512'], facts: ['S2-3.45'] }],
      '/ipsecAuthCypher': [{ enum: ['MD5', 'SHA1', 'SHA256', 'SHA384', 'SHA512'], facts: ['S2-3.46'] }],
      '/ikeDhGroup': [{ enum: [1, 2, 5, 14, 19, 20, 21, 24], facts: ['S2-3.47'] }],
      '/ipsecDhGroup': [{ enum: [0, 1, 2, 5, 14, 19, 20, 21, 24], facts: ['S2-3.48'] }],
      '/ikeLifetime': [{ minimum: 120, maximum: 172_800, facts: ['S2-5.46', 'S2-9.9'] }],
      '/ipsecLifetime': [{ minimum: 120, maximum: 172_800, facts: ['S2-5.47'] }],
      '/ipsecLifebytes': [{ minimum: 5120, maximum: 2_147_483_647, facts: ['S2-5.48'] }],
      '/mtu': [{ minimum: 68, maximum: 64_000, facts: ['S2-5.49'] }],
      '/credentials/psk': [{ maxLength: 256, facts: ['S2-5.50'] }],
      '/credentials/mode': [{ enum: ['psk'], facts: ['S2-3.49', 'S2-9.29'] }],
    },
    'syslog-server': {
      '/protocolId': [
        { default: 6, facts: ['S2-3.50', 'S2-9.20'] },
        { minimum: 0, maximum: 255, facts: ['S2-5.56'] },
      ],
      '/port': [{ minimum: 0, maximum: 65_535, facts: ['S2-5.57', 'S2-9.19'] }],
    },
    'ihap-profile': {
      '/badHealthCriteria': [{ enum: ['or', 'and'], facts: ['S2-3.51'] }],
      '/name': [{ maxLength: 50, facts: ['S2-5.58'] }],
      '/keepAlive': [{ minimum: 50, maximum: 10_000, default: 100, facts: ['S1-9.14', 'S2-5.59', 'S2-9.12'] }],
      '/peerDeadFactor': [{ minimum: 3, maximum: 10, default: 5, facts: ['S1-9.14', 'S2-5.60', 'S2-9.12'] }],
    },
    'vrrp-profile': {
      '/protocolVersion': [{ enum: [2], facts: ['S2-3.52', 'S2-5.61'] }],
      '/peeringType': [{ enum: ['multicast'], facts: ['S2-3.53'] }],
    },
    'vpn-zone-policy': {
      '/policy': [{ enum: ['allow', 'deny'], facts: ['S2-3.54'] }],
    },
    'internet-policy': {
      '/policy': [{ enum: ['deny', 'bh', 'dti', 'dti+', 'wsg', 'wsg+'], facts: ['S2-3.55'] }],
      '/alarm': [{ enum: ['minor', 'major', 'critical'], facts: ['S2-3.56'] }],
    },
    'application-set': {
      '/type': [{ enum: ['saas', 'portBased'], facts: ['S2-3.57'] }],
      '/portBasedApps/0/protocolId': [{ minimum: 0, maximum: 143, facts: ['S2-9.17'] }],
      '/priority': [{ minimum: 1, maximum: 64_000, facts: ['S2-5.64'] }],
      '/name': [{ maxLength: 64, facts: ['S2-5.65'] }],
    },
    'overlay-routing': {
      '/ospfTag': [{ minimum: 0, maximum: 65_535, facts: ['S2-5.55'] }],
    },
    'firewall-vpn-zone': {
      '/priority': [{ minimum: 1, maximum: 64_000, facts: ['S2-5.62'] }],
      '/name': [{ maxLength: 64, facts: ['S2-5.63'] }],
      '/vpnSubnets/0/mask': [{ minimum: 0, maximum: 32, facts: ['S2-5.66', 'S2-9.18'] }],
    },
  },
}

const source = (id: string): EntitySchema | undefined => (entitySchemas as Record<string, EntitySchema>)[id]
const inWords = (value: unknown): string => (Array.isArray(value) ? value.join(' ') : String(value))

describe.each(Object.keys(specified))('the schemas have the value specified by %s', (document) => {
  for (const [name, places] of Object.entries(specified[document] ?? {})) {
    for (const [pointer, all] of Object.entries(places)) {
      for (const { facts, ...values } of all) {
        const said = Object.entries(values).map(([keyword, value]) => `${keyword} ${inWords(value)}`)
        it(`${name} ${pointer}: ${said.join(', ')}`, { tags: facts }, () => {
          const place = nodeAt(schemaTree(entitySchemas[name as EntityName], source), parsePointer(pointer))
          expect(place?.property).toMatchObject(values)
        })
      }
    }
  }
})
