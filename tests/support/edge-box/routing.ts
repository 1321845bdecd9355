import type { RuleRow } from './rule-row.ts'
import { WAN1, LAN, MANAGEMENT, ROUTER1, ROUTER2, MANDATORY, off, on, hidden } from './words.ts'

/** Transitions of the LAN's routing: BGP and OSPF. */
export const routing: RuleRow[] = [
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
    about: 'prepending needs a count, as long as the protocol is BGP',
    start: 'hub',
    steps: [[`${LAN}/asPathPrepend`, null]],
    controls: { [`${LAN}/asPathPrepend`]: { ...on, required: true } },
    refused: [`${LAN}/asPathPrepend ${MANDATORY}`],
  },
  {
    about: 'another protocol hides what belongs to BGP and asks for what OSPF needs',
    start: 'hub',
    steps: [
      [`${LAN}/routingProtocol`, 'ospf'],
      [`${MANAGEMENT}/autoAllocationIP`, true],
      [`${LAN}/ospf/helloTimer`, null],
    ],
    controls: {
      [`${LAN}/asPathPrepend`]: hidden,
      [`${LAN}/ibgpLanPeerings`]: hidden,
      [`${LAN}/ospf/helloTimer`]: { ...on, required: true },
      [`${ROUTER1}/areaId`]: { ...on, required: true },
    },
    values: { [`${LAN}/routingProtocol`]: 'ospf' },
    refused: [`${LAN}/ospf/helloTimer ${MANDATORY}`],
  },
  {
    about: 'the AS number of an automatic AS mode is not typed',
    start: 'spoke',
    steps: [],
    controls: { [`${LAN}/bgpASMode`]: on, [`${LAN}/bgpASNumber`]: { ...off, required: false } },
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
    about: 'OSPF asks nothing of a virtual router whose WAN is disabled',
    start: 'ospf',
    steps: [
      [`${ROUTER1}/areaId`, null],
      [`${WAN1}/state`, 'disabled'],
    ],
    controls: {
      [`${ROUTER1}/vlanId`]: { ...off, required: false },
      [`${ROUTER1}/areaId`]: { ...off, required: false },
      [`${ROUTER1}/cost`]: off,
      [`${ROUTER1}/authenticationMethod`]: off,
      [`${ROUTER1}/authenticationKey`]: off,
    },
    refused: [],
  },
  {
    about: 'OSPF asks nothing of a virtual router whose WAN works at layer 2',
    start: 'ospf',
    steps: [
      [`${WAN1}/interfaceMode`, 'L2'],
      [`${WAN1}/routerLanIPAddress`, '10.0.0.251'],
    ],
    controls: { [`${ROUTER1}/areaId`]: { ...off, required: false }, [`${ROUTER1}/authenticationKeyId`]: off },
    refused: [],
  },
  {
    about: 'OSPF needs the cost of a virtual router',
    start: 'ospf',
    steps: [[`${ROUTER1}/cost`, null]],
    controls: { [`${ROUTER1}/cost`]: { ...on, required: true }, [`${ROUTER1}/vlanId`]: { ...on, required: true } },
    refused: [`${ROUTER1}/cost ${MANDATORY}`],
  },
  {
    about: 'a method of authentication needs a key',
    start: 'spoke',
    steps: [
      [`${LAN}/routingProtocol`, 'ospf'],
      [`${MANAGEMENT}/autoAllocationIP`, true],
      [`${ROUTER1}/authenticationMethod`, 'hmac_sha256'],
    ],
    controls: {
      [`${ROUTER1}/authenticationKey`]: { ...on, required: true },
      [`${ROUTER1}/authenticationKeyId`]: { ...on, required: false },
      [`${ROUTER2}/authenticationKey`]: off,
    },
    refused: [`${ROUTER1}/authenticationKey ${MANDATORY}`],
  },
  {
    about: 'without OSPF nothing of it is asked for',
    start: 'ospf',
    steps: [
      [`${LAN}/ospf/deadTimer`, 5],
      [`${LAN}/routingProtocol`, 'bgp'],
    ],
    controls: { [`${LAN}/ospf`]: hidden, [`${LAN}/ospf/deadTimer`]: hidden },
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
]
