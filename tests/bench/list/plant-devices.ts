import type { PlanItem } from '../../../schemas/plan.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { RunningService } from '../../support/service/service.ts'
import { numbers, plant, tenantOf } from './plant.ts'

/** Who asks: the network manager of a customer whose overlay has some hundred devices already, appliances without a box among them. */
const MAIL = 'network@demo.test'
const BOXES = 9_000
const ENGINES = 1_000
const AT_ONCE = 1_000
/** Boxes at a site. */
const TOGETHER = 2
const TOWNS = [
  'Lyon',
  'Bremen',
  'Leeds',
  'Sevilla',
  'Gent',
  'Torino',
  'Porto',
  'Graz',
  'Brno',
  'Turku',
  'Cork',
  'Malmö',
  'Nantes',
  'Toledo',
]
const NETWORKS = ['Bench MPLS', 'Bench internet']

/** Fills the overlay of a demo customer, through its public API; answers it and who is to ask for its devices. */
export async function plantDevices(service: RunningService): Promise<{ tenantOid: string; mail: string }> {
  const tenantOid = await tenantOf(service, MAIL)
  const target = { mail: MAIL, tenantOid }
  await plant(
    service,
    target,
    NETWORKS.map((name) => ({ entity: 'transport-network', action: 'create', changes: { name } })),
  )
  const devices = [...numbers(BOXES).map(box), ...numbers(ENGINES).map(engine)]
  for (let from = 0; from < devices.length; from += AT_ONCE) await plant(service, target, devices.slice(from, from + AT_ONCE))
  return { tenantOid, mail: MAIL }
}

const access = { upBandwidth: 50_000, downBandwidth: 200_000 }
const townOf = (at: number): string => TOWNS[at % TOWNS.length] ?? ''
const siteOf = (at: number): string => `${townOf(at)} ${Math.floor(at / (TOGETHER * TOWNS.length)) + 1}`

/** Networks of 256 addresses, one for each device. */
const network = (at: number): string => `10.${at >> 8}.${at & 255}`

function box(at: number): PlanItem {
  const uplink = (transportNetwork: string): Rec => ({
    state: 'enabled',
    interfaceMode: 'L3',
    dhcpEnabled: true,
    publicIp: `198.51.100.${(at % 250) + 1}`,
    transportNetwork,
    access,
  })
  return {
    entity: 'edge-box',
    action: 'create',
    changes: {
      name: `${townOf(at)} box ${at}`,
      site: siteOf(at),
      serialNumber: `BNC-${1_000_000 + at * 7}`,
      mode: at % 30 === 0 ? 'hub' : 'spoke',
      deploymentMode: 'multiwan_hybrid',
      dwsMode: 'cpe',
      lan: { mgtInterface: { ipAddress: `${network(at)}.1`, mask: 24, dhcpRelayEnabled: false } },
      wans: { wan1: uplink(NETWORKS[0] ?? ''), wan2: uplink(NETWORKS[1] ?? '') },
    },
  }
}

function engine(at: number): PlanItem {
  const subnets = [{ prefix: `${network(BOXES + at)}.0`, mask: 24 }]
  return {
    entity: 'tele-engine',
    action: 'create',
    changes: { name: `${townOf(at)} kiosk ${at}`, site: siteOf(at), wan: { transportNetwork: NETWORKS[1], access }, lan: { subnets } },
  }
}
