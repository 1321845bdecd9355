import type { Rec } from '../../../schemas/vocabulary/types.ts'

/** A tele engine that the service accepts. */
export function engine(name: string, site: string, transportNetwork: string): Rec {
  const kbps = transportNetwork === 'Not Specified' ? null : 1_000
  return { name, site, wan: { transportNetwork, access: { upBandwidth: kbps, downBandwidth: kbps } } }
}

/** An edge box that the service accepts: a spoke with one layer 3 uplink. */
export function box(name: string, site: string, more: { lan?: Rec; wans?: Rec; [property: string]: unknown } = {}): Rec {
  const mgtInterface = { ipAddress: '10.0.0.1', mask: 24, dhcpServerAddress: '10.0.0.2' }
  const { lan, wans, ...others } = more
  return {
    name,
    site,
    serialNumber: `SN-${name.replaceAll(' ', '-')}`,
    ...others,
    lan: { mgtInterface, ...lan },
    wans: { wan1: wan(), ...wans },
  }
}

/** A layer 3 uplink with a static address. */
export function wan(more: Rec = {}): Rec {
  return {
    state: 'enabled',
    interfaceMode: 'L3',
    ipAddress: '192.0.2.10',
    mask: 24,
    defaultGateway: '192.0.2.1',
    publicIp: '198.51.100.10',
    transportNetwork: 'Internet',
    access: { upBandwidth: 1_000, downBandwidth: 1_000 },
    ...more,
  }
}
