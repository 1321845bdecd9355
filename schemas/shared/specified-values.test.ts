import { describe, expect, it } from 'vitest'
import { entitySchemas, type EntityName } from '../generated/entities.ts'
import { parsePointer } from '../vocabulary/pointer.ts'
import { nodeAt, schemaTree } from '../vocabulary/schema-tree.ts'
import type { EntitySchema, PropertySchema } from '../vocabulary/types.ts'

type Values = Partial<Pick<PropertySchema, 'minimum' | 'maximum' | 'maxLength' | 'enum' | 'default'>>

/** Bounds, options and defaults of single places, as sections 3, 5 and 9 of the specifications state them. */
const specified: Record<string, Partial<Record<EntityName, Record<string, Values[]>>>> = {
  S1: {
    'edge-box': {
      '/deploymentMode': [{ enum: ['multiwan_ip', 'multiwan_hybrid', 'multiwan_bridge'], default: 'multiwan_hybrid' }],
      '/mode': [{ enum: ['hub', 'spoke'], default: 'spoke' }],
      '/dwsMode': [{ enum: ['cpe', 'l2_transparent', 'l1_transparent'], default: 'cpe' }],
      '/services/wanOptimization': [{ default: true }],
      '/wans/wan1/state': [{ enum: ['enabled', 'disabled'], default: 'disabled' }],
      '/wans/wan1/interfaceMode': [{ enum: ['L3', 'L2'], default: 'L3' }],
      '/wans/wan1/eligibleDti': [{ default: null }],
      '/wans/wan1/bypass': [{ default: true }],
      '/wans/wan1/speed': [{ enum: ['AUTO', '100FD', '1000FD'], default: 'AUTO' }],
      '/wans/wan1/localPortForwarding/0/protocolId': [
        { minimum: 0, maximum: 255, default: 6 },
        { minimum: 0, maximum: 255 },
      ],
      '/wans/wan1/wanConnections/0/type': [{ default: 'User' }],
      '/wans/wan1/wanConnections/0/networkPref': [
        { minimum: 0, maximum: 4_294_967_295, default: 100 },
        { minimum: 0, maximum: 4_294_967_295 },
      ],
      '/wans/wan1/externalGatewayConnections/0/type': [{ enum: ['primary', 'secondary'] }],
      '/lan/bgpASMode': [{ enum: ['auto', 'given'], default: 'auto' }],
      '/lan/routingProtocol': [{ enum: ['none', 'bgp', 'ospf'], default: 'none' }],
      '/lan/asPathPrependEnabled': [{ default: false }],
      '/lan/speed': [{ enum: ['AUTO', '100FD', '1000FD'], default: 'AUTO' }],
      '/lan/interfaces/0/dhcpRelayEnabled': [{ default: true }],
      '/lan/interfaces/0/autoAllocationIP': [{ default: false }],
      '/lan/mgtInterface/name': [{ default: 'Management' }],
      '/lan/vrrp/role': [{ enum: ['master', 'backup'] }],
      '/lan/vrrp/logicTrackingInterfaces': [{ enum: ['or', 'and'] }],
      '/lan/ihap/role': [{ enum: ['nominal', 'backup'] }],
      '/lan/ospf/vrouters/0/authenticationMethod': [{ enum: ['none', 'md5', 'hmac_sha1', 'hmac_sha256', 'hmac_sha384', 'hmac_sha512'] }],
      '/lan/ospf/metricType': [{ enum: ['Type1', 'Type2'], default: 'Type1' }],
      '/lan/ospf/vrouters/0/vrouterId': [{ enum: ['wan1', 'wan2', 'wan3'] }],
      '/name': [{ maxLength: 50 }],
      '/site': [{ maxLength: 50 }],
      '/serialNumber': [{ maxLength: 50 }],
      '/wans/wan1/transportNetwork': [{ maxLength: 50 }],
      '/wans/wan1/mtu': [{ minimum: 0, maximum: 100_000, default: 1500 }],
      '/wans/wan1/defaultNetworkPref': [{ minimum: 0, maximum: 4_294_967_295 }],
      '/wans/wan1/access/upBandwidth': [{ minimum: 0, maximum: 100_000_000 }],
      '/wans/wan1/access/downBandwidth': [{ minimum: 0, maximum: 100_000_000 }],
      '/wans/wan1/mask': [{ minimum: 0, maximum: 32 }],
      '/wans/wan1/externalGatewayConnections/0/initiatorId': [{ maxLength: 50 }],
      '/wans/wan1/externalGatewayConnections/0/psk': [{ maxLength: 256 }],
      '/wans/wan1/externalGatewayConnections/0/networkPref': [{ minimum: 0, maximum: 4_294_967_295 }],
      '/wans/wan1/localPortForwarding/0/externalPort': [{ minimum: 0, maximum: 65_535 }],
      '/wans/wan1/localPortForwarding/0/localPort': [{ minimum: 0, maximum: 65_535 }],
      '/lan/mgtInterface/vlanId': [{ minimum: 1, maximum: 4095 }],
      '/lan/interfaces/0/name': [{ maxLength: 32 }],
      '/lan/interfaces/0/vlanId': [{ minimum: 1, maximum: 4095 }],
      '/lan/interfaces/0/mask': [{ minimum: 0, maximum: 32 }],
      '/lan/subnets/0/mask': [{ minimum: 0, maximum: 32 }],
      '/lan/bgpASNumber': [{ minimum: 0, maximum: 65_535 }],
      '/lan/asPathPrepend': [{ minimum: 1, maximum: 10, default: 1 }],
      '/lan/vrrp/instanceIdentifier': [{ minimum: 0, maximum: 255, default: 50 }],
      '/lan/ospf/helloTimer': [{ minimum: 0, maximum: 65_535, default: 10 }],
      '/lan/ospf/deadTimer': [{ minimum: 0, maximum: 65_535, default: 40 }],
      '/lan/ospf/priority': [{ minimum: 0, maximum: 255, default: 0 }],
      '/lan/ospf/instanceId': [{ minimum: 0, maximum: 255, default: 0 }],
      '/lan/ospf/externalRouteCost': [{ minimum: 1, maximum: 65_535, default: 10_000 }],
      '/lan/ospf/vrouters/0/cost': [{ minimum: 1, maximum: 65_535, default: 10 }],
      '/lan/ospf/vrouters/0/authenticationKeyId': [{ minimum: 1, maximum: 255 }],
      '/lan/ospf/defaultOriginate': [{ default: true }],
    },
    'tele-engine': {
      '/wan/identifier': [{ enum: ['wan1'], default: 'wan1' }],
      '/name': [{ maxLength: 50 }],
      '/site': [{ maxLength: 50 }],
      '/wan/transportNetwork': [{ maxLength: 50 }],
      '/wan/access/upBandwidth': [{ minimum: 0, maximum: 100_000_000 }],
      '/wan/access/downBandwidth': [{ minimum: 0, maximum: 100_000_000 }],
      '/lan/subnets/0/mask': [{ minimum: 0, maximum: 32 }],
    },
    'vrrp-profile': {
      '/name': [{ default: 'Default' }],
      '/protocolVersion': [{ default: 2 }],
      '/peeringType': [{ default: 'multicast' }],
      '/preempt': [{ default: true }],
      '/preemptDelay': [{ default: 3 }],
      '/masterPriority': [{ default: 200 }],
      '/backupPriority': [{ default: 190 }],
      '/weight': [{ default: -20 }],
      '/checkIntervalMsec': [{ default: 1000 }],
      '/fall': [{ default: 1 }],
      '/rise': [{ default: 3 }],
      '/advertIntervalMsec': [{ default: 1000 }],
      '/strict': [{ default: false }],
      '/garpMasterDelay': [{ default: 5 }],
      '/garpMasterRepeat': [{ default: 5 }],
      '/garpMasterRefresh': [{ default: 0 }],
      '/garpMasterRefreshRepeat': [{ default: 1 }],
      '/garpLowerPrioDelay': [{ default: 5 }],
      '/garpLowerPrioRepeat': [{ default: 5 }],
      '/garpIntervalUsec': [{ default: 0 }],
      '/gnaIntervalUsec': [{ default: 0 }],
      '/minGarp': [{ default: false }],
    },
    'ihap-profile': {
      '/tunnelPersistence': [{ default: false }],
      '/preemption': [{ default: false }],
      '/badHealthCriteria': [{ enum: ['or', 'and'], default: 'or' }],
      '/monitoredInterfaces/0': [{ enum: ['lan1', 'lan2', 'wan1', 'wan2', 'wan3'] }],
    },
    'syslog-server': {
      '/protocolId': [{ default: 6 }],
    },
  },
  S2: {
    'external-gateway': {
      '/type': [{ enum: ['vti', 'zscaler'] }],
      '/routing/mode': [{ enum: ['static', 'bgp'] }],
      '/routing/localNetworkPreference': [{ default: 100 }, { minimum: 0, maximum: 4_294_967_295 }],
      '/security/credentials/mode': [{ enum: ['psk', 'certificate'], default: 'psk' }],
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
        },
      ],
      '/security/ikeAuthCypher': [{ enum: ['MD5', 'SHA1', 'SHA256', 'SHA384', 'SHA512'] }],
      '/security/ipsecAuthCypher': [{ enum: ['MD5', 'SHA1', 'SHA256', 'SHA384', 'SHA512'] }],
      '/security/ikeDhGroup': [{ enum: [1, 2, 5, 14, 19, 20, 21, 24] }],
      '/security/ipsecDhGroup': [{ enum: [0, 1, 2, 5, 14, 19, 20, 21, 24] }],
      '/security/ikeLifetime': [{ minimum: 120, maximum: 172_800 }],
      '/security/ipsecLifetime': [{ minimum: 120, maximum: 172_800 }],
      '/security/ipsecLifebytes': [{ minimum: 5120, maximum: 2_147_483_647 }],
      '/security/mtu': [{ minimum: 68, maximum: 64_000 }],
      '/security/credentials/psk': [{ maxLength: 256 }],
      '/name': [{ maxLength: 50 }],
      '/routing/remoteSubnets/0/mask': [{ minimum: 0, maximum: 32 }],
      '/routing/asn': [{ minimum: 0, maximum: 65_535 }],
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
        },
      ],
      '/ikeAuthCypher': [{ enum: ['MD5', 'SHA1', 'SHA256', 'SHA384', 'SHA512'] }],
      '/ipsecAuthCypher': [{ enum: ['MD5', 'SHA1', 'SHA256', 'SHA384', 'SHA512'] }],
      '/ikeDhGroup': [{ enum: [1, 2, 5, 14, 19, 20, 21, 24] }],
      '/ipsecDhGroup': [{ enum: [0, 1, 2, 5, 14, 19, 20, 21, 24] }],
      '/ikeLifetime': [{ minimum: 120, maximum: 172_800 }],
      '/ipsecLifetime': [{ minimum: 120, maximum: 172_800 }],
      '/ipsecLifebytes': [{ minimum: 5120, maximum: 2_147_483_647 }],
      '/mtu': [{ minimum: 68, maximum: 64_000 }],
      '/credentials/psk': [{ maxLength: 256 }],
      '/credentials/mode': [{ enum: ['psk'] }],
    },
    'syslog-server': {
      '/protocolId': [{ default: 6 }, { minimum: 0, maximum: 255 }],
      '/port': [{ minimum: 0, maximum: 65_535 }],
    },
    'ihap-profile': {
      '/badHealthCriteria': [{ enum: ['or', 'and'] }],
      '/name': [{ maxLength: 50 }],
      '/keepAlive': [{ minimum: 50, maximum: 10_000, default: 100 }],
      '/peerDeadFactor': [{ minimum: 3, maximum: 10, default: 5 }],
    },
    'vrrp-profile': {
      '/protocolVersion': [{ enum: [2] }],
      '/peeringType': [{ enum: ['multicast'] }],
    },
    'vpn-zone-policy': {
      '/policy': [{ enum: ['allow', 'deny'] }],
    },
    'internet-policy': {
      '/policy': [{ enum: ['deny', 'bh', 'dti', 'dti+', 'wsg', 'wsg+'] }],
      '/alarm': [{ enum: ['minor', 'major', 'critical'] }],
    },
    'application-set': {
      '/type': [{ enum: ['saas', 'portBased'] }],
      '/priority': [{ minimum: 1, maximum: 64_000 }],
      '/name': [{ maxLength: 64 }],
    },
    'overlay-routing': {
      '/ospfTag': [{ minimum: 0, maximum: 65_535 }],
    },
    'firewall-vpn-zone': {
      '/priority': [{ minimum: 1, maximum: 64_000 }],
      '/name': [{ maxLength: 64 }],
      '/vpnSubnets/0/mask': [{ minimum: 0, maximum: 32 }],
    },
  },
}

const source = (id: string): EntitySchema | undefined => (entitySchemas as Record<string, EntitySchema>)[id]
const inWords = (value: unknown): string => (Array.isArray(value) ? value.join(' ') : String(value))

describe.each(Object.keys(specified))('a value that %s states', (document) => {
  for (const [name, places] of Object.entries(specified[document] ?? {})) {
    for (const [pointer, all] of Object.entries(places)) {
      for (const values of all) {
        const said = Object.entries(values).map(([keyword, value]) => `${keyword} ${inWords(value)}`)
        it(`${name} ${pointer}: ${said.join(', ')}`, () => {
          const place = nodeAt(schemaTree(entitySchemas[name as EntityName], source), parsePointer(pointer))
          expect(place?.property).toMatchObject(values)
        })
      }
    }
  }
})
