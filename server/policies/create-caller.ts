import type { Preferences } from '../../schemas/preferences.ts'
import { Cache } from '../cache/cache.ts'
import { knownResource, listFlags, namedRights, permissionsOn, roles, scopeOf } from '../../schemas/rights/rights.ts'
import type { Permission, RoleAbove } from '../../schemas/rights/rights.ts'
import type { Operation, Role } from '../../schemas/tenancy.ts'
import { subtree } from './caller.ts'
import type { Caller, Membership, Rights, TenantNode } from './caller.ts'

/** The loaded person, without what is derived from the memberships. */
export interface Person {
  oid: string
  name: string
  mail: string
  /** Interface language; empty if never chosen. */
  locale: string
  /** What was chosen. @default nothing */
  preferences?: Partial<Preferences>
  /** May use tenant id 'all' without a role on the platform. */
  allAccess: boolean
  /** @default 'person' */
  kind?: 'person' | 'service'
}

/** What an API token leaves of its owner's rights. */
export interface TokenLimit {
  token: { oid: string; name: string }
  /** The rights hold on this tenant and below only. */
  tenant: TenantNode
  /** The rights are at most those of this role; `null`: all that the owner has. */
  role: Role | null
}

/** Flags of the 'All' pseudo-tenant (S0 section 6). */
export type ListFlags = Record<keyof typeof listFlags, boolean>

/** A `Caller` with the data that the user API returns about the person. */
export interface KnownCaller extends Caller {
  locale: string
  /** What the person chose. */
  preferences: Partial<Preferences>
  kind: 'person' | 'service'
  /** The resources that the person may list in at least one tenant. */
  listFlags: ListFlags
  /** Roles on a tenant, held there or on an ancestor; strongest first. */
  rolesOn(tenant: TenantNode): Role[]
  /** Whether the person can reach more than one tenant. */
  hasManyTenants: boolean
  /** The initial tenant: the highest in the tree, then the first by name. */
  home: TenantNode | undefined
}

const rightsCache = new Cache<Rights>('rights')

/** Derives a caller's roles, permissions and scopes from the memberships. */
export function createCaller(person: Person, memberships: readonly Membership[], limit?: TokenLimit): KnownCaller {
  const held = memberships.filter((membership) => membership.role !== 'no_access')
  const heldOn = heldAbove(held)
  const effective = limit === undefined ? held : withinLimit(held, limit.tenant)
  const rolesOn = (tenant: TenantNode): Role[] => {
    if (limit !== undefined && !tenant.path.startsWith(limit.tenant.path)) return []
    const found = new Set(heldOn(tenant).map((membership) => membership.role))
    return roles.filter((role) => found.has(role))
  }
  const rightsOn = (tenant: TenantNode): Rights => {
    const rolesThere = rolesOn(tenant)
    const above = rolesThere.length === 0 ? [] : rolesAbove(heldOn(tenant), tenant)
    return rightsOf(tenant, { held: rolesThere, above, atMost: limit?.role ?? null })
  }
  const flags = listFlagsOf(new Set(effective.map(({ tenant }) => rightsOn(tenant))))
  const home = firstOf(effective.map((membership) => membership.tenant))
  const paths = widestPaths(effective.map((membership) => membership.tenant.path))
  const ofPlatform = effective.some((membership) => membership.tenant.type === 'po')
  return {
    oid: person.oid,
    name: person.name,
    mail: person.mail,
    locale: person.locale,
    preferences: person.preferences ?? {},
    kind: person.kind ?? 'person',
    ...(limit && { token: limit.token, ...(limit.role !== null && { tokenRole: limit.role }) }),
    memberships: limit === undefined ? memberships : effective,
    allAccess: (limit === undefined && person.allAccess && paths.length > 0) || ofPlatform,
    listFlags: flags,
    hasManyTenants: paths.length > 1 || effective.some((membership) => scopeOf(membership.tenant.type) !== 'customer'),
    home,
    rolesOn,
    rightsOn,
    rightsOnAll: () => rightsOfAll(flags),
    scopes: () => paths.map(subtree),
  }
}

/** The caller whom an API token stands for: its owner as of now, with what the token leaves of their rights. */
export function limitedCaller(owner: KnownCaller, limit: TokenLimit): KnownCaller {
  return createCaller(owner, owner.memberships, limit)
}

/** Memberships as they are within a tenant: those below it, and those from above as if they were held on it. */
function withinLimit(held: readonly Membership[], tenant: TenantNode): Membership[] {
  return held.flatMap((membership) => {
    if (membership.tenant.path.startsWith(tenant.path)) return [membership]
    return tenant.path.startsWith(membership.tenant.path) ? [{ tenant, role: membership.role }] : []
  })
}

/** Indexes memberships by path, so that those on a tenant and its ancestors are found without scanning thousands. */
function heldAbove(effective: readonly Membership[]): (tenant: TenantNode) => Membership[] {
  const byPath = new Map<string, Membership[]>()
  for (const membership of effective) {
    const { path } = membership.tenant
    byPath.set(path, [...(byPath.get(path) ?? []), membership])
  }
  return ({ path }) => {
    const held: Membership[] = []
    for (let dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) held.push(...(byPath.get(path.slice(0, dot + 1)) ?? []))
    return held
  }
}

/** Distinct pairs of role and tenant type on the ancestors. */
function rolesAbove(held: readonly Membership[], { path }: TenantNode): RoleAbove[] {
  const above = held.filter(({ tenant }) => path !== tenant.path)
  return [...new Map(above.map(({ role, tenant: { type } }) => [`${type}/${role}`, { role, type }])).values()]
}

/** Returns the permissions from a cache: they depend on few values (tenant type, roles, features), so tenants share them. */
function rightsOf(tenant: TenantNode, { held, above, atMost }: { held: Role[]; above: RoleAbove[]; atMost: Role | null }): Rights {
  const features = Object.entries(tenant.features)
    .filter(([, state]) => state === 'enabled')
    .map(([name]) => name)
  const fromAbove = above.map(({ type, role }) => `${type}/${role}`)
  const key = [tenant.type, held.join('+'), features.toSorted().join('+'), fromAbove.toSorted().join('+'), atMost ?? ''].join(' ')
  const known = rightsCache.get(key)
  if (known !== undefined) return known
  const granted = permissionsOn(tenant, held, above)
  const rights = rightsFrom(atMost === null ? granted : commonOf(granted, permissionsAtMost(tenant, atMost, above)), held)
  rightsCache.set(key, rights)
  return rights
}

/** What a role allows at most, had it been given wherever the owner has roles. */
function permissionsAtMost(tenant: TenantNode, role: Role, above: readonly RoleAbove[]): ReadonlySet<Permission> {
  return permissionsOn(
    tenant,
    [role],
    above.map(({ type }) => ({ type, role })),
  )
}

function commonOf(one: ReadonlySet<Permission>, other: ReadonlySet<Permission>): Set<Permission> {
  return new Set([...one].filter((permission) => other.has(permission)))
}

function rightsFrom(granted: ReadonlySet<Permission>, held: readonly Role[]): Rights {
  const has = (resource: string, operation: Operation): boolean => granted.has(`${knownResource(resource)}:${operation}`)
  const named = new Map<string, Record<string, boolean>>()
  return {
    has,
    roles: held,
    pairs: () =>
      [...granted].map((permission) => {
        const [resource, operation] = permission.split(':') as [string, Operation]
        return { resource, operation }
      }),
    can: (resource) => {
      const known = named.get(resource) ?? namedRights(resource, has)
      named.set(resource, known)
      return { ...known }
    },
  }
}

function listFlagsOf(held: ReadonlySet<Rights>): ListFlags {
  const may = (resource: string): boolean => [...held].some((rights) => rights.has(resource, 'list'))
  return Object.fromEntries(Object.entries(listFlags).map(([flag, resource]) => [flag, may(resource)])) as ListFlags
}

function rightsOfAll(flags: ListFlags): Rights {
  const opened = (Object.keys(flags) as (keyof ListFlags)[]).filter((flag) => flags[flag]).map((flag) => listFlags[flag])
  return rightsFrom(new Set<Permission>(opened.flatMap((resource): Permission[] => [`${resource}:list`, `${resource}:read`])), [])
}

/** Drops paths inside another path's subtree, so that the rest covers the same tenants without overlap. */
function widestPaths(paths: readonly string[]): string[] {
  const kept: string[] = []
  for (const path of paths.toSorted((a, b) => (a < b ? -1 : 1))) {
    const last = kept.at(-1)
    if (last === undefined || !path.startsWith(last)) kept.push(path)
  }
  return kept
}

/** The highest tenant, then the first by name. */
function firstOf(tenants: readonly TenantNode[]): TenantNode | undefined {
  const depths = tenants.map(({ path }) => path.split('.').length)
  const least = depths.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY)
  const highest = tenants.filter((_, index) => depths[index] === least)
  const { compare } = new Intl.Collator()
  return highest.reduce<TenantNode | undefined>((first, one) => (first && compare(first.name, one.name) <= 0 ? first : one), undefined)
}
