import type { Rec } from '../../../schemas/vocabulary/types.ts'

/** A tele engine that is accepted as it stands. */
export function engine(name: string, site: string, transportNetwork: string): Rec {
  const kbps = transportNetwork === 'Not Specified' ? null : 1_000
  return { name, site, wan: { transportNetwork, access: { upBandwidth: kbps, downBandwidth: kbps } } }
}

/** An edge box that is accepted as it stands: a spoke with one uplink at layer 3. */
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

/** An uplink at layer 3 with an address of its own. */
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
