/** A list assembled from several records; `select` returns columns `item` and `position` (sort order) for `$overlay`. */
interface DeviceView {
  /** Resource whose read permission the list requires. */
  resource: string
  /** Whether the list is limited to one site, `$site`. */
  ofSite: boolean
  select: string
}

const name = `b.data->'name'`

/** Possible remote ends of a WAN connection: every enabled uplink with a transport network. */
const wanEndpoints = `select jsonb_build_object('edgeBoxId', b.oid, 'edgeBoxName', ${name}, 'edgeBoxMode', b.data->'mode', 'wanIdentifier', w.key,
    'hasPublicIp', coalesce(w.value->>'publicIp', '') <> '', 'transportNetwork', n.data->'name') as item, jsonb_build_array(b.sort_keys->'name', b.oid, w.key) as position
  from entity."edge-box" b cross join lateral jsonb_each(b.data->'wans') as w(key, value)
    join entity."transport-network" n on n.tenant_oid = b.tenant_oid and n.oid = w.value->>'transportNetwork'
  where b.tenant_oid = $overlay and w.value->>'state' = 'enabled'`

/** Boxes of a site that may peer with each other. */
const ibgpEndpoints = `select jsonb_build_object('edgeBoxId', b.oid, 'edgeBoxName', ${name}, 'bgpMode', b.data->'lan'->'bgpASMode', 'bgpASNumber', b.data->'lan'->'bgpASNumber') as item,
    jsonb_build_array(b.sort_keys->'name', b.oid) as position
  from entity."edge-box" b where b.tenant_oid = $overlay and b.data->>'site' = $site and b.data->>'deploymentMode' <> 'multiwan_bridge'`

const subnetsOf = (
  table: string,
): string => `select jsonb_build_object('id', s.value->'id', 'prefix', s.value->'prefix', 'mask', s.value->'mask', 'edgeBoxId', b.oid, 'edgeBoxName', ${name}) as item,
    jsonb_build_array(b.sort_keys->'name', b.oid, s.at) as position
  from ${table} b cross join lateral jsonb_array_elements(b.data->'lan'->'subnets') with ordinality as s(value, at) where b.tenant_oid = $overlay and b.data->>'site' = $site`

/** Lists by URL segment (S1 section 7). */
export const deviceViews: Readonly<Record<string, DeviceView>> = {
  '/api/v1/wanEndpoints': { resource: 'edge_box', ofSite: false, select: wanEndpoints },
  '/api/v1/sites/:oid/ibgpEdgeBoxEndpoints': { resource: 'edge_box', ofSite: true, select: ibgpEndpoints },
  '/api/v1/sites/:oid/subnets': {
    resource: 'edge_box',
    ofSite: true,
    select: `${subnetsOf('entity."edge-box"')} union all ${subnetsOf('entity."tele-engine"')}`,
  },
}
