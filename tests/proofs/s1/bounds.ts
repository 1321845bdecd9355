import type { SectionRows } from '../../../scripts/proofs/rows.ts'

/** Bounds of single fields. */
export const bounds: SectionRows = {
  document: 'S1',
  section: 5,
  rows: {
    limit: {
      'Box: name at most 50': 'a value that S1 states > edge-box /name: maxLength 50',
      'Box: site at most 50': 'a value that S1 states > edge-box /site: maxLength 50',
      'Box: serial number at most 50': 'a value that S1 states > edge-box /serialNumber: maxLength 50',
      'Box: transport network at most 50': 'a value that S1 states > edge-box /wans/wan1/transportNetwork: maxLength 50',
      'Box: MTU 0 to 100000, default 1500': 'a value that S1 states > edge-box /wans/wan1/mtu: minimum 0, maximum 100000, default 1500',
      'Box: default network preference 0 to 4294967295':
        'a value that S1 states > edge-box /wans/wan1/defaultNetworkPref: minimum 0, maximum 4294967295',
      'Box: bandwidth up 0 to 100000000 kbps':
        'a value that S1 states > edge-box /wans/wan1/access/upBandwidth: minimum 0, maximum 100000000',
      'Box: bandwidth down 0 to 100000000 kbps':
        'a value that S1 states > edge-box /wans/wan1/access/downBandwidth: minimum 0, maximum 100000000',
      'Box: prefix length of a WAN 0 to 32': 'a value that S1 states > edge-box /wans/wan1/mask: minimum 0, maximum 32',
      'Box: preference of a connection 0 to 4294967295':
        'a value that S1 states > edge-box /wans/wan1/wanConnections/0/networkPref: minimum 0, maximum 4294967295',
      'Box: initiator of a tunnel at most 50':
        'a value that S1 states > edge-box /wans/wan1/externalGatewayConnections/0/initiatorId: maxLength 50',
      'Box: pre-shared key of a tunnel at most 256':
        'a value that S1 states > edge-box /wans/wan1/externalGatewayConnections/0/psk: maxLength 256',
      'Box: preference of a tunnel 0 to 4294967295':
        'a value that S1 states > edge-box /wans/wan1/externalGatewayConnections/0/networkPref: minimum 0, maximum 4294967295',
      'Box: protocol of a forwarded port 0 to 255':
        'a value that S1 states > edge-box /wans/wan1/localPortForwarding/0/protocolId: minimum 0, maximum 255',
      'Box: external port 0 to 65535':
        'a value that S1 states > edge-box /wans/wan1/localPortForwarding/0/externalPort: minimum 0, maximum 65535',
      'Box: local port 0 to 65535':
        'a value that S1 states > edge-box /wans/wan1/localPortForwarding/0/localPort: minimum 0, maximum 65535',
      'Box: VLAN of the management interface 1 to 4095':
        'a value that S1 states > edge-box /lan/mgtInterface/vlanId: minimum 1, maximum 4095',
      'Box: name of an interface at most 32': 'a value that S1 states > edge-box /lan/interfaces/0/name: maxLength 32',
      'Box: VLAN of an interface 1 to 4095': 'a value that S1 states > edge-box /lan/interfaces/0/vlanId: minimum 1, maximum 4095',
      'Box: mask of an interface 0 to 32': 'a value that S1 states > edge-box /lan/interfaces/0/mask: minimum 0, maximum 32',
      'Box: mask of a subnet 0 to 32': 'a value that S1 states > edge-box /lan/subnets/0/mask: minimum 0, maximum 32',
      'Box: AS number 0 to 65535': 'a value that S1 states > edge-box /lan/bgpASNumber: minimum 0, maximum 65535',
      'Box: AS path prepend 1 to 10, default 1': 'a value that S1 states > edge-box /lan/asPathPrepend: minimum 1, maximum 10, default 1',
      'Box: VRRP instance 0 to 255, default 50':
        'a value that S1 states > edge-box /lan/vrrp/instanceIdentifier: minimum 0, maximum 255, default 50',
      'Box: OSPF hello 0 to 65535, default 10':
        'a value that S1 states > edge-box /lan/ospf/helloTimer: minimum 0, maximum 65535, default 10',
      'Box: OSPF dead timer up to 65535, default 40':
        'a value that S1 states > edge-box /lan/ospf/deadTimer: minimum 0, maximum 65535, default 40',
      'Box: OSPF priority 0 to 255, default 0': 'a value that S1 states > edge-box /lan/ospf/priority: minimum 0, maximum 255, default 0',
      'Box: OSPF instance 0 to 255, default 0': 'a value that S1 states > edge-box /lan/ospf/instanceId: minimum 0, maximum 255, default 0',
      'Box: OSPF external cost 1 to 65535, default 10000':
        'a value that S1 states > edge-box /lan/ospf/externalRouteCost: minimum 1, maximum 65535, default 10000',
      'Box: OSPF cost 1 to 65535, default 10':
        'a value that S1 states > edge-box /lan/ospf/vrouters/0/cost: minimum 1, maximum 65535, default 10',
      'Box: OSPF key identifier 1 to 255':
        'a value that S1 states > edge-box /lan/ospf/vrouters/0/authenticationKeyId: minimum 1, maximum 255',
      'Box: OSPF originates the default route by default': 'a value that S1 states > edge-box /lan/ospf/defaultOriginate: default true',
      'Tele engine: name at most 50': 'a value that S1 states > tele-engine /name: maxLength 50',
      'Tele engine: site at most 50': 'a value that S1 states > tele-engine /site: maxLength 50',
      'Tele engine: transport network at most 50': 'a value that S1 states > tele-engine /wan/transportNetwork: maxLength 50',
      'Tele engine: bandwidth up 0 to 100000000 kbps':
        'a value that S1 states > tele-engine /wan/access/upBandwidth: minimum 0, maximum 100000000',
      'Tele engine: bandwidth down 0 to 100000000 kbps':
        'a value that S1 states > tele-engine /wan/access/downBandwidth: minimum 0, maximum 100000000',
      'Tele engine: mask of a subnet 0 to 32': 'a value that S1 states > tele-engine /lan/subnets/0/mask: minimum 0, maximum 32',
    },
  },
}
