import type { Values } from '../browser/fields.ts'

/** Input for the editor of a box: the sections outside the tabs, then the tabs in order with their values and list rows. */
export interface BoxInput {
  deployment?: Values
  general: Values
  tabs: [tab: string, values: Values, lists?: Record<string, Values[]>][]
}

/** A routed hub that is the VRRP backup of another router. */
export const hub: BoxInput = {
  deployment: { 'Deployment mode': 'Multi-WAN IP' },
  general: {
    Name: 'keel-hub',
    Site: 'Keel yard',
    Mode: 'Hub',
    'Serial number': 'KEEL-1',
    'Syslog server': 'Security log',
    'Cloud security region': 'Europe West',
    'WAN optimization': false,
    'BGP AS mode': 'Manual',
    'AS number': '65001',
  },
  tabs: [
    [
      'Interfaces',
      {
        'VRRP enabled': true,
        'Management interface': {
          'IP address': '10.240.0.1',
          Mask: '24',
          VLAN: '240',
          'DHCP server': '10.240.0.9',
          'VRRP virtual IP': '10.240.0.254',
          'Automatic allocation': true,
        },
        'Routing protocol': 'BGP',
        Backhauling: true,
        'LAN gateway': '10.240.0.250',
        'LAN to WAN': true,
      },
      {
        'Sub-interfaces': [
          {
            Name: 'Users',
            VLAN: '241',
            'IP address': '10.240.1.1',
            Mask: '24',
            'DHCP server': '10.240.0.9',
            'VRRP virtual IP': '10.240.1.254',
          },
        ],
      },
    ],
    [
      'Subnets',
      {},
      {
        Subnets: [
          { Prefix: '10.240.0.0', Mask: '23' },
          { Prefix: '10.240.4.0', Mask: '22', 'Static route': '10.240.0.20' },
        ],
      },
    ],
    ['BGP', { 'AS path prepend': true, 'Prepend count': '3' }, { 'iBGP LAN peerings': [{ 'IP address': '10.240.0.20' }] }],
    [
      'WAN 1',
      {
        State: 'Enabled',
        'IP address': '203.0.113.2',
        Mask: '29',
        'Default gateway': '203.0.113.1',
        'Transport network': 'Keel fibre',
        'Eligible DTI': 'On',
        'Traffic in the underlay': true,
        'Default network preference': '200',
        'Upstream (kbit/s)': '50000',
        'Downstream (kbit/s)': '100000',
        MTU: '1400',
      },
    ],
    [
      'WAN 2',
      { State: 'Enabled', DHCP: true, 'Transport network': 'Internet', 'Upstream (kbit/s)': '1000', 'Downstream (kbit/s)': '4000' },
    ],
    [
      'VRRP',
      {
        'Instance identifier': '77',
        'VRRP role': 'Backup',
        'VRRP profile': 'Patient',
        'Track WAN 1': true,
        'Track WAN 2': true,
        'Tracking logic': 'All (AND)',
      },
    ],
  ],
}

/** A spoke with one uplink to the hub, without the mistakes that the test makes first. */
export const spoke: BoxInput = {
  general: { Name: 'keel-spoke', Site: 'Keel north', 'DWS mode': 'L2 transparent' },
  tabs: [
    [
      'Interfaces',
      {
        'IHAP enabled': true,
        'Routing protocol': 'OSPF',
        'Management interface': {
          'IP address': '10.241.0.1',
          Mask: '24',
          VLAN: '41',
          'DHCP relay': false,
          'IHAP peer IP': '10.241.0.9',
          'Automatic allocation': true,
        },
      },
    ],
    ['Subnets', {}, { Subnets: [{ Prefix: '10.241.0.0', Mask: '24' }] }],
    ['IHAP', { 'IHAP role': 'Backup', 'IHAP profile': 'Night shift' }],
    [
      'WAN 1',
      {
        State: 'Enabled',
        'IP address': '192.0.2.2',
        Mask: '30',
        'Default gateway': '192.0.2.1',
        'Transport network': 'Keel fibre',
        'Eligible DTI': 'On',
        'Upstream (kbit/s)': '2000',
        'Downstream (kbit/s)': '9000',
      },
      {
        'WAN connections': [{ 'Edge box': 'keel-hub', 'Network preference': '150' }],
        'Local port forwarding': [{ Protocol: 'UDP', 'External port': '5060', 'Local IP address': '10.241.0.20', 'Local port': '5061' }],
      },
    ],
  ],
}
/** The first virtual router of the spoke. */
export const routers = { VLAN: '0', Area: '0.0.0.7', Cost: '20', Authentication: 'HMAC-SHA-256', 'Key ID': '7' }

/** A box without routing: a bridge. */
export const bridge: BoxInput = {
  deployment: { 'Deployment mode': 'Multi-WAN bridge' },
  general: { Name: 'keel-bridge', Site: 'Keel north', 'Serial number': 'KEEL-3', 'DWS mode': 'L2 transparent' },
  tabs: [
    [
      'Interfaces',
      { 'Management interface': { 'IP address': '10.242.0.1', Mask: '24', 'DHCP relay': false }, Multipath: true, 'WAN to LAN': true },
    ],
    ['Subnets', {}, { Subnets: [{ Prefix: '10.242.0.0', Mask: '24' }] }],
    [
      'WAN 2',
      {
        State: 'Enabled',
        'Transport network': 'MPLS',
        'Upstream (kbit/s)': '2000',
        'Downstream (kbit/s)': '2000',
        Coloring: 'gold',
        Bypass: false,
        Speed: '100 Mbit/s full duplex',
      },
    ],
  ],
}
