import type { SectionRows } from '../../../scripts/proofs/rows.ts'

/** Rules of validation. */
export const validation: SectionRows = {
  document: 'S1',
  section: 5,
  rows: {
    rule: {
      'Box: name, site, serial number required': [
        'edge-box is refused: no name',
        'edge-box is refused: no site',
        'edge-box is refused: no serial number',
      ],
      'Box: serial number without spaces': 'edge-box is refused: a serial number with a space',
      'Site: name rule': 'site is refused: a name that markup could hide in',
      'Transport network: name rule': 'transport-network is refused: a name that markup could hide in',
      'Addresses are IPv4': [
        'edge-box is refused: an uplink address that is none',
        "shared definitions > 'network#/$defs/ipv4' accepts '255.255.255.255' and refuses '256.0.0.0' with its own key",
      ],
      'WAN: address, mask, gateway required': 'edge-box: static-address-needed',
      'WAN: gateway lies in the subnet and is another address': [
        'edge-box: gateway-in-subnet',
        'edge-box: gateway-is-another',
        'edge-box: host-address',
      ],
      'WAN: network required, not the reserved one': ['edge-box: network-needed', 'edge-box: network-not-reserved'],
      'WAN: bandwidths required': 'edge-box: bandwidth-needed',
      'WAN: MTU required': 'edge-box: mtu-needed',
      'WAN: preference of hubs required': 'edge-box: preference-needed',
      'WAN: public address required of spokes at layer 3': 'edge-box: public-ip-of-spokes',
      'WAN: router LAN address required at layer 2': 'edge-box: router-of-l2',
      'LAN gateway required with backhauling': 'edge-box: gateway-needed',
      'AS number required where it is given': 'edge-box: as-number-needed',
      'AS path prepend required with prepending': ['edge-box: prepend-needed', 'edge-box is refused: a prepend of 11'],
      'Interface: relay needs its server': ['edge-box: relay-needs-a-server', 'edge-box: management-relay-needs-a-server'],
      'Interface: virtual address of VRRP required': ['edge-box: virtual-ip-needed', 'edge-box: management-virtual-ip-needed'],
      'Interface: peer of IHAP required': ['edge-box: peer-needed', 'edge-box: management-peer-needed'],
      'Interface: addresses lie in its subnet': [
        'edge-box: virtual-ip-in-subnet',
        'edge-box: peer-in-subnet',
        'edge-box: router-1-in-subnet',
        'edge-box: management-router-1-in-subnet',
      ],
      'Interface: VLANs differ': ['edge-box: vlan-is-distinct', 'edge-box: management-vlan-is-distinct'],
      'VRRP: instance and profile required': 'edge-box: vrrp-needs',
      'IHAP: profile required': 'edge-box: ihap-needs',
      'OSPF: timers and costs required': ['edge-box: ospf-needs', "in the editor: 'OSPF needs the cost*"],
      'OSPF: dead timer from three hellos on': [
        'edge-box: dead-after-three-hellos',
        'edge-box: hello-leaves-room',
        "in the editor: 'the dead timer lasts*",
      ],
      'OSPF: area as number or address, required': [
        'edge-box is refused: an area that is none',
        'formats > ospf-area accepts "4294967295"',
      ],
      'OSPF: VLAN required, of an interface': ['edge-box: vlan-of-an-interface', 'edge-box: vrouter-needs'],
      'OSPF: key required with a method': 'edge-box: key-needed',
      'Subnets: prefix without host bits, apart from others': [
        'edge-box: prefix-has-no-host',
        'edge-box: subnets-apart',
        'edge boxes among others on * > have subnets of their own at a site, also against tele engines and the other items of a plan',
      ],
      'Tunnel: key is held against its bounds only when typed':
        'what schemas say about storage on * > checks the limits of secrets, and keeps those of rows that were not sent',
      'Free text of a select is trimmed, at most 50, offered only if it passes': [
        'an editable select on a reference > stores a typed name trimmed and at most 50 characters long, and marks it as new',
        'a suggestion or a value of one’s own > offers what is typed only where the field would accept it, and never more than 50 characters',
      ],
      'validation.global.error blocks the save': [
        'an overlay > gets a hub with BGP and VRRP, a spoke with OSPF and IHAP, and an L2 bridge',
        'errors of an editor > block saving, mark the tab that hides them, open it and focus the field',
      ],
      'First message of a field alone': 'errors of an editor > show when a field is left, the first message only',
      'Tele engine: name, site, network required': [
        'tele-engine is refused: no name',
        'tele-engine is refused: no site',
        'tele-engine is refused: no network',
      ],
      'Tele engine: bandwidths required unless Not Specified': ['tele-engine: bandwidth-needed', 'tele-engine: no-bandwidth-otherwise'],
      'Tele engine: subnet with prefix and mask': [
        'tele-engine is refused: a prefix that is no address',
        'tele-engine is refused: a subnet without a mask',
      ],
      'Tele engine: first subnet stays': [
        'a tele engine > is made on a new site, leaves its network open, keeps its first subnet, is looked at, and goes',
        'rows that not everybody may remove > keep their first one where the list says so, also in the editor of a new record',
      ],
    },
    limit: {
      'Box: every bound at, below and above, in console and service': [
        'the console, at, below and above the bounds > of every place of edge-box, each of which a sample reaches',
        'the service, at, below and above the bounds > of every place of edge-box',
      ],
      'Tele engine: every bound at, below and above, in console and service': [
        'the console, at, below and above the bounds > of every place of tele-engine, each of which a sample reaches',
        'the service, at, below and above the bounds > of every place of tele-engine',
      ],
    },
  },
}
