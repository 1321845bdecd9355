import type { Rec } from '../../../schemas/vocabulary/types.ts'

let engines = 0

/** A tele engine that the service accepts, with a subnet of its own. */
export function engine(name: string, site: string, transportNetwork: string): Rec {
  const kbps = transportNetwork === 'Not Specified' ? null : 1_000
  engines += 1
  const subnets = [{ prefix: `10.250.${engines % 256}.0`, mask: 24 }]
  return { name, site, lan: { subnets }, wan: { transportNetwork, access: { upBandwidth: kbps, downBandwidth: kbps } } }
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
