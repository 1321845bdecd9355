import { data, type Call, type Reply, type Routes } from '../http/call.ts'
import { Refusal, type Item } from '../state/item.ts'
import { filtered, pageOf } from '../state/query.ts'
import { PLATFORM } from '../state/tenants.ts'
import type { World } from '../state/world.ts'

/** S0 section 7, User API. Whatever the role, a person has every right that a tenant of the kind of theirs can have, there and below. */
export const contextRoutes: Routes = {
  // The answer of version 1 is not printed: that of version 2 without a tenant.
  'GET /api/user/v1/context': (call) => data([contextOf(call, null)]),
  'GET /api/user/v2/context': (call) => {
    const tenantOid = call.query.get('tenantOid')
    const resource = call.query.get('resource')
    if (resource) return data([{ permissions: permissionsOf(call.world).filter((permission) => permission.resource === resource) }])
    return data([contextOf(call, tenantOid)])
  },
  'GET /api/user/v2/info': ({ world }) => {
    const { oid: id, name, type } = homeOf(world)
    return data([{ user: personOf(world), tenant: { id, name, type } }])
  },
  'GET /api/user/v2/tenants': foundTenants,
}

const operations = ['list', 'create', 'read', 'update', 'delete']

/**
 * The resources of sections 6, with the customer domain field of S0 and the SDC dashboard of S2. Those of types and roles are printed with an
 * underscore; the others get the same form from their printed words.
 */
const resources = [
  'administration',
  'partners',
  'customers',
  'customer_domain',
  'users',
  'appliances',
  'licenses',
  'requests',
  'applications',
  'sdc_dashboard',
  'settings',
  'cloud_security_settings',
  'ssl_optimisation',
  'network',
  'edge_box',
  'external_gateway',
  'security_parameters',
  'routing_parameters',
  'vrrp_profile',
  'ihap_profile',
  'time_sync',
  'tele_engine',
  'firewall_vpn_zone',
  'overlay',
  'supervision',
  'reporting',
  'troubleshooting',
  'partner_vad',
  'partner_msp',
  'partner_reseller',
  'customer_diy',
  'customer_managed',
  ...['sa', 'admin', 'inventory_manager', 'network_manager', 'application_manager', 'domain_manager', 'viewer', 'no_access'].map(
    (role) => `role_${role}`,
  ),
]

const permissions = [
  { resource: 'administration', operation: 'manage' },
  { resource: 'users', operation: 'manage' },
  ...resources.flatMap((resource) => operations.map((operation) => ({ resource, operation }))),
]

const personOf = ({ tenants, profile }: World): Item => ({ oid: tenants.oidOfPerson(profile['mail']), name: profile['name'] })

/** The first tenant where the person has a role. */
function homeOf({ tenants, profile }: World): Item {
  return tenants.get(tenants.userRoles.all.find(({ mail }) => mail === profile['mail'])?.['tenantOid'])
}

const mayEnter = (world: World, oid: unknown): boolean => world.tenants.isWithin(oid, String(homeOf(world)['oid']))

/** A customer has no tenants below: nobody there has a right on partners, customers and requests. */
function permissionsOf(world: World): typeof permissions {
  const isCustomers = world.tenants.customers.find(homeOf(world)['oid']) !== undefined
  return isCustomers ? permissions.filter(({ resource }) => !/^(partner|customer|requests)/.test(resource)) : permissions
}

/** Without a tenant, the scope where the person has a role; with one, the scope of that tenant. People of the platform may use `all`. */
function contextOf({ world }: Call, tenantOid: string | null): Item {
  const home = String(homeOf(world)['oid'])
  const scope = scopeOf(world, tenantOid === null || tenantOid === 'all' ? home : tenantOid)
  const hasAll = home === PLATFORM.oid
  const all = { canListCustomers: hasAll, canListPartners: hasAll, canListRequests: hasAll, canListUsers: hasAll }
  return { user: personOf(world), scopes: [scope], all }
}

function scopeOf(world: World, oid: string): Item {
  const { name, parentOid, type } = world.tenants.get(oid)
  if (!mayEnter(world, oid)) throw new Refusal(403, [`Tenant ${oid} is somebody else's.`])
  const isCustomer = world.tenants.customers.find(oid) !== undefined
  return {
    name,
    oid,
    parentOid,
    tenantType: type,
    roles: ['sa'],
    permissions: permissionsOf(world),
    features: isCustomer ? world.settingsOf(oid).features : [],
    resources: isCustomer ? { overlay: overlayOf(oid, String(name)) } : {},
  }
}

/**
 * The overlay of a customer. S0 and S2 print two names for each of its addresses ("supervision dashboards" and grafanaDashboards, "reporting
 * home url" and reportingServiceUrl): those that are spelled as fields are used. The alerting address has no printed spelling.
 */
function overlayOf(oid: string, name: string): Item {
  const dashboard = (number: number, title: string, fields: { tags?: string[]; primary?: boolean } = {}): Item => {
    const { tags = [], primary = false } = fields
    return { oid: `dashboard-${number}`, name: title, url: `/supervision/dashboards/dashboard-${number}`, tags, primary }
  }
  return {
    name,
    oid,
    sdc: { oid: `${oid}-sdc` },
    grafanaDashboards: [
      dashboard(1, 'Sites'),
      dashboard(2, 'applications'),
      dashboard(3, 'Drafts', { tags: ['sdwan-unlisted'] }),
      dashboard(4, 'Notifications', { tags: ['sdwan-notifications-home'] }),
    ],
    alertingConfigurationUrl: `/supervision/alerting-config/${oid}-sdc/`,
    reportingServiceUrl: '/api/reporting/v1/home/',
  }
}

const tenantSelectors = { name: ({ name }: Item) => name }

/** Pages from 0 (S0 section 9). "It asks for one extra row" is the caller's doing: whoever wants eleven rows asks for eleven. */
function foundTenants({ world, query }: Call): Reply {
  const mine = world.tenants.all.filter(({ oid }) => mayEnter(world, oid))
  const found = filtered(mine, query.get('filter'), tenantSelectors)
  const page = new URLSearchParams({ page: String(Number(query.get('page') ?? 0) + 1), size: query.get('size') ?? '10' })
  const rows = pageOf(found, page).map(({ name, oid, parentOid, type }) => ({ name, oid, parentOid, type, roles: ['sa'] }))
  return data(rows)
}
