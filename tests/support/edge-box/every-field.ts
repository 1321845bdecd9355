import type { PropertySchema, Rec } from '../../../schemas/vocabulary/types.ts'

/** What the boxes are changed to: the fields that no sample has. `oidOf` finds the records that they refer to. */
export function furtherValues(oidOf: (name: string) => string): Readonly<Record<string, Rec>> {
  const phones = { vlanId: 20, name: 'Phones', ipAddress: '10.0.20.1', mask: 24, dhcpRelayEnabled: false }
  const guests = { vlanId: 30, name: 'Guests', ipAddress: '10.0.30.1', mask: 24, dhcpRelayEnabled: false, autoAllocationIP: true }
  const tunnel = { externalGateway: oidOf('bank'), type: 'primary', initiatorId: 'box', psk: 'secret', networkPref: 100 }
  const uplink = { state: 'enabled', dhcpEnabled: true, publicIp: '198.51.100.9', transportNetwork: oidOf('internet') }
  const routers = (subnet: string): Rec => ({
    vRouter1IPAdress: `${subnet}.11`,
    vRouter2IPAdress: `${subnet}.12`,
    vRouter3IPAdress: `${subnet}.13`,
  })
  return {
    spoke: {
      syslog: oidOf('syslog'),
      services: { wanOptimization: false },
      lan: {
        speed: '100FD',
        interVLANForwarding: false,
        lan2wan: true,
        mgtInterface: { dhcpRelayEnabled: true, ...routers('10.0.0') },
        interfaces: [{ ...phones, ...routers('10.0.20') }, guests],
      },
      wans: {
        wan1: {
          mtu: 1400,
          speed: '1000FD',
          externalGatewayConnections: [{ ...tunnel, localIpAddress: '10.9.0.1', remoteIpAddress: '10.9.0.2' }],
        },
      },
    },
    hub: { lan: { wan2lan: true } },
    ospf: { lan: { ospf: { priority: 7, defaultOriginate: false, instanceId: 7, metricType: 'Type2', externalRouteCost: 7 } } },
    router: {
      lan: { vrrp: { instanceIdentifier: 7, trackingWan3: true } },
      wans: { wan3: { ...uplink, access: { upBandwidth: 1, downBandwidth: 2 } } },
    },
    guarded: { cloudSecurityRegion: oidOf('frankfurt') },
  }
}

/** Patterns of the fields of a record that has such uplinks, e.g. `/wans/wan/mtu`; rows count as their list. */
const patternOf = (path: string): string => path.replace(/\/wan\d(?=\/)/, '/wan')

/** Patterns of the values in a record. */
export function patternsIn(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => patternsIn(item, path))
  if (typeof value !== 'object' || value === null) return value === undefined ? [] : [patternOf(path)]
  return Object.entries(value).flatMap(([name, inner]) => patternsIn(inner, `${path}/${name}`))
}

/** Patterns of the fields of a schema that callers write. */
export function writtenPatterns({ properties = {} }: PropertySchema, path = ''): string[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const { readOnly, 'x-derived': derived, items } = property
    if (readOnly === true || (derived && !('ref' in derived && derived.write === true))) return []
    const inner = items?.properties ? items : property
    return inner.properties ? writtenPatterns(inner, `${path}/${name}`) : [patternOf(`${path}/${name}`)]
  })
}
