import type { Role } from '../../schemas/tenancy.ts'
import type { TenantType } from '../../schemas/vocabulary/context.ts'
import { creatableCustomerTypes, creatablePartnerTypes, rolesToGive } from '../policies/creatable-types.ts'
import type { Computed } from './domain.ts'
import { licenseOrderSql, licenseStatusSql, packLicenses } from '../licensing/status.ts'
import { storedJson } from '../entities/model/stored-field.ts'
import { keyColumn } from './entity-sql.ts'

const vpnSites = storedJson('firewall-vpn-zone', 'vpnSites')
const vpnSubnets = storedJson('firewall-vpn-zone', 'vpnSubnets')

/** Kind of owner of a tenant: all customer types count as one. */
const TENANT_KIND = `case when t.type in ('managed_customer', 'diy_customer') then 'customer' else t.type end`

/** The computations that `x-derived: { compute }` may name. */
export const computed: Record<string, Computed> = {
  userCount: { type: 'number', sql: (alias) => `(select count(*) from user_role u where u.tenant_oid = ${alias}.oid)` },
  ownerType: { type: 'text', sql: (alias) => `(select ${TENANT_KIND} from tenant t where t.oid = ${alias}.tenant_oid)` },
  owner: { compute: (record, { node }) => ({ oid: node.oid, name: node.name, type: record['ownerType'] }) },
  setApps: { type: 'text', sql: appsOfSet },
  isSaas: { type: 'boolean', sql: (alias) => `(${alias}.data->>'type' = 'saas')` },
  logProtocol: { type: 'text', sql: (alias) => `(case ${alias}.data->>'protocolId' when '6' then 'TCP' when '17' then 'UDP' end)` },
  ownId: { compute: ({ oid }) => oid },
  tenantName: { type: 'text', sql: (alias) => `(select t.name from tenant t where t.oid = ${alias}.tenant_oid)` },
  transportNetworkNames: {
    type: 'json',
    sql: (alias) => `(select coalesce(jsonb_agg(n.data->'name' order by n.sort_keys->'name', n.oid), '[]') from entity."transport-network" n
      where n.tenant_oid = ${alias}.tenant_oid and coalesce(n.data->>'reserved', 'false') <> 'true')`,
  },
  reportingAvailable: { type: 'boolean', sql: (alias) => `(${alias}.data->>'reporting' is distinct from 'not_available')` },
  clientSecretConfigured: { type: 'boolean', sql: (alias) => `(coalesce(${alias}.data->'clientSecret', 'null') <> 'null')` },
  creatablePartnerTypes: { compute: (_record, { node, rights }): TenantType[] => creatablePartnerTypes(node, rights) },
  creatableCustomerTypes: { compute: (_record, { node, rights }): TenantType[] => creatableCustomerTypes(node, rights) },
  assignableRoles: { compute: (_record, { rights }): Role[] => rolesToGive(rights) },
  attachable: { compute: (_record, { rights }): boolean => rights.has('users', 'create') },
  userOid: { type: 'text', sql: (alias) => `split_part(${alias}.oid, '/', 1)` },
  platformOid: { type: 'text', sql: () => `'platform'` },
  roleState: { type: 'text', sql: (alias) => ofRole(alias, `case when u.pending then 'pending' else 'active' end`) },
  invitedAt: {
    type: 'text',
    sql: (alias) => ofRole(alias, `case when u.pending then to_char(u.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end`),
  },
  tokenState: {
    type: 'text',
    sql: (alias) => `(case when (${alias}.data->>'expiresAt')::timestamptz <= now() then 'expired' else 'active' end)`,
  },
  licenseStatus: { type: 'text', sql: licenseStatusSql, order: licenseOrderSql },
  packLicenses: { compute: packLicenses },
  zoneSites: {
    type: 'text',
    sql: (alias) =>
      `(select string_agg(s.data->>'name', ', ' order by z.place) from jsonb_array_elements(${vpnSites(alias)}) with ordinality z(row, place) join entity.site s on s.tenant_oid = ${alias}.tenant_oid and s.oid = z.row->>'site')`,
  },
  siteZone: { type: 'text', sql: (alias) => ofZone(alias, 'z.oid') },
  siteZoneName: { type: 'text', sql: (alias) => ofZone(alias, `z.data->>'name'`) },
  zoneSubnets: {
    type: 'text',
    sql: (alias) =>
      `(select string_agg(concat(z.row->>'prefix', '/', z.row->>'mask'), ', ' order by z.place) from jsonb_array_elements(${vpnSubnets(alias)}) with ordinality z(row, place))`,
  },
  zoneAndSet: { type: 'text', sql: pairName('firewall-vpn-zone', 'application-set') },
  zonePair: { type: 'text', sql: pairName('firewall-vpn-zone', 'firewall-vpn-zone') },
  applianceModel: { type: 'text', sql: (alias) => ofAppliance(alias, `a.data->>'model'`, `'Unknown'`) },
  applianceInfo: { type: 'text', sql: (alias) => ofAppliance(alias, `a.data->>'info'`, `'Unknown'`) },
  applianceTag: { type: 'text', sql: (alias) => ofAppliance(alias, `a.data->>'tag'`, `'Unknown'`) },
  applianceSoftwareVersion: { type: 'text', sql: (alias) => ofAppliance(alias, `a.data->>'softwareVersion'`, `'Unknown'`) },
  applianceProvisioned: { type: 'boolean', sql: (alias) => ofAppliance(alias, `a.data->>'status' = 'installed'`, 'false') },
}

/** A value of the role's row. */
function ofRole(alias: string, value: string): string {
  return `(select ${value} from user_role u where u.tenant_oid = ${alias}.tenant_oid and u.person_oid = split_part(${alias}.oid, '/', 1))`
}

/** Names of the two sides of a pair. */
function pairName(one: string, other: string): (alias: string) => string {
  const name = (entity: string, alias: string, part: 1 | 2): string =>
    `(select x.data->>'name' from entity."${entity}" x where x.tenant_oid = ${alias}.tenant_oid and x.oid = split_part(${alias}.oid, '/', ${part}))`
  return (alias) => `(${name(one, alias, 1)} || ' / ' || ${name(other, alias, 2)})`
}

/** A value of the firewall VPN zone of the site. */
function ofZone(alias: string, value: string): string {
  return `(select ${value} from entity."firewall-vpn-zone" z where z.tenant_oid = ${alias}.tenant_oid
    and z.data->'vpnSites' @> jsonb_build_array(jsonb_build_object('site', ${alias}.oid)) order by z.oid limit 1)`
}

/** A value of the customer's appliance with the same serial number, or the given default. */
function ofAppliance(alias: string, value: string, missing: string): string {
  const serial = keyColumn('serialNumber')
  return `coalesce((select ${value} from entity.appliance a where a.${serial} = ${alias}.data->>'serialNumber' and a.tenant_oid = ${alias}.tenant_oid), ${missing})`
}

/** The content of an application set in order: catalogue names, or protocols with ports. */
function appsOfSet(alias: string): string {
  const rows = (list: string): string => `jsonb_array_elements(${alias}.data->'${list}') with ordinality z(row, place)`
  const ports = `case when z.row->>'protocolId' in ('6', '17') then coalesce(nullif(z.row->>'ports', ''), '*') end`
  return `(case when ${alias}.data->>'type' = 'saas'
    then (select string_agg(s.name, ', ' order by z.place) from ${rows('saasApps')} join public.saas_application s on s.oid = z.row->>'app')
    else (select string_agg(concat_ws(' ', coalesce(z.row->>'protocolName', z.row->>'protocolId'), ${ports}), ', ' order by z.place) from ${rows('portBasedApps')}) end)`
}
