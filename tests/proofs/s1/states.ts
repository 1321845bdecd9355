import type { SectionRows } from '../../../scripts/proofs/rows.ts'

export const states: SectionRows = {
  document: 'S1',
  section: 4,
  rows: {
    state: {
      'Disabled WAN locks what depends on it': [
        "in the editor: 'a disabled WAN locks*",
        'edge-box: gateways-of-enabled',
        'edge-box: dhcp-of-enabled',
      ],
      'The list shows enabled WANs alone':
        'the combined device list on * > tells configured, not provisioned, and unconfigured devices apart, counts them and finds them',
      'Address, mask, gateway of layer 3 without DHCP, enabled, not while unlocked': [
        'edge-box: static-address',
        'edge-box: stands-still',
        "in the editor: 'DHCP locks the address*",
      ],
      'Bridge forces layer 2, multi-WAN IP layer 3, both locked': [
        'edge-box: bridge-forces-l2',
        'edge-box: ip-forces-l3',
        'edge-box: interface-mode-is-free',
      ],
      'L1 transparent falls back to cpe outside bridges': 'edge-box: l1-falls-back',
      'Deployment mode of a stored box locked until unlocked, the rest locked meanwhile': [
        'edge-box: deployment-unlocked',
        'edge-box: box-stands-still',
        'edge-box: lan-stands-still',
        "in the editor: 'while it is unlocked most of*",
      ],
      'New boxes begin unlocked': 'a mode of the editor > is for who may change a stored record: a new one is free from the start',
      'Default preference of hubs, cleared for spokes': ['edge-box: preference-of-hubs', 'edge-box: spokes-have-no-preference'],
      'Another mode clears all connections': 'edge-box: other-mode-other-connections',
      'Another network clears the connections of its WAN': 'edge-box: other-network-other-connections',
      'Another network refreshes eligible DTI': 'edge-box: other-network-other-nat',
      'Eligible DTI inherited, on or off': [
        'an inheritable switch > shows what it inherits, and gives a value of its own and gives it up',
        "in the editor: 'eligible DTI is inherited*",
      ],
      'Traffic in the underlay only with eligible DTI': ['edge-box: underlay-needs-dti', 'edge-box: no-underlay-without-dti'],
      'Ports are forwarded only with an enabled WAN and eligible DTI': 'edge-box: forwarding-needs-dti',
      'Without multipath no L1 transparent': ['edge-box: l1-needs-multipath', "in the editor: 'multipath off takes*"],
      'One direction ends the other': ['edge-box: lan2wan-ends-wan2lan', 'edge-box: wan2lan-ends-lan2wan', 'edge-box: one-direction'],
      'LAN gateway only with backhauling of a hub': [
        'edge-box: gateway-of-backhauling',
        'edge-box: no-gateway-otherwise',
        "in the editor: 'a bridge takes the LAN gateway*",
      ],
      'Backhauling needs hub mode': ['edge-box: backhauling-of-hubs', 'edge-box: no-backhauling-of-spokes'],
      'Reset of routing: protocol none, no peerings': ["in the editor: 'the routing is reset*", 'edge-box: no-peerings-without-routing'],
      'Reset of routing: prepending off, value 1': 'edge-box: no-prepend-without-routing',
      'Reset of routing: OSPF back to its defaults': [
        'edge-box: reset-hello',
        'edge-box: reset-dead',
        'edge-box: reset-numbers',
        'edge-box: reset-originate',
        'edge-box: reset-metric',
        'edge-box: reset-external-cost',
        'edge-box: reset-cost',
        'edge-box: reset-authentication',
        'edge-box: reset-vlan',
        'edge-box: reset-area',
      ],
      'AS path prepend only of BGP with prepending on': 'edge-box: prepend-value',
      'Another site clears iBGP peerings': 'edge-box: other-site-other-peerings',
      'AS number only where it is given': 'edge-box: as-number-given',
      'AS mode locked by peerings': 'edge-box: as-mode-without-peerings',
      'Ending an IHAP pair warns': ['edge-box: ihap-is-ending', "in the editor: 'a pair that ends warns*"],
      'OSPF asks only with OSPF, an enabled WAN, layer 3': [
        'edge-box: ospf-needs',
        'edge-box: vrouter-needs',
        'edge-box: vrouter-of-its-wan',
        "in the editor: 'OSPF asks nothing of a virtual*",
      ],
      'Key only with a method': ['edge-box: key-of-a-method', 'edge-box: no-key-without-method'],
      'VLAN and area follow the management interface while untouched': [
        'edge-box: vlan-follows-management',
        'edge-box: area-follows-management',
      ],
      'Tracking of enabled WANs alone, unchecked when disabled': [
        'edge-box: track-enabled-wan1',
        'edge-box: forget-disabled-wan1',
        'edge-box: track-enabled-wan2',
        'edge-box: forget-disabled-wan2',
        'edge-box: track-enabled-wan3',
        'edge-box: forget-disabled-wan3',
      ],
      'First VRRP profile is chosen': 'a reference that takes the first candidate > does so as soon as it is free and empty',
      'PoP of SDI: enabled layer 3 WAN with the feature, first one by default': [
        'edge-box: pop-of-sdi',
        "in the editor: 'a disabled WAN, or one at layer*",
        'a reference that takes the first candidate > does so as soon as it is free and empty',
      ],
      'Cloud security without a region of the site is invalid': [
        'edge-box: region-on-site',
        "in the editor: 'cloud security needs a region*",
      ],
      'Connections are removed with update and of type User alone': [
        'edge-box: connection-of-people',
        "in the editor: 'connections of a WAN are removed*",
      ],
      'Allocation: management address +1, +2, +3': [
        'edge-box: management-allocate-1',
        'edge-box: management-allocate-2',
        'edge-box: management-allocate-3',
        "in the editor: 'virtual routers get the next*",
      ],
      'Serial numbers offered: of appliances that wait, and typed ones':
        'an editable select on plain text > takes its suggestions from a field of another list',
      'Apply validates, then creates or updates, then leaves':
        'an overlay > gets a hub with BGP and VRRP, a spoke with OSPF and IHAP, and an L2 bridge',
      'Failed save: still changed, with the error':
        'errors of an editor > without an answer keep the work and the key, so that the next try cannot apply twice',
      'Fields of creation are read only afterwards': "in the editor: 'the name of a stored box stays*",
      'Appliance that waits: a row without identifier that offers a box':
        'the combined device list on * > tells configured, not provisioned, and unconfigured devices apart, counts them and finds them',
    },
  },
}
