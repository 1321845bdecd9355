import type { RuleRow } from './rule-row.ts'
import { WAN1, WAN2, because, MANDATORY, off, on, hidden } from './words.ts'

/** Transitions of WANs. */
export const uplinks: RuleRow[] = [
  {
    about: 'a disabled WAN locks what depends on it',
    start: 'spoke',
    steps: [[`${WAN1}/state`, 'disabled']],
    controls: {
      [`${WAN1}/ipAddress`]: {
        ...off,
        required: false,
        says: 'Address, mask and gateway are typed in only where the WAN is enabled, works at layer 3 and does not use DHCP.',
      },
      [`${WAN1}/mask`]: off,
      [`${WAN1}/defaultGateway`]: off,
      [`${WAN1}/dhcpEnabled`]: off,
      [`${WAN1}/interfaceMode`]: off,
      [`${WAN1}/externalGatewayConnections`]: off,
      [`${WAN1}/localPortForwarding`]: off,
      [`${WAN1}/transportNetwork`]: { required: false },
    },
    refused: [],
  },
  {
    about: 'an enabled WAN needs its address, network and bandwidths',
    start: 'spoke',
    steps: [[`${WAN2}/state`, 'enabled']],
    controls: { [`${WAN2}/ipAddress`]: { ...on, required: true }, [`${WAN2}/interfaceMode`]: on },
    refused: ['ipAddress', 'mask', 'defaultGateway', 'publicIp', 'transportNetwork', 'access/upBandwidth', 'access/downBandwidth'].map(
      (field) => `${WAN2}/${field} ${MANDATORY}`,
    ),
  },
  {
    about: 'DHCP locks the address, which stays',
    start: 'spoke',
    steps: [
      [`${WAN1}/ipAddress`, '203.0.113.9'],
      [`${WAN1}/dhcpEnabled`, true],
    ],
    controls: {
      [`${WAN1}/ipAddress`]: { ...off, required: false },
      [`${WAN1}/mask`]: { ...off, required: false },
      [`${WAN1}/defaultGateway`]: { ...off, required: false },
      [`${WAN1}/dhcpEnabled`]: on,
    },
    values: { [`${WAN1}/ipAddress`]: '192.0.2.2' },
    refused: [],
  },
  {
    about: 'layer 2 shows other fields than layer 3',
    start: 'mixed',
    steps: [],
    controls: {
      [`${WAN2}/routerLanIPAddress`]: { ...on, required: true },
      [`${WAN2}/coloring`]: on,
      [`${WAN2}/ipAddress`]: { ...hidden, says: 'This applies only to a WAN that works at layer 3.' },
      [`${WAN2}/localPortForwarding`]: hidden,
      [`${WAN1}/coloring`]: { ...hidden, says: 'This applies only to a WAN that works at layer 2.' },
      [`${WAN2}/speed`]: on,
      [`${WAN2}/transportNetwork`]: { ...on, required: true },
    },
    refused: [],
  },
  {
    about: 'another network takes the connections of this WAN away and inherits eligible DTI again',
    start: 'hub',
    steps: [
      [`${WAN1}/eligibleDti`, true],
      [`${WAN1}/transportNetwork`, '@mpls'],
    ],
    controls: {
      [`${WAN1}/allowTrafficInTheUnderlay`]: {
        ...off,
        says: 'Traffic in the underlay needs eligible DTI on, set here or inherited from the transport network.',
      },
      [`${WAN1}/localPortForwarding`]: {
        ...off,
        says: 'Port forwarding needs an enabled WAN with eligible DTI on, set here or inherited from the transport network.',
      },
    },
    values: { [`${WAN1}/wanConnections`]: [], [`${WAN1}/eligibleDti`]: null, [`${WAN1}/allowTrafficInTheUnderlay`]: false },
    refused: [],
  },
  {
    about: 'eligible DTI that is chosen anew after another network stays, even where it was stored before',
    start: 'mixed',
    steps: [
      [`${WAN1}/transportNetwork`, '@mpls'],
      [`${WAN1}/eligibleDti`, true],
    ],
    controls: { [`${WAN1}/localPortForwarding`]: on },
    values: { [`${WAN1}/eligibleDti`]: true },
    refused: [],
  },
  {
    about: 'eligible DTI is inherited from the transport network',
    start: 'hub',
    steps: [],
    controls: {
      [`${WAN1}/allowTrafficInTheUnderlay`]: on,
      [`${WAN1}/localPortForwarding`]: on,
      [`${WAN2}/allowTrafficInTheUnderlay`]: off,
      [`${WAN2}/localPortForwarding`]: off,
    },
    refused: [],
  },
  {
    about: 'eligible DTI of the WAN itself outweighs its network',
    start: 'hub',
    steps: [
      [`${WAN1}/eligibleDti`, false],
      [`${WAN2}/eligibleDti`, true],
    ],
    controls: {
      [`${WAN1}/allowTrafficInTheUnderlay`]: off,
      [`${WAN2}/allowTrafficInTheUnderlay`]: on,
      [`${WAN2}/localPortForwarding`]: on,
    },
    values: { [`${WAN1}/allowTrafficInTheUnderlay`]: false },
    refused: [],
  },
  {
    about: 'the network that is reserved for tele engines is refused',
    start: 'spoke',
    steps: [[`${WAN1}/transportNetwork`, '@open']],
    refused: [`${WAN1}/transportNetwork ${because('network-not-reserved')}`],
  },
  {
    about: 'an address outside of its subnet, and a gateway that is the WAN itself',
    start: 'spoke',
    steps: [
      [`${WAN1}/ipAddress`, '192.0.2.3'],
      [`${WAN1}/defaultGateway`, '192.0.2.3'],
    ],
    refused: [`${WAN1}/defaultGateway ${because('gateway-is-another')}`, `${WAN1}/ipAddress ${because('hostAddress')}`],
  },
  {
    about: 'a gateway beyond the subnet of its WAN, whose address is that of the network',
    start: 'spoke',
    steps: [
      [`${WAN1}/ipAddress`, '192.0.2.0'],
      [`${WAN1}/defaultGateway`, '192.0.2.9'],
    ],
    refused: [`${WAN1}/defaultGateway ${because('gateway-in-subnet')}`, `${WAN1}/ipAddress ${because('hostAddress')}`],
  },
  {
    about: 'connections of a WAN are removed by whoever may change the box, and by nobody else',
    start: 'spoke',
    context: { can: { update: false } },
    steps: [],
    controls: { [`${WAN1}/wanConnections/0`]: { removable: false }, [`${WAN1}/localPortForwarding/0`]: { removable: true } },
  },
  {
    about: 'a disabled WAN, or one at layer 2, has no PoP of SDI to choose',
    start: 'guarded',
    context: { feature: { sdi: true, cloud_security: true } },
    steps: [[`${WAN1}/state`, 'disabled']],
    controls: { [`${WAN1}/sdiPop`]: { ...off, required: false, visible: true }, [`${WAN1}/sdiEnabled`]: on },
    refused: [],
  },
  {
    about: 'cloud security of a WAN at layer 2 asks for no region',
    start: 'spoke',
    context: { feature: { sdi: true, cloud_security: true } },
    steps: [
      [`${WAN1}/cloudSecurityEnabled`, true],
      [`${WAN1}/interfaceMode`, 'L2'],
      [`${WAN1}/routerLanIPAddress`, '10.0.0.251'],
    ],
    controls: { [`${WAN1}/cloudSecurityEnabled`]: hidden, [`${WAN1}/publicIp`]: { ...hidden, required: false } },
    refused: [],
  },
  {
    about: 'SDI needs its feature',
    start: 'spoke',
    steps: [],
    controls: { [`${WAN1}/sdiEnabled`]: hidden, [`${WAN1}/sdiPop`]: hidden, [`${WAN1}/cloudSecurityEnabled`]: hidden },
  },
  {
    about: 'SDI needs a PoP',
    start: 'spoke',
    context: { feature: { sdi: true, cloud_security: true } },
    steps: [[`${WAN1}/sdiEnabled`, true]],
    controls: { [`${WAN1}/sdiPop`]: { ...on, required: true }, [`${WAN2}/sdiPop`]: off },
    refused: [`${WAN1}/sdiPop ${MANDATORY}`],
  },
  {
    about: 'cloud security needs a region of the site',
    start: 'spoke',
    context: { feature: { sdi: true, cloud_security: true } },
    steps: [[`${WAN1}/cloudSecurityEnabled`, true]],
    controls: { [`${WAN1}/cloudSecurityEnabled`]: on, '/cloudSecurityRegion': on },
    refused: [`${WAN1}/cloudSecurityEnabled ${because('region-on-site')}`],
  },
  {
    about: 'somebody who may not see external gateways does not',
    start: 'spoke',
    context: { can: { readExternalGateway: false } },
    steps: [],
    controls: { [`${WAN1}/externalGatewayConnections`]: { ...hidden, says: 'Your role does not let you see external gateways.' } },
  },
]
