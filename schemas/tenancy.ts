import type { DateFormat, Preferences, Theme } from './preferences.ts'
import type { LicensingMode, TenantType } from './vocabulary/context.ts'

/** Roles of S0 section 6, strongest first. */
export type Role =
  | 'sa'
  | 'admin'
  | 'inventory_manager'
  | 'network_manager'
  | 'application_manager'
  | 'domain_manager'
  | 'viewer'
  | 'no_access'

/** Tenant search result of S0 section 3 (`GET /api/user/v2/tenants`, 0-based `page`). */
export interface TenantHit {
  oid: string
  name: string
  parentOid: string | null
  type: TenantType
  roles: Role[]
  /** Names from the platform down to the parent, for display. */
  ancestors: { oid: string; name: string }[]
}

/** One scope of `GET /api/user/v2/context` (S0 section 3 "Tenant context scope"). */
export interface TenantScope {
  oid: string
  name: string
  parentOid: string | null
  tenantType: TenantType
  /** For sellers their own, for customers their seller's. */
  licensingMode?: LicensingMode
  roles: Role[]
  permissions: { resource: string; operation: Operation }[]
  features: { name: string; state: 'enabled' | 'disabled' | 'not_available' }[]
  ancestors: { oid: string; name: string; type: TenantType }[]
  /** Views that are the tenant's default, by the entity of their list; other platforms have none. */
  defaultViews?: Record<string, string>
  /** Only for customers. */
  resources?: { overlay: OverlayResource }
}

export interface OverlayResource {
  oid: string
  name: string
  sdcOid: string
  /** The same as the child that S0 and S2 section 3 print. */
  sdc?: { oid: string }
  /** `text` is the key under which consoles have the name in their languages: those that come with the service have one. */
  dashboards: { oid: string; name: string; text?: string; url: string; tags: string[]; primary: boolean }[]
  alertingConfigurationUrl: string | null
  reportingHomeUrl: string | null
  /** The dashboards and the reporting address once more, under the names that S2 section 3 prints beside the ones above. */
  grafanaDashboards?: OverlayResource['dashboards']
  reportingServiceUrl?: string | null
}

export type Operation = 'list' | 'create' | 'read' | 'update' | 'delete' | 'manage'

/** Current user of S0 section 3. */
export interface CurrentUser {
  oid: string
  name: string
  mail: string
  locale: string
  /** How the person wants to see the console; other platforms keep nothing of it. */
  timeZone?: string
  dateFormat?: DateFormat
  theme?: Theme
  tenant?: { oid: string; name: string; type: TenantType }
  hasManyTenants: boolean
  canListCustomers: boolean
  canListPartners: boolean
  canListRequests: boolean
  canListUsers: boolean
}

/** `data[0]` of `GET /api/user/v2/context`. */
export interface UserContext {
  user: CurrentUser
  scopes: TenantScope[]
  /** All-flags of the 'All' pseudo-tenant; none is set without all-access. Other platforms may leave them out. */
  all?: { canListCustomers: boolean; canListPartners: boolean; canListRequests: boolean; canListUsers: boolean }
}

/** `data[0]` of `GET /api/user/v2/info` (S0 section 7). */
export interface UserInfo {
  user: CurrentUser
  /** The tenant the person starts in; absent without any role. */
  tenant?: { id: string; name: string; type: TenantType }
}

/** `data[0]` of `GET /api/user/v2/context` with `tenantOid` and `resource`. */
export interface PermissionData {
  tenantOid: string
  resource: string
  operations: Operation[]
  /** Named rights for `$can.<name>` conditions. */
  can: Record<string, boolean>
}

/** Answer of `GET /api/user/v2/tenants`: up to one row more than `size`, which says that there are more. */
export interface TenantsAnswer {
  data: TenantHit[]
  /** `isCut`: of a search by rights (`creates`), more tenants than the service looks at have such a name. */
  meta: { page: number; size: number; isCut?: true }
}

/** `data[0]` of `GET` and `PUT /api/v1/profile`; the mail address is read only. A change names the revision that it was made from. */
export interface Profile extends Preferences {
  oid: string
  name: string
  mail: string
  locale: string
  revision: number
}

/** Where a provider is reached (OpenID Connect Discovery 1.0), as far as the console needs it. */
export interface ProviderAddresses {
  issuer?: string
  authorization_endpoint?: string
  token_endpoint?: string
  end_session_endpoint?: string
}

/**
 * What the services behind a base path may be able to do besides the calls of the specifications' sections 7: `plans` of several changes at
 * once, with restores; a `dryRun` of each; `revisions` of records; `filters`, orders and pages of lists.
 */
export const ABILITIES = ['plans', 'dryRun', 'revisions', 'filters'] as const
export type Ability = (typeof ABILITIES)[number]

/** `GET /config.json`: everything the console needs before sign-in. */
export interface RuntimeConfig {
  version: string
  languages: string[]
  /** `clientId` empty: the user is treated as authenticated (S0 section 1). */
  oidc: {
    authority: string
    clientId: string
    scope: string
    /** Sent to the provider as `audience`; absent: nothing is sent. */
    audience?: string
    /** Sent to the provider as `resource` (RFC 8707); absent: nothing is sent. */
    resource?: string
    changePasswordUrl: string | null
    /** Addresses of the provider, in the words of its discovery; absent: it has to be asked. */
    metadata?: ProviderAddresses
  }
  bases: {
    api: string
    user: string
    inventory: string
    ztp: string
    licensing: string
    journal: string
    networkConfiguration: string
    livemon: string
    supervision: string
    reporting: string
    applications: string
    cloudSecurity: string
    docs: string
  }
  /** By base: what it can do besides the calls of the specifications. @default everything */
  abilities: Partial<Record<keyof RuntimeConfig['bases'], Ability[]>>
  /** Bases whose views this service serves itself, to callers with a ticket of `POST {base}/overlays/{overlay}/context`. */
  ownViews: ('supervision' | 'applications' | 'reporting' | 'cloudSecurity')[]
  /** Where the views of the other bases are: an origin separate from the console's. */
  viewOrigins: Partial<Record<'livemon' | 'supervision' | 'reporting' | 'applications' | 'cloudSecurity', string>>
  /** Pages of other products that open in a window of their own; null: the view of the base opens instead. */
  links: { cloudSecurityPortal: string | null }
  /** The embedded demo world runs: the sign-in page lists its accounts. */
  demo: boolean
}
