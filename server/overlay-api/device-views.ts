import type { FieldType } from '../../schemas/filter/field-type.ts'

/** A list assembled from several records; `select` returns columns `item` and `position` (sort order) for `$overlay`. */
interface DeviceView {
  /** Resource whose read permission the list requires. */
  resource: string
  /** Whether the list is limited to one site, `$site`. */
  ofSite: boolean
  select: string
  /** Fields of an item that filters and orders may name. */
  fields: Readonly<Record<string, FieldType>>
}

const name = `b.data->'name'`

const site = `'siteName', s.data->'name'`
const siteOf = (box: string): string => `left join entity.site s on s.tenant_oid = ${box}.tenant_oid and s.oid = ${box}.data->>'site'`

/** Possible remote ends of a WAN connection: every enabled layer 3 uplink with a transport network. */
const wanEndpoints = `select jsonb_build_object('edgeBoxId', b.oid, 'edgeBoxName', ${name}, 'edgeBoxMode', b.data->'mode', ${site}, 'wanIdentifier', w.key,
    'hasPublicIp', coalesce(w.value->>'publicIp', '') <> '', 'publicIp', w.value->'publicIp', 'transportNetwork', n.data->'name', 'transportNetworkId', n.oid) as item,
    jsonb_build_array(b.sort_keys->'name', b.oid, w.key) as position
  from entity."edge-box" b ${siteOf('b')} cross join lateral jsonb_each(b.data->'wans') as w(key, value)
    join entity."transport-network" n on n.tenant_oid = b.tenant_oid and n.oid = w.value->>'transportNetwork'
  where b.tenant_oid = $overlay and w.value->>'state' = 'enabled' and w.value->>'interfaceMode' = 'L3'`

/** Boxes of a site that may peer with each other. */
const ibgpEndpoints = `select jsonb_build_object('edgeBoxId', b.oid, 'edgeBoxName', ${name}, 'edgeBoxMode', b.data->'mode', ${site},
    'bgpMode', b.data->'lan'->'bgpASMode', 'bgpASNumber', b.data->'lan'->'bgpASNumber') as item,
    jsonb_build_array(b.sort_keys->'name', b.oid) as position
  from entity."edge-box" b ${siteOf('b')} where b.tenant_oid = $overlay and b.data->>'site' = $site and b.data->>'deploymentMode' <> 'multiwan_bridge'`

const subnetsOf = (
  table: string,
): string => `select jsonb_build_object('id', s.value->'id', 'prefix', s.value->'prefix', 'mask', s.value->'mask', 'edgeBoxId', b.oid, 'edgeBoxName', ${name}) as item,
    jsonb_build_array(b.sort_keys->'name', b.oid, s.at) as position
  from ${table} b cross join lateral jsonb_array_elements(b.data->'lan'->'subnets') with ordinality as s(value, at) where b.tenant_oid = $overlay and b.data->>'site' = $site`

const endpoint = { edgeBoxId: 'text', edgeBoxName: 'text', edgeBoxMode: 'text', siteName: 'text' } as const

/** Lists by URL segment (S1 section 7). */
export const deviceViews: Readonly<Record<string, DeviceView>> = {
  '/api/v1/wanEndpoints': {
    resource: 'edge_box',
    ofSite: false,
    select: wanEndpoints,
    fields: {
      ...endpoint,
      wanIdentifier: 'text',
      hasPublicIp: 'boolean',
      publicIp: 'text',
      transportNetwork: 'text',
      transportNetworkId: 'text',
    },
  },
  '/api/v1/sites/:oid/ibgpEdgeBoxEndpoints': {
    resource: 'edge_box',
    ofSite: true,
    select: ibgpEndpoints,
    fields: { ...endpoint, bgpMode: 'text', bgpASNumber: 'number' },
  },
  '/api/v1/sites/:oid/subnets': {
    resource: 'edge_box',
    ofSite: true,
    select: `${subnetsOf('entity."edge-box"')} union all ${subnetsOf('entity."tele-engine"')}`,
    fields: { id: 'text', prefix: 'text', mask: 'number', edgeBoxId: 'text', edgeBoxName: 'text' },
  },
}
