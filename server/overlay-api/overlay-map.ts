import { sql } from 'kysely'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import type { Queries } from '../db/database.ts'

/** Resource whose read permission the map requires. */
export const MAP_RESOURCE = 'edge_box'

/** Loads sites with their devices, and connection counts per device pair and transport network, regardless of which end defines them. */
export async function overlayMap(queries: Queries, overlayOid: string): Promise<Rec> {
  const { rows } = await sql<Rec>`with device as (
      select r.oid, r.data, r.sort_keys->'name' as position, r.data->'obj'->'site'->>'id' as site
      from entity."ip-engine" r where r.tenant_oid = ${overlayOid} and r.data->>'type' in ('edge_box', 'tele_engine')),
    standing as (
      select s.oid, s.data->>'name' as name, s.sort_keys->'name' as position,
        json_agg(json_build_object('oid', d.oid, 'name', d.data->'name', 'type', d.data->'type', 'mode', d.data->'mode', 'serialNumber', d.data->'serialNumber',
          'provisioned', d.data->'provisioned', 'enabledWans', coalesce(jsonb_array_length(d.data->'wans'), 0),
          'networks', jsonb_path_query_array(d.data, '$.wans[*].transportNetwork')) order by d.position, d.oid) as devices
      from entity.site s join device d on d.site = s.oid where s.tenant_oid = ${overlayOid} group by s.oid, s.data, s.sort_keys),
    tunnel as (
      select least(b.oid, c.value->>'edgeBox') as one, greatest(b.oid, c.value->>'edgeBox') as other, n.data->>'name' as network, count(*)::integer as count,
        json_agg(distinct c.value->>'type') as types
      from entity."edge-box" b cross join lateral jsonb_each(b.data->'wans') as w(key, value)
        cross join lateral jsonb_array_elements(w.value->'wanConnections') as c(value)
        join device d on d.oid = c.value->>'edgeBox'
        join entity."transport-network" n on n.tenant_oid = b.tenant_oid and n.oid = w.value->>'transportNetwork'
      where b.tenant_oid = ${overlayOid} and w.value->>'state' = 'enabled' group by 1, 2, 3)
    select (select coalesce(json_agg(json_build_object('oid', oid, 'name', name, 'devices', devices) order by position, oid), '[]') from standing) as sites,
      (select coalesce(json_agg(json_build_object('from', one, 'to', other, 'transportNetwork', network, 'count', count, 'types', types) order by one, other, network), '[]')
        from tunnel) as links`.execute(queries)
  return rows[0] ?? {}
}
