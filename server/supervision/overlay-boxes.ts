import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'

/** An enabled uplink of an edge box. */
export interface OverlayUplink {
  /** `wan1` to `wan3`. */
  identifier: string
  /** Transport network's name; empty if none is chosen. */
  network: string
  /** kbit/s. */
  upBandwidth: number
  /** kbit/s. */
  downBandwidth: number
}

/** The fields of an edge box that its telemetry depends on. */
export interface OverlayBox {
  oid: string
  name: string
  site: string
  mode: string
  /** Whether WAN optimization is enabled. */
  isOptimised: boolean
  uplinks: OverlayUplink[]
}

/** Loads the edge boxes of an overlay with their enabled uplinks, by name, in one statement. */
export async function overlayBoxes(queries: Queries, overlayOid: string): Promise<OverlayBox[]> {
  const { rows } =
    await sql<OverlayBox>`select b.oid, b.data->>'name' as name, coalesce(s.data->>'name', '') as site, b.data->>'mode' as mode,
      coalesce((b.data->'services'->>'wanOptimization')::boolean, true) as "isOptimised",
      coalesce((select json_agg(json_build_object('identifier', w.key, 'network', coalesce(n.data->>'name', ''),
          'upBandwidth', coalesce((w.value->'access'->>'upBandwidth')::float8, 0),
          'downBandwidth', coalesce((w.value->'access'->>'downBandwidth')::float8, 0)) order by w.key)
        from jsonb_each(b.data->'wans') as w(key, value)
          left join entity."transport-network" n on n.tenant_oid = b.tenant_oid and n.oid = w.value->>'transportNetwork'
        where w.value->>'state' = 'enabled'), '[]') as uplinks
    from entity."edge-box" b left join entity.site s on s.tenant_oid = b.tenant_oid and s.oid = b.data->>'site'
    where b.tenant_oid = ${overlayOid} order by b.sort_keys->'name', b.oid`.execute(queries)
  return rows
}
