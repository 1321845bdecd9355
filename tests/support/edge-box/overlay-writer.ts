import type { PlanResult } from '../../../schemas/plan.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { RunningService } from '../service/service.ts'

/** Writes to the overlay of the demo customer as its administrator. */
export interface OverlayWriter {
  /** Creates a record; returns its oid. Throws if the service refuses. */
  create(entity: string, changes: Rec): Promise<string>
  /** The oid of the record with that name in a collection. */
  oidOf(route: string, name: string): Promise<string>
  /** Creates a spoke with three subnets, two uplinks and a connection to a hub; `octet` is the second octet of its subnets. */
  createSpoke(name: string, octet: number, more: { deploymentMode: string; lan: Rec }): Promise<string>
}

const admin = 'customer@demo.test'
const line = { state: 'enabled', dhcpEnabled: true, publicIp: '198.51.100.9', access: { upBandwidth: 1000, downBandwidth: 2000 } }

export function overlayWriter(service: RunningService, tenantOid: string): OverlayWriter {
  const create: OverlayWriter['create'] = async (entity, changes) => {
    const body = JSON.stringify({ items: [{ entity, action: 'create', changes }], source: 'editor', tenantOid })
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const result = (await (await service.call(admin, '/api/v1/plans', { method: 'POST', body, headers })).json()) as PlanResult
    const [item] = result.items
    if (!result.applied || item?.oid === undefined) throw new Error(JSON.stringify(result))
    return item.oid
  }
  const oidOf: OverlayWriter['oidOf'] = async (route, name) => {
    const query = `tenantOid=${tenantOid}&filter=${encodeURIComponent(`name=="${name}"`)}`
    const answer = await service.call(admin, `${route}?${query}`, { headers: { 'x-overlay-oid': tenantOid } })
    return ((await answer.json()) as { data: [{ id: string }] }).data[0].id
  }
  return {
    create,
    oidOf,
    async createSpoke(name, octet, { deploymentMode, lan }) {
      const wanConnections = [{ edgeBox: await oidOf('/api/v1/edgeBoxes', 'hub-central-1'), wanIdentifier: 'wan1', networkPref: 100 }]
      const subnets = [4, 5, 6].map((third) => ({ prefix: `10.${octet}.${third}.0`, mask: 24 }))
      const general = { name, site: `${name} yard`, serialNumber: `${name}-1`, mode: 'spoke', dwsMode: 'cpe', deploymentMode }
      const wans = { wan1: { ...line, transportNetwork: 'MPLS', wanConnections }, wan2: { ...line, transportNetwork: 'Internet' } }
      return create('edge-box', { ...general, lan: { subnets, ...lan }, wans })
    },
  }
}
