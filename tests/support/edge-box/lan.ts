import type { RuleRow } from './rule-row.ts'
import { WAN2, LAN, MANAGEMENT, ROUTER1, ROUTER2, because, MANDATORY, off, on, hidden } from './words.ts'

/** Transitions of the LAN: routing, redundancy, interfaces. */
export const lan: RuleRow[] = [
  {
    about: 'LAN to WAN ends WAN to LAN, and the other way round',
    start: 'spoke',
    steps: [
      [`${LAN}/wan2lan`, true],
      [`${LAN}/lan2wan`, true],
    ],
    values: { [`${LAN}/lan2wan`]: true, [`${LAN}/wan2lan`]: false },
    refused: [],
  },
  {
    about: 'backhauling off clears the gateway of a hub',
    start: 'hub',
    steps: [[`${LAN}/enableBackhauling`, false]],
    controls: {
      [`${LAN}/lanGatewayIp`]: {
        ...off,
        says: 'A LAN gateway is given, and mandatory, only for a hub with backhauling that is not a multi-WAN bridge.',
      },
    },
    values: { [`${LAN}/lanGatewayIp`]: null },
    refused: [],
  },
  {
    about: 'BGP offers peerings and prepending, whose value needs it on',
    start: 'spoke',
    steps: [[`${LAN}/routingProtocol`, 'bgp']],
    controls: {
      [`${LAN}/ibgpLanPeerings`]: on,
      [`${LAN}/asPathPrependEnabled`]: on,
      [`${LAN}/asPathPrepend`]: {
        ...off,
        visible: true,
        says: 'The prepend count is given, and mandatory, only with BGP and AS path prepend turned on.',
      },
      [`${LAN}/ospf`]: hidden,
    },
    refused: [],
  },
  {
    about: 'the AS number is given by hand, and kept when peerings are added',
    start: 'spoke',
    steps: [
      [`${LAN}/routingProtocol`, 'bgp'],
      [`${LAN}/bgpASMode`, 'given'],
      [`${LAN}/bgpASNumber`, 65001],
      [`${LAN}/ibgpLanPeerings`, [{ ipAddress: '10.0.0.7' }]],
    ],
    controls: { [`${LAN}/bgpASNumber`]: { ...on, required: true } },
    values: { [`${LAN}/bgpASMode`]: 'given', [`${LAN}/bgpASNumber`]: 65001 },
    refused: [],
  },
  {
    about: 'the AS mode is locked by peerings',
    start: 'hub',
    steps: [[`${LAN}/bgpASMode`, 'auto']],
    controls: { [`${LAN}/bgpASMode`]: { ...off, says: 'The AS mode is locked while there are iBGP peerings: remove them first.' } },
    values: { [`${LAN}/bgpASMode`]: 'given' },
  },
  {
    about: 'the routing is reset',
    start: 'hub',
    steps: [{ action: 'resetRouting', at: LAN }],
    values: {
      [`${LAN}/routingProtocol`]: 'none',
      [`${LAN}/ibgpLanPeerings`]: [],
      [`${LAN}/ibgpEdgeBoxPeerings`]: [],
      [`${LAN}/asPathPrependEnabled`]: false,
      [`${LAN}/asPathPrepend`]: 1,
    },
    refused: [],
  },
  {
    about: 'a reset puts OSPF back to its defaults, with the area of the management VLAN',
    start: 'ospf',
    steps: [[`${LAN}/ospf/helloTimer`, 5], [`${ROUTER1}/cost`, 77], { action: 'resetRouting', at: LAN }],
    values: {
      [`${LAN}/routingProtocol`]: 'none',
      [`${LAN}/ospf/helloTimer`]: 10,
      [`${LAN}/ospf/deadTimer`]: 40,
      [`${ROUTER1}/cost`]: 10,
      [`${ROUTER1}/areaId`]: '10',
      [`${ROUTER1}/authenticationMethod`]: 'none',
      [`${ROUTER1}/authenticationKey`]: null,
    },
    refused: [],
  },
  {
    about: 'OSPF follows the WAN of its virtual router',
    start: 'ospf',
    steps: [],
    controls: {
      [`${ROUTER1}/cost`]: on,
      [`${ROUTER2}/cost`]: {
        ...off,
        says: 'A virtual router speaks OSPF only with OSPF as routing protocol and while its WAN is enabled and works at layer 3.',
      },
      [`${LAN}/ospf/deadTimer`]: { minimum: 30 },
      [`${ROUTER1}/authenticationKeyId`]: on,
    },
    refused: [],
  },
  {
    about: 'the dead timer lasts at least three hellos',
    start: 'ospf',
    steps: [[`${LAN}/ospf/helloTimer`, 11]],
    controls: {
      [`${LAN}/ospf/deadTimer`]: {
        minimum: 33,
        says: 'The dead timer must be at least three times the hello timer: raise it, or shorten the hello timer.',
      },
    },
    refused: [`${LAN}/ospf/deadTimer validation.field.between`],
  },
  {
    about: 'VLAN and area follow the management interface until somebody types',
    start: 'ospf',
    steps: [
      [`${ROUTER2}/vlanId`, 0],
      [`${MANAGEMENT}/vlanId`, 30],
    ],
    values: { [`${ROUTER1}/vlanId`]: 30, [`${ROUTER1}/areaId`]: '30' },
    refused: [],
  },
  {
    about: 'no authentication takes the key back',
    start: 'ospf',
    steps: [[`${ROUTER1}/authenticationMethod`, 'none']],
    controls: { [`${ROUTER1}/authenticationKey`]: off, [`${ROUTER1}/authenticationKeyId`]: off },
    values: { [`${ROUTER1}/authenticationKey`]: null, [`${ROUTER1}/authenticationKeyId`]: null },
    refused: [],
  },
  {
    about: 'VRRP tracks enabled WANs only',
    start: 'router',
    steps: [[`${WAN2}/state`, 'disabled']],
    controls: {
      [`${LAN}/vrrp/trackingWan1`]: on,
      [`${LAN}/vrrp/trackingWan2`]: { ...off, says: 'VRRP can track a WAN only while the WAN is enabled and VRRP is in use.' },
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
    start: 'pair',
    steps: [[`${LAN}/ihapEnabled`, false]],
    controls: { [`${LAN}/ihapEnabled`]: { ...on, warns: 'ihap.disable.warning' }, [`${LAN}/ihap/role`]: { ...off, visible: true } },
    refused: [],
  },
  {
    about: 'a pair needs a profile and the address of its peer',
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
    start: 'spoke',
    steps: [[`${MANAGEMENT}/autoAllocationIP`, true]],
    controls: {
      [`${MANAGEMENT}/vRouter1IPAdress`]: {
        ...off,
        says: 'With automatic allocation the virtual routers get the interface address plus 1, 2 and 3; turn it off to type them in.',
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
    about: 'a relay needs its server, and without it has none',
    start: 'spoke',
    steps: [[`${MANAGEMENT}/dhcpServerAddress`, null]],
    controls: { [`${MANAGEMENT}/dhcpServerAddress`]: { ...on, required: true }, [`${LAN}/interfaces/0/dhcpServerAddress`]: off },
    refused: [`${MANAGEMENT}/dhcpServerAddress ${MANDATORY}`],
  },
  {
    about: 'VLANs of a box differ, and its subnets lie apart and have no host bits',
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
