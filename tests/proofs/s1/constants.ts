import type { SectionRows } from '../../../scripts/proofs/rows.ts'

export const constants: SectionRows = {
  document: 'S1',
  section: 9,
  rows: {
    limit: {
      'WAN slots: three of boxes, one of tele engines': [
        'edge-box: identifier-of-wan3',
        'a value that S1 states > tele-engine /wan/identifier: enum wan1, default wan1',
      ],
      'MTU default 1500, 0 to 100000': 'a value that S1 states > edge-box /wans/wan1/mtu: minimum 0, maximum 100000, default 1500',
      'Default network preference 100 of hubs, 0 to 4294967295': [
        'edge-box: preference-starts-at-100',
        'a value that S1 states > edge-box /wans/wan1/defaultNetworkPref: minimum 0, maximum 4294967295',
      ],
      'Bandwidth 0 to 100000000 kbps': 'a value that S1 states > edge-box /wans/wan1/access/upBandwidth: minimum 0, maximum 100000000',
      'Names 50, of interfaces 32': [
        'edge-box is refused: a name of 51 characters',
        'edge-box is refused: a name of an interface of 33 characters',
        'tele-engine is refused: a name of 51 characters',
        'site is refused: a name of 51 characters',
        'transport-network is refused: a name of 51 characters',
      ],
      'VLAN 1 to 4095': [
        'edge-box is refused: a sub-interface with VLAN 4096',
        'a value that S1 states > edge-box /lan/interfaces/0/vlanId: minimum 1, maximum 4095',
      ],
      'Prefix and mask 0 to 32': 'a value that S1 states > edge-box /lan/subnets/0/mask: minimum 0, maximum 32',
      'AS number 0 to 65535': 'a value that S1 states > edge-box /lan/bgpASNumber: minimum 0, maximum 65535',
      'AS path prepend 1 to 10, default 1': 'a value that S1 states > edge-box /lan/asPathPrepend: minimum 1, maximum 10, default 1',
      'OSPF timers: hello 10, dead 40': [
        'a value that S1 states > edge-box /lan/ospf/helloTimer: minimum 0, maximum 65535, default 10',
        'a value that S1 states > edge-box /lan/ospf/deadTimer: minimum 0, maximum 65535, default 40',
      ],
      'OSPF: priority 0, instance 0, Type1, external cost 10000, cost 10, originates': [
        'a value that S1 states > edge-box /lan/ospf/priority: minimum 0, maximum 255, default 0',
        'a value that S1 states > edge-box /lan/ospf/instanceId: minimum 0, maximum 255, default 0',
        'a value that S1 states > edge-box /lan/ospf/metricType: enum Type1 Type2, default Type1',
        'a value that S1 states > edge-box /lan/ospf/externalRouteCost: minimum 1, maximum 65535, default 10000',
        'a value that S1 states > edge-box /lan/ospf/vrouters/0/cost: minimum 1, maximum 65535, default 10',
        'a value that S1 states > edge-box /lan/ospf/defaultOriginate: default true',
      ],
      'OSPF: key identifier 1 to 255': 'a value that S1 states > edge-box /lan/ospf/vrouters/0/authenticationKeyId: minimum 1, maximum 255',
      'VRRP instance 50, 0 to 255': 'a value that S1 states > edge-box /lan/vrrp/instanceIdentifier: minimum 0, maximum 255, default 50',
      'IHAP: keep-alive 100, factor 5': [
        'a value that S2 states > ihap-profile /keepAlive: minimum 50, maximum 10000, default 100',
        'a value that S2 states > ihap-profile /peerDeadFactor: minimum 3, maximum 10, default 5',
      ],
      'Ports 0 to 65535': [
        'edge-box is refused: a port of 65536',
        'a value that S1 states > edge-box /wans/wan1/localPortForwarding/0/externalPort: minimum 0, maximum 65535',
      ],
      'Protocols 0 to 255':
        'a value that S1 states > edge-box /wans/wan1/localPortForwarding/0/protocolId: minimum 0, maximum 255, default 6',
      'Pre-shared key 256, initiator 50': [
        'a value that S1 states > edge-box /wans/wan1/externalGatewayConnections/0/psk: maxLength 256',
        'a value that S1 states > edge-box /wans/wan1/externalGatewayConnections/0/initiatorId: maxLength 50',
      ],
      'Syslog: TCP by default': 'a value that S1 states > syslog-server /protocolId: default 6',
      'Pages 20, 50, 100; 50 by default; search after 1 s':
        'the list of devices > shows every device with its appliance, addresses and uplinks, by kind, page by page, and is found again as it was left',
      'List shows five addresses':
        'the list of devices > shows every device with its appliance, addresses and uplinks, by kind, page by page, and is found again as it was left',
      'Overview every 60 s': 'the overview of an overlay > asks again every minute; what fails or is malformed leaves the last figures',
      'Speed AUTO by default, 100FD, 1000FD': 'a value that S1 states > edge-box /wans/wan1/speed: enum AUTO 100FD 1000FD, default AUTO',
      'Identifier of the management interface 1': [
        'a value that S1 states > edge-box /lan/mgtInterface/name: default Management',
        'edge-box is accepted: a new box with nothing but name, site, appliance and management interface',
      ],
      'Credentials: key by default, or certificate':
        'a value that S2 states > external-gateway /security/credentials/mode: enum psk certificate, default psk',
    },
  },
}
