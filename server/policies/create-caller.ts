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
  /** May use tenant id 'all' without a role on the platform. */
  allAccess: boolean
}

/** Flags of the 'All' pseudo-tenant (S0 section 6). */
export type ListFlags = Record<keyof typeof listFlags, boolean>

/** A `Caller` with the data that the user API returns about the person. */
export interface KnownCaller extends Caller {
  locale: string
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
export function createCaller(person: Person, memberships: readonly Membership[]): KnownCaller {
  const effective = memberships.filter((membership) => membership.role !== 'no_access')
  const heldOn = heldAbove(effective)
  const rolesOn = (tenant: TenantNode): Role[] => {
    const held = new Set(heldOn(tenant).map((membership) => membership.role))
    return roles.filter((role) => held.has(role))
  }
  const rightsOn = (tenant: TenantNode): Rights => rightsOf(tenant, rolesOn(tenant), rolesAbove(heldOn(tenant), tenant))
  const flags = listFlagsOf(new Set(effective.map(({ tenant }) => rightsOn(tenant))))
  const home = firstOf(effective.map((membership) => membership.tenant))
  const paths = widestPaths(effective.map((membership) => membership.tenant.path))
  const ofPlatform = effective.some((membership) => membership.tenant.type === 'po')
  return {
    oid: person.oid,
    name: person.name,
    mail: person.mail,
    locale: person.locale,
    memberships,
    allAccess: (person.allAccess && paths.length > 0) || ofPlatform,
    listFlags: flags,
    hasManyTenants: paths.length > 1 || effective.some((membership) => scopeOf(membership.tenant.type) !== 'customer'),
    home,
    rolesOn,
    rightsOn,
    rightsOnAll: () => rightsOfAll(flags),
    scopes: () => paths.map(subtree),
  }
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
function rightsOf(tenant: TenantNode, held: Role[], above: RoleAbove[]): Rights {
  const features = Object.entries(tenant.features)
    .filter(([, state]) => state === 'enabled')
    .map(([name]) => name)
  const fromAbove = above.map(({ type, role }) => `${type}/${role}`)
  const key = [tenant.type, held.join('+'), features.toSorted().join('+'), fromAbove.toSorted().join('+')].join(' ')
  const known = rightsCache.get(key)
  if (known !== undefined) return known
  const rights = rightsFrom(permissionsOn(tenant, held, above), held)
  rightsCache.set(key, rights)
  return rights
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
