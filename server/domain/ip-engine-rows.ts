import { sql } from 'kysely'
import { copyRecords } from '../db/distribution/copy-records.ts'
import { inserted } from '../db/sql-parts.ts'
import type { Queries } from '../db/database.ts'

/** Selects devices of overlays: all, or those with these oids. */
interface Devices {
  tenantOids: readonly string[]
  oids?: readonly string[]
}

/** SQL of an address with its prefix length; null if either is missing. */
const cidr = (address: string, mask: string): string => `nullif(concat_ws('/', ${address}, ${mask}), coalesce(${address}, ${mask}))`

/** SQL of a box's interfaces with their addresses, management interface first. */
const interfaces = `(select jsonb_agg(jsonb_build_object('identifier', i.value->'identifier', 'ipAddress', i.value->'ipAddress', 'mask', i.value->'mask',
      'vRouter1IPAdress', i.value->'vRouter1IPAdress', 'vRouter2IPAdress', i.value->'vRouter2IPAdress', 'vRouter3IPAdress', i.value->'vRouter3IPAdress') order by i.at)
    from jsonb_array_elements(jsonb_build_array(b.data->'lan'->'mgtInterface') || coalesce(b.data->'lan'->'interfaces', '[]')) with ordinality as i(value, at)
    where jsonb_typeof(i.value) = 'object')`

const addresses = `(select jsonb_agg(a.address order by a.at) from (select c.address, min(c.at) as at from (
      select ${cidr('v.address', `i.value->>'mask'`)} as address, i.at * 4 + v.at as at
      from jsonb_array_elements(l.interfaces) with ordinality as i(value, at),
        unnest(array[i.value->>'ipAddress', i.value->>'vRouter1IPAdress', i.value->>'vRouter2IPAdress', i.value->>'vRouter3IPAdress']) with ordinality as v(address, at)) c
    where c.address is not null group by c.address) a)`

const uplinks = `(select jsonb_agg(jsonb_build_object('name', w.name, 'transportNetwork', n.data->'name') order by w.name)
    from jsonb_each(b.data->'wans') as w(name, value) left join entity."transport-network" n on n.tenant_oid = b.tenant_oid and n.oid = w.value->>'transportNetwork'
    where w.value->>'state' = 'enabled')`

/** SQL of the WANs of a row in the format of the combined list. */
const stated = (wans: string): string =>
  `(select jsonb_agg(jsonb_build_object('identifier', w.value->'name', 'state', 'enabled', 'transportNetwork', w.value->'transportNetwork')) from jsonb_array_elements(${wans}) as w(value))`

const searchText = (name: string, site: string, serial: string): string => `concat(' ', ${name}, ' ', ${site}, ' ', ${serial})`
const stamps = (alias: string): string =>
  ['created_at', 'created_by', 'updated_at', 'updated_by'].map((name) => `${alias}.${name}`).join(', ')

// `is true` keeps this comparison out of the hash keys, so that `data` is read only if the folded serial numbers match.
const sameSerial = `a.tenant_oid = b.tenant_oid and a.sort_keys->>'serialNumber' = b.sort_keys->>'serialNumber' and (a.data->>'serialNumber' = b.data->>'serialNumber') is true`

const applianceObject = `'serialNumber', a.data->'serialNumber', 'info', a.data->'info', 'model', a.data->'model', 'tag', a.data->'tag', 'softwareVersion', a.data->'softwareVersion'`

/** SQL of the rows of boxes, joined with the customer's appliance of the same serial number. */
const boxes = `select b.tenant_oid, b.tenant_path, b.oid, b.revision,
    jsonb_build_object('type', 'edge_box', 'name', b.data->'name', 'siteName', s.data->'name', 'serialNumber', b.data->'serialNumber', 'model', a.data->'model',
      'softwareVersion', a.data->'softwareVersion', 'info', a.data->'info', 'mode', b.data->'mode', 'lanAddresses', coalesce(l.addresses, '[]'), 'wans', coalesce(l.wans, '[]'),
      'bgpASNumber', b.data->'lan'->'bgpASNumber', 'provisioned', l.provisioned,
      'obj', jsonb_build_object('id', b.oid, 'name', b.data->'name', 'site', jsonb_build_object('id', s.oid, 'name', s.data->'name'), 'mode', b.data->'mode', 'deploymentMode', b.data->'deploymentMode',
        'appliance', jsonb_build_object(${applianceObject}, 'provisioned', l.provisioned) || jsonb_build_object('serialNumber', b.data->'serialNumber'),
        'lan', jsonb_build_object('bgpASNumber', b.data->'lan'->'bgpASNumber', 'interfaces', coalesce(l.interfaces, '[]')), 'wans', coalesce(${stated('l.wans')}, '[]'))) as data,
    ${searchText(`b.data->>'name'`, `s.data->>'name'`, `b.data->>'serialNumber'`)} as search_text,
    jsonb_build_object('name', b.sort_keys->'name', 'siteName', s.sort_keys->'name', 'serialNumber', b.sort_keys->'serialNumber') as sort_keys, ${stamps('b')}
  from entity."edge-box" b
    left join entity.site s on s.tenant_oid = b.tenant_oid and s.oid = b.data->>'site'
    left join entity.appliance a on ${sameSerial}
    cross join lateral (select l.*, ${addresses} as addresses from
      (select ${interfaces} as interfaces, ${uplinks} as wans, coalesce(a.data->>'status' = 'installed', false) as provisioned) l) l`

const engines = `select e.tenant_oid, e.tenant_path, e.oid, e.revision,
    jsonb_build_object('type', 'tele_engine', 'name', e.data->'name', 'siteName', s.data->'name', 'lanAddresses', coalesce(l.addresses, '[]'), 'wans', l.wans,
      'obj', jsonb_build_object('id', e.oid, 'name', e.data->'name', 'site', jsonb_build_object('id', s.oid, 'name', s.data->'name'),
        'lan', jsonb_build_object('subnets', coalesce(e.data->'lan'->'subnets', '[]')), 'wans', ${stated('l.wans')})) as data,
    ${searchText(`e.data->>'name'`, `s.data->>'name'`, 'null')} as search_text,
    jsonb_build_object('name', e.sort_keys->'name', 'siteName', s.sort_keys->'name') as sort_keys, ${stamps('e')}
  from entity."tele-engine" e
    left join entity.site s on s.tenant_oid = e.tenant_oid and s.oid = e.data->>'site'
    left join entity."transport-network" n on n.tenant_oid = e.tenant_oid and n.oid = e.data->'wan'->>'transportNetwork'
    cross join lateral (select jsonb_build_array(jsonb_build_object('name', 'wan1', 'transportNetwork', n.data->'name')) as wans,
      (select jsonb_agg(a.address order by a.at) from (select c.address, min(c.at) as at from (
        select ${cidr(`i.value->>'prefix'`, `i.value->>'mask'`)} as address, i.at from jsonb_array_elements(e.data->'lan'->'subnets') with ordinality as i(value, at)) c
        where c.address is not null group by c.address) a) as addresses) l`

/** SQL of the rows of appliances without a box; installed ones are not configured, others not provisioned. */
const appliances = `select a.tenant_oid, a.tenant_path, a.oid, a.revision,
    jsonb_build_object('type', 'appliance', 'serialNumber', a.data->'serialNumber', 'model', a.data->'model', 'softwareVersion', a.data->'softwareVersion', 'info', a.data->'info',
      'lanAddresses', '[]'::jsonb, 'wans', '[]'::jsonb, 'provisioned', l.provisioned,
      'obj', jsonb_build_object(${applianceObject}, 'provisioned', l.provisioned, 'status', case when l.provisioned then 'not_configured' end)) as data,
    ${searchText('null', 'null', `a.data->>'serialNumber'`)} as search_text,
    jsonb_build_object('serialNumber', a.sort_keys->'serialNumber') as sort_keys, ${stamps('a')}
  from entity.appliance a join tenant t on t.oid = a.tenant_oid
    cross join lateral (select coalesce(a.data->>'status' = 'installed', false) as provisioned) l
  where t.type in ('managed_customer', 'diy_customer') and not exists (select from entity."edge-box" b where ${sameSerial})`

/** Inserts the current rows of devices. */
export async function newDevices(queries: Queries, { tenantOids, oids }: Devices): Promise<void> {
  const parts = [
    { select: `${boxes} where`, alias: 'b' },
    { select: `${engines} where`, alias: 'e' },
    { select: `${appliances} and`, alias: 'a' },
  ].map(({ select, alias }) => {
    const among = oids === undefined ? sql`` : sql` and ${sql.raw(alias)}.oid in (select unnest(${[...oids]}::text[]))`
    return sql`${sql.raw(select)} ${sql.raw(alias)}.tenant_oid = any(${[...tenantOids]}::text[])${among}`
  })
  const rows = sql`select r.tenant_oid, r.tenant_path, r.oid, r.revision, jsonb_strip_nulls(r.data) as data, r.search_text,
    jsonb_strip_nulls(r.sort_keys) as sort_keys, r.created_at, r.created_by, r.updated_at, r.updated_by from (${sql.join(parts, sql` union all `)}) r`
  await copyRecords(queries, { table: 'entity."ip-engine"', rows: sql`(${rows})`, tenants: tenantOids, end: inserted })
}
