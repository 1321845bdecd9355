import type { RuleRow } from './rule-row.ts'
import { WAN1, WAN2, LAN, MANAGEMENT, because, MANDATORY, off, on, hidden } from './pointers.ts'

/** Rule rows for the LAN's redundancy and interfaces. */
export const redundancy: RuleRow[] = [
  {
    about: 'VRRP tracks enabled WANs only',
    facts: ['S1-4.30'],
    start: 'router',
    steps: [[`${WAN2}/state`, 'disabled']],
    controls: {
      [`${LAN}/vrrp/trackingWan1`]: on,
      [`${LAN}/vrrp/trackingWan2`]: { ...off, reason: 'VRRP can track a WAN only while the WAN is enabled and VRRP is in use.' },
      [`${LAN}/vrrp/vrrpProfile`]: { ...on, required: true },
      [`${MANAGEMENT}/vrrpVirtualIp`]: { ...on, required: true },
    },
    values: { [`${LAN}/vrrp/trackingWan2`]: false, [`${LAN}/vrrp/trackingInterfaces`]: 'wan1' },
    refused: [],
  },
  {
    about: 'VRRP off locks its fields and hides its address',
    start: 'router',
    steps: [[`${LAN}/vrrpEnabled`, false]],
    controls: { [`${LAN}/vrrp/role`]: { ...off, visible: true }, [`${MANAGEMENT}/vrrpVirtualIp`]: hidden },
    refused: [],
  },
  {
    about: 'a pair that ends warns',
    facts: ['S1-4.26'],
    start: 'pair',
    steps: [[`${LAN}/ihapEnabled`, false]],
    controls: { [`${LAN}/ihapEnabled`]: { ...on, warning: 'ihap.disable.warning' }, [`${LAN}/ihap/role`]: { ...off, visible: true } },
    refused: [],
  },
  {
    about: 'a pair needs a profile and the address of its peer',
    facts: ['S1-5.19', 'S1-5.23'],
    start: 'spoke',
    steps: [[`${LAN}/ihapEnabled`, true]],
    controls: { [`${LAN}/ihapEnabled`]: on, [`${LAN}/ihap/ihapProfile`]: { ...on, required: true } },
    refused: [
      `${LAN}/ihap/ihapProfile ${MANDATORY}`,
      `${LAN}/interfaces/0/ihapPeerIp ${MANDATORY}`,
      `${MANAGEMENT}/ihapPeerIp ${MANDATORY}`,
    ],
  },
  {
    about: 'virtual routers get the next three addresses',
    facts: ['S1-4.35'],
    start: 'spoke',
    steps: [[`${MANAGEMENT}/autoAllocationIP`, true]],
    controls: {
      [`${MANAGEMENT}/vRouter1IPAdress`]: {
        ...off,
        reason: 'With automatic allocation the virtual routers get the interface address plus 1, 2 and 3; turn it off to type them in.',
      },
    },
    values: {
      [`${MANAGEMENT}/vRouter1IPAdress`]: '10.0.0.2',
      [`${MANAGEMENT}/vRouter2IPAdress`]: '10.0.0.3',
      [`${MANAGEMENT}/vRouter3IPAdress`]: '10.0.0.4',
    },
    refused: [],
  },
  {
    about: 'virtual routers follow the address of their interface',
    start: 'ospf',
    steps: [[`${MANAGEMENT}/ipAddress`, '10.0.0.100']],
    values: {
      [`${MANAGEMENT}/vRouter1IPAdress`]: '10.0.0.101',
      [`${MANAGEMENT}/vRouter2IPAdress`]: '10.0.0.102',
      [`${MANAGEMENT}/vRouter3IPAdress`]: '10.0.0.103',
    },
    refused: [],
  },
  {
    about: 'an interface has neither the network nor the broadcast address, and what belongs to it lies in its subnet',
    facts: ['S1-5.20'],
    start: 'pair',
    steps: [
      [`${MANAGEMENT}/ipAddress`, '10.0.0.0'],
      [`${LAN}/interfaces/0/ipAddress`, '10.0.20.255'],
      [`${MANAGEMENT}/ihapPeerIp`, '10.0.1.50'],
      [`${MANAGEMENT}/vRouter1IPAdress`, '10.0.1.2'],
      [`${LAN}/interfaces/0/ihapPeerIp`, '10.0.20.0'],
    ],
    refused: [
      `${LAN}/interfaces/0/ihapPeerIp ${because('inInterfaceSubnet')}`,
      `${LAN}/interfaces/0/ipAddress ${because('hostAddress')}`,
      `${MANAGEMENT}/ihapPeerIp ${because('inInterfaceSubnet')}`,
      `${MANAGEMENT}/ipAddress ${because('hostAddress')}`,
      `${MANAGEMENT}/vRouter1IPAdress ${because('inInterfaceSubnet')}`,
    ],
  },
  {
    about: 'the rows of a box go with the right to delete',
    facts: ['S1-6.4'],
    start: 'hub',
    context: { can: { delete: false } },
    steps: [],
    controls: {
      [`${LAN}/subnets/0`]: { removable: false },
      [`${LAN}/interfaces/0`]: { removable: false },
      [`${LAN}/ibgpLanPeerings/0`]: { removable: false },
      [`${WAN1}/localPortForwarding/0`]: { removable: false },
      [`${WAN1}/externalGatewayConnections/0`]: { removable: false },
      [`${WAN1}/wanConnections/0`]: { removable: true },
    },
  },
  {
    about: 'a relay needs its server, and without it has none',
    facts: ['S1-5.17'],
    start: 'spoke',
    steps: [[`${MANAGEMENT}/dhcpServerAddress`, null]],
    controls: { [`${MANAGEMENT}/dhcpServerAddress`]: { ...on, required: true }, [`${LAN}/interfaces/0/dhcpServerAddress`]: off },
    refused: [`${MANAGEMENT}/dhcpServerAddress ${MANDATORY}`],
  },
  {
    about: 'VLANs of a box differ, and its subnets lie apart and have no host bits',
    facts: ['S1-5.21', 'S1-5.29'],
    start: 'spoke',
    steps: [
      [`${LAN}/interfaces/0/vlanId`, 10],
      [`${LAN}/subnets/0/prefix`, '10.1.0.0'],
      [`${LAN}/subnets/1/prefix`, '10.1.128.0'],
    ],
    refused: [
      `${LAN}/interfaces/0/vlanId ${because('vlan-is-distinct')}`,
      `${LAN}/mgtInterface/vlanId ${because('vlan-is-distinct')}`,
      `${LAN}/subnets/0/prefix ${because('subnets-apart')}`,
      `${LAN}/subnets/1/prefix ${because('prefix-has-no-host')}`,
    ],
  },
]
