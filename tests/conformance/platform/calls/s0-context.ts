import { data, type Call, type Reply, type Routes } from '../http/call.ts'
import { Refusal, type Item } from '../state/item.ts'
import { filtered, pageOf } from '../state/query.ts'
import { PLATFORM } from '../state/tenants.ts'
import type { World } from '../state/world.ts'

/** S0 section 7, User API: the person is an administrator of the platform with every right everywhere. */
export const contextRoutes: Routes = {
  // The answer of version 1 is not printed: that of version 2 without a tenant.
  'GET /api/user/v1/context': (call) => data([contextOf(call, null)]),
  'GET /api/user/v2/context': (call) => {
    const tenantOid = call.query.get('tenantOid')
    const resource = call.query.get('resource')
    if (resource) return data([{ permissions: permissions.filter((permission) => permission.resource === resource) }])
    return data([contextOf(call, tenantOid)])
  },
  'GET /api/user/v2/info': ({ world }) =>
    data([{ user: personOf(world), tenant: { id: PLATFORM.oid, name: PLATFORM.name, type: PLATFORM.type } }]),
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

const personOf = ({ tenants, profile }: World): Item => ({ oid: tenants.oidOfPerson('piet@polaris.example'), name: profile['name'] })

/** Without a tenant, the scope where the person has a role; with one, the scope of that tenant. The person may use `all`. */
function contextOf({ world }: Call, tenantOid: string | null): Item {
  const scope = scopeOf(world, tenantOid === null || tenantOid === 'all' ? PLATFORM.oid : tenantOid)
  const all = { canListCustomers: true, canListPartners: true, canListRequests: true, canListUsers: true }
  return { user: personOf(world), scopes: [scope], all }
}

function scopeOf(world: World, oid: string): Item {
  const tenant = world.tenants.find(oid)
  if (!tenant) throw new Refusal(404, [`Tenant ${oid} does not exist.`])
  const { name, parentOid, type } = tenant
  const isCustomer = world.tenants.customers.find(oid) !== undefined
  return {
    name,
    oid,
    parentOid,
    tenantType: type,
    roles: ['sa'],
    permissions,
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
  const found = filtered(world.tenants.all, query.get('filter'), tenantSelectors)
  const page = new URLSearchParams({ page: String(Number(query.get('page') ?? 0) + 1), size: query.get('size') ?? '10' })
  const rows = pageOf(found, page).map(({ name, oid, parentOid, type }) => ({ name, oid, parentOid, type, roles: ['sa'] }))
  return data(rows)
}
