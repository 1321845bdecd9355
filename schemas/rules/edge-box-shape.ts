import type { EntitySchema, PropertySchema, Rec, Rule } from '../vocabulary/types.ts'

/** A schema in the shape of the hardest editor (S1 sections 3 and 4), to prove that the vocabulary carries it; not the product's own. */

const text: PropertySchema = { type: 'string' }
const flag: PropertySchema = { type: 'boolean' }
const number: PropertySchema = { type: 'integer' }
const rule = (id: string, fields: string[], rest: Omit<Rule, 'id' | 'fields' | 'because'>): Rule => ({
  id,
  fields,
  because: `box.because.${id}`,
  ...rest,
})
const listOf = (properties: Record<string, PropertySchema>, rules: Rule[] = []): PropertySchema => ({
  type: 'array',
  items: { type: 'object', properties, 'x-rules': rules },
})

const effectivelyOn = { any: [{ eligibleDti: true }, { eligibleDti: { empty: true }, 'transportNetwork.eligibleDti': true }] }
const unlocked = { '$editor.changingDeployment': false }

export const wanSchema = {
  $id: 'wan',
  type: 'object',
  properties: {
    identifier: text,
    state: { enum: ['enabled', 'disabled'], default: 'disabled' },
    interfaceMode: { enum: ['L2', 'L3'], default: 'L3' },
    dhcpEnabled: flag,
    ipAddress: { $ref: 'network#/$defs/ipv4' },
    mask: { $ref: 'network#/$defs/prefixLength' },
    defaultGateway: { $ref: 'network#/$defs/ipv4' },
    publicIp: { $ref: 'network#/$defs/ipv4' },
    routerLanIPAddress: { $ref: 'network#/$defs/ipv4' },
    transportNetwork: { type: 'string', 'x-ref': { entity: 'transport-network' } },
    eligibleDti: { type: ['boolean', 'null'] },
    allowTrafficInTheUnderlay: flag,
    defaultNetworkPref: { $ref: 'network#/$defs/networkPreference', default: 100 },
    sdiEnabled: flag,
    sdiPop: text,
    wanConnections: listOf({ id: text, endpoint: text, networkPref: number }),
    localPortForwarding: listOf({ id: text, externalPort: { $ref: 'network#/$defs/port' }, localPort: { $ref: 'network#/$defs/port' } }),
  },
  'x-rules': [
    rule('bridge-forces-l2', ['interfaceMode'], { effect: 'set', when: { '/deploymentMode': 'multiwan_bridge' }, value: 'L2' }),
    rule('ip-forces-l3', ['interfaceMode'], { effect: 'set', when: { '/deploymentMode': 'multiwan_ip' }, value: 'L3' }),
    rule('interface-mode-is-free', ['interfaceMode'], {
      effect: 'enable',
      when: { state: 'enabled', '/deploymentMode': 'multiwan_hybrid', ...unlocked },
    }),
    rule('static-address', ['ipAddress', 'mask', 'defaultGateway'], {
      effect: 'enable',
      when: { state: 'enabled', interfaceMode: 'L3', dhcpEnabled: { not: true }, ...unlocked },
    }),
    rule('static-address-is-needed', ['ipAddress', 'mask', 'defaultGateway'], {
      effect: 'require',
      when: { state: 'enabled', interfaceMode: 'L3', dhcpEnabled: { not: true } },
    }),
    rule('public-ip-of-spokes', ['publicIp'], { effect: 'require', when: { state: 'enabled', interfaceMode: 'L3', '/mode': 'spoke' } }),
    rule('router-of-l2', ['routerLanIPAddress'], { effect: 'show', when: { interfaceMode: 'L2' } }),
    rule('router-of-l2-is-needed', ['routerLanIPAddress'], { effect: 'require', when: { state: 'enabled', interfaceMode: 'L2' } }),
    rule('other-transport-other-peers', ['wanConnections'], { effect: 'clear', changed: ['transportNetwork'] }),
    rule('preference-of-hubs', ['defaultNetworkPref'], { effect: 'enable', when: { '/mode': 'hub' } }),
    rule('spokes-have-no-preference', ['defaultNetworkPref'], { effect: 'clear', when: { '/mode': 'spoke' } }),
    rule('underlay-needs-dti', ['allowTrafficInTheUnderlay'], { effect: 'enable', when: effectivelyOn }),
    rule('forwarding-needs-dti', ['localPortForwarding'], { effect: 'enable', when: { state: 'enabled', ...effectivelyOn } }),
    rule('pop-of-sdi', ['sdiPop'], {
      effect: 'enable',
      when: { '$feature.sdi': true, state: 'enabled', interfaceMode: 'L3', sdiEnabled: true },
    }),
  ],
} as unknown as EntitySchema

export const transportNetworkSchema = {
  $id: 'transport-network',
  type: 'object',
  properties: { name: text, eligibleDti: flag },
  'x-rules': [],
} as unknown as EntitySchema

const vrouters = listOf(
  {
    vrouterId: { enum: ['wan1', 'wan2', 'wan3'] },
    vlanId: number,
    areaId: { $ref: 'network#/$defs/ospfArea' },
    cost: { type: 'integer', default: 10 },
    authenticationMethod: { enum: ['none', 'md5', 'hmac_sha1'], default: 'none' },
    authenticationKey: text,
  },
  [
    rule('vrouter-of-its-wan', ['vlanId', 'areaId', 'cost', 'authenticationMethod'], {
      effect: 'enable',
      when: { '/wans/{vrouterId}/state': 'enabled', '/wans/{vrouterId}/interfaceMode': 'L3' },
    }),
    rule('area-is-needed', ['areaId'], { effect: 'require', when: { '/lan/routingProtocol': 'ospf' } }),
    rule('vlan-follows-management', ['vlanId'], {
      effect: 'set',
      value: { compute: 'copy', of: ['/lan/mgtInterface/vlanId'] },
      untouched: true,
    }),
    rule('key-of-a-method', ['authenticationKey'], { effect: 'enable', when: { authenticationMethod: { not: ['none', null] } } }),
    rule('key-is-needed', ['authenticationKey'], { effect: 'require', when: { authenticationMethod: { not: ['none', null] } } }),
  ],
)

const management: PropertySchema = {
  type: 'object',
  properties: {
    ipAddress: { $ref: 'network#/$defs/ipv4' },
    vlanId: number,
    autoAllocationIP: flag,
    vRouter1: text,
    vRouter2: text,
    vRouter3: text,
  },
  'x-rules': [
    ...[1, 2, 3].map((step) =>
      rule(`allocate-${step}`, [`vRouter${step}`], {
        effect: 'set',
        when: { autoAllocationIP: true },
        value: { compute: 'addressPlus', of: ['ipAddress'], with: step },
      }),
    ),
    rule('allocated-by-hand', ['vRouter1', 'vRouter2', 'vRouter3'], { effect: 'enable', when: { autoAllocationIP: { not: true } } }),
  ],
}

const ospf: PropertySchema = {
  type: 'object',
  properties: {
    helloTimer: { type: 'integer', default: 10, minimum: 0, maximum: 65535 },
    deadTimer: { type: 'integer', default: 40, minimum: 0, maximum: 65535 },
    vrouters,
  },
  'x-rules': [
    rule('dead-after-three-hellos', ['deadTimer'], { effect: 'limit', minimum: { compute: 'times', of: ['helloTimer'], with: 3 } }),
  ],
}

const lan: PropertySchema = {
  type: 'object',
  properties: {
    mgtInterface: management,
    interfaces: listOf(
      { id: text, name: text, vlanId: number, dhcpRelayEnabled: { type: 'boolean', default: true }, dhcpServerAddress: text },
      [
        rule('relay-has-a-server', ['dhcpServerAddress'], { effect: 'enable', when: { dhcpRelayEnabled: true } }),
        rule('relay-needs-a-server', ['dhcpServerAddress'], { effect: 'require', when: { dhcpRelayEnabled: true } }),
      ],
    ),
    subnets: listOf({ id: text, prefix: { $ref: 'network#/$defs/ipv4' }, mask: number, staticRoute: text }, [
      rule('bridges-route-nothing', ['staticRoute'], { effect: 'show', when: { '/deploymentMode': { not: 'multiwan_bridge' } } }),
      rule('subnets-stand-still', ['prefix', 'mask'], { effect: 'enable', when: unlocked }),
    ]),
    bgpASMode: { enum: ['auto', 'given'], default: 'auto' },
    bgpASNumber: { $ref: 'network#/$defs/asn' },
    ibgpLanPeerings: { type: 'array', items: { $ref: 'network#/$defs/ipv4' } },
    routingProtocol: { enum: ['none', 'bgp', 'ospf'], default: 'none' },
    asPathPrependEnabled: flag,
    asPathPrepend: { $ref: 'network#/$defs/asPathPrepend', default: 1 },
    multipathEnabled: flag,
    lan2wan: flag,
    wan2lan: flag,
    enableBackhauling: flag,
    lanGatewayIp: { $ref: 'network#/$defs/ipv4' },
    ospf,
  },
  'x-rules': [
    rule('lan2wan-ends-wan2lan', ['wan2lan'], { effect: 'set', changed: ['lan2wan'], when: { lan2wan: true }, value: false }),
    rule('wan2lan-ends-lan2wan', ['lan2wan'], { effect: 'set', changed: ['wan2lan'], when: { wan2lan: true }, value: false }),
    rule('one-direction', ['wan2lan'], { effect: 'limit', when: { lan2wan: true }, options: [false] }),
    rule('as-mode-without-peerings', ['bgpASMode'], { effect: 'enable', when: { ibgpLanPeerings: { empty: true } } }),
    rule('as-number-given', ['bgpASNumber'], { effect: 'enable', when: { bgpASMode: 'given' } }),
    rule('as-number-needed', ['bgpASNumber'], { effect: 'require', when: { bgpASMode: 'given' } }),
    rule('prepend-of-bgp', ['asPathPrepend'], { effect: 'enable', when: { routingProtocol: 'bgp', asPathPrependEnabled: true } }),
    rule('prepend-needed', ['asPathPrepend'], { effect: 'require', when: { routingProtocol: 'bgp', asPathPrependEnabled: true } }),
    rule('ospf-chosen', ['ospf'], { effect: 'show', when: { routingProtocol: 'ospf', '/deploymentMode': { not: 'multiwan_bridge' } } }),
    rule('backhauling-of-hubs', ['enableBackhauling'], { effect: 'enable', when: { '/mode': 'hub' } }),
    rule('gateway-of-backhauling', ['lanGatewayIp'], { effect: 'enable', when: { '/mode': 'hub', enableBackhauling: true } }),
    rule('no-gateway-otherwise', ['lanGatewayIp'], {
      effect: 'clear',
      when: { any: [{ '/mode': { not: 'hub' } }, { enableBackhauling: { not: true } }, { '/deploymentMode': 'multiwan_bridge' }] },
    }),
  ],
}

const tracking = (wan: string): Rule[] => {
  const field = `tracking${wan.charAt(0).toUpperCase()}${wan.slice(1)}`
  return [
    rule(`track-enabled-${wan}`, [field], { effect: 'enable', when: { [`/wans/${wan}/state`]: 'enabled' } }),
    rule(`forget-disabled-${wan}`, [field], { effect: 'set', when: { [`/wans/${wan}/state`]: { not: 'enabled' } }, value: false }),
  ]
}

export const edgeBoxSchema = {
  $id: 'box',
  type: 'object',
  'x-context': { editor: ['changingDeployment'] },
  properties: {
    name: { type: 'string', 'x-frozen': 'createOnly' },
    mode: { enum: ['hub', 'spoke'], default: 'spoke' },
    deploymentMode: { enum: ['multiwan_ip', 'multiwan_hybrid', 'multiwan_bridge'], default: 'multiwan_hybrid' },
    dwsMode: { enum: ['cpe', 'l2_transparent', 'l1_transparent'], default: 'cpe' },
    lan,
    wans: { type: 'object', properties: { wan1: { $ref: 'wan' }, wan2: { $ref: 'wan' }, wan3: { $ref: 'wan' } } },
    vrrp: {
      type: 'object',
      properties: { trackingWan1: flag, trackingWan2: flag, trackingWan3: flag },
      'x-rules': ['wan1', 'wan2', 'wan3'].flatMap(tracking),
    },
  },
  'x-rules': [
    rule('other-mode-other-peers', ['wans/*/wanConnections'], { effect: 'clear', changed: ['mode'] }),
    rule('l1-needs-multipath', ['dwsMode'], {
      effect: 'limit',
      when: { 'lan/multipathEnabled': { not: true } },
      options: ['cpe', 'l2_transparent'],
    }),
    rule('l1-falls-back', ['dwsMode'], {
      effect: 'set',
      when: { dwsMode: 'l1_transparent', any: [{ 'lan/multipathEnabled': { not: true } }, { deploymentMode: { not: 'multiwan_bridge' } }] },
      value: 'cpe',
    }),
    rule('deployment-unlocked', ['deploymentMode'], {
      effect: 'enable',
      when: { any: [{ '$editor.creating': true }, { '$editor.changingDeployment': true }] },
    }),
  ],
} as unknown as EntitySchema

/** Finds the schemas that the box is made of and refers to. */
export const boxSource = (id: string): EntitySchema | undefined => ({ wan: wanSchema, 'transport-network': transportNetworkSchema })[id]

/** A stored box with `rows` rows in each of its lists. */
export function boxOf(rows: number): Rec {
  const range = Array.from({ length: rows }, (_, index) => index)
  const wan = (identifier: string, state: string): Rec => ({
    identifier,
    state,
    interfaceMode: 'L3',
    ipAddress: '192.0.2.1',
    mask: 24,
    defaultGateway: '192.0.2.254',
    publicIp: '198.51.100.1',
    transportNetwork: 'internet',
    eligibleDti: null,
    wanConnections: range.map((index) => ({ id: `${identifier}-c${index}`, endpoint: `box-${index}`, networkPref: 100 })),
    localPortForwarding: [],
  })
  return {
    name: 'Box',
    mode: 'spoke',
    deploymentMode: 'multiwan_hybrid',
    dwsMode: 'cpe',
    vrrp: { trackingWan1: true, trackingWan2: true, trackingWan3: false },
    wans: { wan1: wan('wan1', 'enabled'), wan2: wan('wan2', 'enabled'), wan3: wan('wan3', 'disabled') },
    lan: {
      mgtInterface: {
        ipAddress: '10.0.0.1',
        vlanId: 7,
        autoAllocationIP: false,
        vRouter1: '10.0.0.11',
        vRouter2: '10.0.0.12',
        vRouter3: '10.0.0.13',
      },
      interfaces: range.map((index) => ({
        id: `i${index}`,
        name: `lan${index}`,
        vlanId: 1 + (index % 4095),
        dhcpRelayEnabled: true,
        dhcpServerAddress: '10.0.0.2',
      })),
      subnets: range.map((index) => ({ id: `s${index}`, prefix: `10.${index % 256}.0.0`, mask: 24, staticRoute: '10.0.0.254' })),
      bgpASMode: 'auto',
      ibgpLanPeerings: [],
      routingProtocol: 'ospf',
      asPathPrepend: 1,
      multipathEnabled: false,
      lan2wan: false,
      wan2lan: true,
      enableBackhauling: false,
      ospf: {
        helloTimer: 10,
        deadTimer: 40,
        vrouters: ['wan1', 'wan2', 'wan3'].map((vrouterId) => ({
          vrouterId,
          vlanId: 7,
          areaId: '0',
          cost: 10,
          authenticationMethod: 'none',
        })),
      },
    },
  }
}
