import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { boxLan } from './box-lan.ts'
import { addConnections, boxWans, uplinksOf } from './box-wans.ts'
import { slug } from '../world/names.ts'
import { overlaysOf, type DemoOverlay, type DemoSite } from '../overlays/overlays.ts'
import type { PlannedBox } from './planned-box.ts'
import { serialsOf } from './serials.ts'
import { addStored, identifierOfDay, newRecord } from '../world/records.ts'
import type { DemoArea, DemoWorld } from '../world/world.ts'

/** The box of the largest size: three uplinks with ten connections each, ten interfaces, thirty subnets. */
export const LARGEST_BOX = 'hub-central-1'

/** Of the boxes that stand alone on their site, one after the other. */
const DEPLOYMENTS: readonly PlannedBox['deployment'][] = [
  ...Array.from({ length: 5 }, () => 'multiwan_hybrid' as const),
  'multiwan_bridge',
  'multiwan_ip',
]

/** Edge boxes and tele engines of every overlay. */
export const devices: DemoArea = {
  name: 'devices',
  fill(world) {
    for (const overlay of overlaysOf(world)) fillOverlay(world, overlay)
  },
}

function fillOverlay(world: DemoWorld, overlay: DemoOverlay): void {
  const boxes = plannedBoxes(world, overlay)
  const records = boxes.map((box) => boxRecord(world, box))
  addConnections(boxes, records)
  addPeerings(boxes, records)
  boxes.forEach(({ oid }, index) =>
    addStored(world, {
      entity: 'edge-box',
      tenant: overlay.tenant,
      oid,
      record: records[index] ?? {},
      daysAgo: Math.max(overlay.daysAgo - 1 - (index % 28), 1),
    }),
  )
  for (let index = 0; index < overlay.size.teleEngines; index++) addTeleEngine(world, overlay, index)
}

/** Hubs first, then pairs, then single spokes: site by site. */
function plannedBoxes(world: DemoWorld, overlay: DemoOverlay): PlannedBox[] {
  const { size, sites } = overlay
  const plan = (site: DemoSite, rest: Pick<PlannedBox, 'mode' | 'index'> & Partial<PlannedBox>): PlannedBox => {
    const box = { overlay, site, redundancy: 'none', deployment: 'multiwan_hybrid', place: 0, size: 'usual', ...rest } as const
    const name = box.size === 'largest' ? LARGEST_BOX : `${slug(site.name) || 'site'}${box.mode === 'hub' ? '-hub' : ''}-${box.place + 1}`
    const planned = { ...box, name, oid: identifierOfDay(world, overlay.daysAgo - 1), uplinks: [] }
    return { ...planned, uplinks: uplinksOf(planned) }
  }
  const hubSites = sites.slice(0, size.hubs)
  const pairSites = sites.slice(size.hubs, size.hubs + size.pairs)
  const singleSites = sites.slice(size.hubs + size.pairs, size.hubs + size.pairs + size.singles)
  return [
    ...hubSites.map((site, index) => plan(site, { mode: 'hub', index, size: index === 0 && size.hubs > 4 ? 'largest' : 'usual' })),
    ...pairSites.flatMap((site, index) => {
      const pair = index % 2 === 0 ? ({ redundancy: 'ihap' } as const) : ({ redundancy: 'vrrp', deployment: 'multiwan_ip' } as const)
      return [0, 1].map((place) => plan(site, { mode: 'spoke', index, place, ...pair }))
    }),
    ...singleSites.map((site, index) => {
      return plan(site, { mode: 'spoke', index, size: 'small', deployment: DEPLOYMENTS[index % DEPLOYMENTS.length] ?? 'multiwan_hybrid' })
    }),
  ]
}

function boxRecord(world: DemoWorld, box: PlannedBox): Rec {
  const { overlay, name, site, mode, deployment, index } = box
  const syslog = overlay.oids['syslog-server']?.[index % 3]
  const start = newRecord('edge-box')
  const lan = boxLan(world, box, start['lan'] as Rec)
  const isBridge = deployment === 'multiwan_bridge'
  const isTransparent = isBridge && index % 2 === 1
  if (isTransparent) lan['multipathEnabled'] = true
  const bridging = isTransparent ? 'l1_transparent' : 'l2_transparent'
  return {
    ...start,
    deploymentMode: deployment,
    name,
    site: site.oid,
    serialNumber: serialsOf(world).next(box.size),
    mode,
    dwsMode: isBridge ? bridging : 'cpe',
    ...(syslog !== undefined && { syslog }),
    services: { wanOptimization: index % 9 !== 4 },
    lan,
    wans: boxWans(world, box, start['wans'] as Rec),
  }
}

/** Some pairs speak BGP with each other. */
function addPeerings(boxes: readonly PlannedBox[], records: readonly Rec[]): void {
  boxes.forEach((box, index) => {
    if (box.redundancy !== 'ihap' || box.index % 6 !== 4) return
    const other = boxes.find((one) => one.site === box.site && one !== box)
    const lan = records[index]?.['lan'] as Rec | undefined
    if (!other || !lan) return
    lan['routingProtocol'] = 'bgp'
    lan['ibgpEdgeBoxPeerings'] = [{ id: 'p1', edgeBox: other.oid }]
  })
}

/** On the sites of their own first, then beside the single boxes. */
function addTeleEngine(world: DemoWorld, overlay: DemoOverlay, index: number): void {
  const { random } = world
  const { size, sites, networks, unspecified, tenant } = overlay
  const site = sites.at(index < size.outlets ? -1 - index : size.hubs + size.pairs + ((index * 3) % Math.max(size.singles, 1)))
  const network = index % 5 === 4 ? undefined : networks[1 + (index % (networks.length - 1))]
  if (!site) return
  const third = 192 + Math.floor((index * 3) / Math.max(size.singles, 1)) * 4
  const subnets = Array.from({ length: random.between(1, 3) }, (_, row) => ({
    id: `s${row + 1}`,
    prefix: `10.${site.octet}.${third + row}.0`,
    mask: 24,
  }))
  const access = network && { downBandwidth: network.bandwidth[0], upBandwidth: network.bandwidth[1] }
  addStored(world, {
    entity: 'tele-engine',
    tenant,
    record: {
      name: `${slug(site.name) || 'site'}-te-${index + 1}`,
      site: site.oid,
      lan: { subnets },
      wan: { identifier: 'wan1', transportNetwork: network?.oid ?? unspecified, access: access ?? {} },
    },
    daysAgo: Math.max(overlay.daysAgo - 2 - (index % 20), 1),
  })
}
