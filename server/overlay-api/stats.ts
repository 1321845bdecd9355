import { sql } from 'kysely'
import type { OverlayStats } from '../../schemas/supervision.ts'
import type { Queries } from '../db/database.ts'
import type { Catalogue } from '../entities/model/entity-model.ts'
import { mostFlows, overlayTelemetry } from '../telemetry/overlay-telemetry.ts'

/** Resource whose read permission the statistics require. */
export const STATS_RESOURCE = 'overlay'

const STEP_MS = 5 * 60 * 1000
const STEPS = 24
/** Throughput is reported in hundredths of Mbps. */
const KBITS_OF_A_HUNDREDTH = 10

/** Entity counted as application groups, if it exists. */
const APPLICATION_SET = 'application-set'

interface Counted {
  hubs: number
  spokes: number
  boxes: number
  installed: number
  tele: number
  internal: number
  external: number
  groups: number
  /** kbit/s; a database sum. */
  down: string | number
}

/** Counts the records of an overlay in one statement. */
async function counted(queries: Queries, overlayOid: string, catalogue: Catalogue): Promise<Counted> {
  const sets = catalogue.models.get(APPLICATION_SET)?.table
  const groups = sets === undefined ? sql`0` : sql`(select count(*)::integer from ${sql.raw(sets)} where tenant_oid = ${overlayOid})`
  const { rows } = await sql<Counted>`with box as materialized (
      select b.oid, b.data, exists (select from entity.appliance a where a.tenant_oid = b.tenant_oid and a.data->>'status' = 'installed'
        and a.sort_keys->>'serialNumber' = b.sort_keys->>'serialNumber' and (a.data->>'serialNumber' = b.data->>'serialNumber') is true) as installed
      from entity."edge-box" b where b.tenant_oid = ${overlayOid}),
    uplink as materialized (
      select box.oid || ' ' || w.key as name, w.value from box cross join lateral jsonb_each(box.data->'wans') as w(key, value)
      where w.value->>'state' = 'enabled'),
    tunnel as (
      select distinct least(u.name, c.far) as one, greatest(u.name, c.far) as other from uplink u
        cross join lateral (select (t.value->>'edgeBox') || ' ' || coalesce(t.value->>'wanIdentifier', 'wan1') as far
          from jsonb_array_elements(u.value->'wanConnections') as t(value)) c
      where c.far is not null)
    select (select count(*)::integer from box where data->>'mode' = 'hub') as hubs,
      (select count(*)::integer from box where data->>'mode' = 'spoke') as spokes,
      (select count(*)::integer from box) as boxes, (select count(*)::integer from box where installed) as installed,
      (select count(*)::integer from entity."tele-engine" t where t.tenant_oid = ${overlayOid}) as tele,
      (select count(*)::integer from tunnel) as internal,
      (select coalesce(sum(jsonb_array_length(value->'externalGatewayConnections')), 0)::integer from uplink) as external,
      ${groups} as groups,
      (select coalesce(sum((value->'access'->>'downBandwidth')::numeric), 0)::float8 from uplink) as down`.execute(queries)
  const [row] = rows
  if (row === undefined) throw new Error('the figures of an overlay are one row')
  return row
}

/** The stats object of an overlay (S2 section 3); throughput and flows are simulated. */
export async function overlayStats(
  queries: Queries,
  overlayOid: string,
  { catalogue, at }: { catalogue: Catalogue; at: number },
): Promise<OverlayStats> {
  const { hubs, spokes, boxes, installed, tele, internal, external, groups, down } = await counted(queries, overlayOid, catalogue)
  const links = { overlay: overlayOid, downBandwidth: Number(down), edgeBoxes: boxes }
  const trafficAt = (time: number): { throughputValue: number; flowsCount: number } => {
    const { throughput, flows } = overlayTelemetry(links, time)
    return { throughputValue: hundredths(throughput), flowsCount: flows }
  }
  const last = Math.floor(at / STEP_MS) * STEP_MS
  const times = Array.from({ length: STEPS }, (_step, index) => last - (STEPS - 1 - index) * STEP_MS)
  return {
    enginesCount: installed + tele,
    totalEnginesCount: boxes + tele,
    edgeBoxesCount: boxes,
    hubsCount: hubs,
    spokesCount: spokes,
    teleEnginesCount: tele,
    connectionsCount: internal + external,
    connections: { internalCount: internal, externalCount: external },
    applicationGroupsCount: groups,
    apo: { ...trafficAt(at), throughputMaxValue: hundredths(links.downBandwidth), flowsMaxCount: mostFlows(links) },
    history: times.map((time) => ({ at: new Date(time).toISOString(), ...trafficAt(time) })),
    simulated: true,
  }
}

const hundredths = (kbits: number): number => Math.round(kbits / KBITS_OF_A_HUNDREDTH)
