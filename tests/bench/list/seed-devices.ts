import type { PlanItem } from '../../../schemas/plan.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { RunningService } from '../../support/service/service.ts'
import { numbers, seed, tenantOf } from './seed.ts'

/** The network manager of a customer whose overlay already has some hundred devices, including appliances without an edge box. */
const MAIL = 'network@demo.test'
const BOXES = 9_000
const ENGINES = 1_000
const BATCH_SIZE = 1_000
const BOXES_PER_SITE = 2
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

/** Creates devices in the overlay of a demo customer through the public API; returns the customer and the account that lists them. */
export async function seedDevices(service: RunningService): Promise<{ tenantOid: string; mail: string }> {
  const tenantOid = await tenantOf(service, MAIL)
  const target = { mail: MAIL, tenantOid }
  await seed(
    service,
    target,
    NETWORKS.map((name) => ({ entity: 'transport-network', action: 'create', changes: { name } })),
  )
  const devices = [...numbers(BOXES).map(box), ...numbers(ENGINES).map(engine)]
  for (let from = 0; from < devices.length; from += BATCH_SIZE) await seed(service, target, devices.slice(from, from + BATCH_SIZE))
  return { tenantOid, mail: MAIL }
}

const access = { upBandwidth: 50_000, downBandwidth: 200_000 }
const townOf = (index: number): string => TOWNS[index % TOWNS.length] ?? ''
const siteOf = (index: number): string => `${townOf(index)} ${Math.floor(index / (BOXES_PER_SITE * TOWNS.length)) + 1}`

/** First three octets of the /24 network of a device. */
const network = (index: number): string => `10.${index >> 8}.${index & 255}`

function box(index: number): PlanItem {
  const uplink = (transportNetwork: string): Rec => ({
    state: 'enabled',
    interfaceMode: 'L3',
    dhcpEnabled: true,
    publicIp: `198.51.100.${(index % 250) + 1}`,
    transportNetwork,
    access,
  })
  return {
    entity: 'edge-box',
    action: 'create',
    changes: {
      name: `${townOf(index)} box ${index}`,
      site: siteOf(index),
      serialNumber: `BNC-${1_000_000 + index * 7}`,
      mode: index % 30 === 0 ? 'hub' : 'spoke',
      deploymentMode: 'multiwan_hybrid',
      dwsMode: 'cpe',
      lan: { mgtInterface: { ipAddress: `${network(index)}.1`, mask: 24, dhcpRelayEnabled: false } },
      wans: { wan1: uplink(NETWORKS[0] ?? ''), wan2: uplink(NETWORKS[1] ?? '') },
    },
  }
}

function engine(index: number): PlanItem {
  const subnets = [{ prefix: `${network(BOXES + index)}.0`, mask: 24 }]
  return {
    entity: 'tele-engine',
    action: 'create',
    changes: {
      name: `${townOf(index)} kiosk ${index}`,
      site: siteOf(index),
      wan: { transportNetwork: NETWORKS[1], access },
      lan: { subnets },
    },
  }
}
