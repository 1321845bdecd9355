import { flag, hidden, number, oneOf, optional, record, text, date, list } from './shape.ts'

const contact = { contactName: text, contactEmail: text, contactDetails: optional(text) }

/** S0 section 3, Partner. */
export const partner = record({
  oid: text,
  name: text,
  parentOid: text,
  parentName: text,
  type: oneOf('po', 'vad', 'msp', 'reseller'),
  state: oneOf('active', 'frozen'),
  licensingMode: optional(oneOf('subscription', 'consumption')),
  ...contact,
  partnerCount: number,
  customerCount: number,
  userCount: number,
})

/** A new partner; the licensing mode can be chosen for resellers and service providers, at creation only. */
export const newPartner = (parentOid: string) => ({
  name: 'Harbour Lights Telecom',
  parentOid,
  type: 'reseller',
  state: 'active',
  licensingMode: 'consumption',
  contactName: 'Ada Quay',
  contactEmail: 'ada.quay@harbour.example',
  contactDetails: 'Calls before noon.',
  createAdmin: false,
})

/** S0 section 3, Customer. */
export const customer = record({
  oid: text,
  name: text,
  parentOid: text,
  parentName: text,
  type: oneOf('managed_customer', 'diy_customer'),
  state: oneOf('active', 'frozen'),
  reporting: oneOf('not_available', 'disabled', 'standard', 'enhanced'),
  ...contact,
  userCount: number,
})

export const newCustomer = (parentOid: string) => ({
  name: 'Lantern Bakery',
  parentOid,
  type: 'managed_customer',
  state: 'active',
  apoDomain: 'lantern.example',
  contactName: 'Bea Crust',
  contactEmail: 'bea.crust@lantern.example',
  contactDetails: null,
  createAdmin: false,
})

/** S0 section 3, Request. */
export const request = record({
  oid: text,
  type: oneOf('create_customer', 'delete_customer'),
  status: oneOf('open', 'active', 'resolved', 'cancelled'),
  details: text,
  srcTenantName: text,
  srcTenantOid: text,
  dstTenantOid: text,
  comment: optional(text),
  createdDate: date,
  lastModifiedDate: date,
})

/** S0 section 3, User role assignment; the key of a row is the person's oid with the tenant's. */
export const userRole = record({
  oid: text,
  name: text,
  mail: text,
  tenantOid: text,
  tenantName: text,
  role: oneOf('sa', 'admin', 'inventory_manager', 'network_manager', 'application_manager', 'domain_manager', 'viewer', 'no_access'),
})

export const attachment = (tenantOid: string) => ({ mail: 'cleo.wharf@lantern.example', tenantOid, role: 'viewer' })

/** S2 section 3, Profile. */
export const profile = record({ mail: text, name: text })

/** S0 section 3, Edge-security settings; the secret is never read back. */
export const cloudSecSettings = record({ enabled: flag, clientID: text, clientSecret: hidden, configured: flag })

/** S0 section 7, GET /api/user/v2/info. */
export const info = record({ user: record({ oid: text, name: text }), tenant: optional(record({ id: text, name: text, type: text })) })

/** S0 section 3, Tenant context scope. */
const scope = record({
  name: text,
  oid: text,
  parentOid: optional(text),
  tenantType: text,
  roles: list(text),
  permissions: list(record({ resource: text, operation: text })),
  features: list(record({ name: text, state: oneOf('enabled', 'disabled', 'not_available') })),
})

/** S2 section 3, Overlay resource and Dashboard. */
export const overlay = record({
  name: text,
  oid: text,
  sdc: record({ oid: text }),
  grafanaDashboards: list(record({ oid: text, name: text, url: text, tags: list(text), primary: flag })),
  reportingServiceUrl: text,
})

const all = record({ canListCustomers: flag, canListPartners: flag, canListRequests: flag, canListUsers: flag })

/** S0 section 7, GET /api/user/v2/context. */
export const context = record({ user: record({ oid: text, name: text }), scopes: list(scope), all })

/** S0 section 3, Tenant search result. */
export const foundTenant = record({ name: text, oid: text, parentOid: optional(text), type: text, roles: list(text) })

/** S0 section 3, Journal entry. */
export const journalEntry = record({
  id: text,
  creationDate: date,
  principal: record({ name: text }),
  theme: text,
  eventType: text,
  eventDetails: record({}),
})
