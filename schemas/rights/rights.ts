import type { Operation, Role } from '../tenancy.ts'
import type { TenantType } from '../vocabulary/context.ts'
import { expandOperations, expandResources, expandTypes, rightsTable } from './table.ts'
import type { Resource, ResourceRow, RightsTable, TenantScopeKind } from './table.ts'

/** A resource and an operation in one word: `users:create`. */
export type Permission = `${string}:${Operation}`

/** Every resource that a right can name. */
export const resources = Object.keys(rightsTable.resources) as Resource[]

/** Every role, strongest first. */
export const roles = Object.keys(rightsTable.roles) as Role[]

/** Every tenant type, from the top of the tree down. */
export const tenantTypes = Object.keys(rightsTable.tenantTypes) as TenantType[]

/** Whether the rights table knows the resource. */
export function isResource(name: string): name is Resource {
  return Object.hasOwn(rightsTable.resources, name)
}

/** The resource itself; throws when the table does not know it, so that a misspelt one never reads as "not allowed". */
export function knownResource(name: string): Resource {
  if (!isResource(name)) throw new Error(`unknown resource '${name}' (schemas/rights/roles.json)`)
  return name
}

function resourceRow(name: string): ResourceRow {
  return rightsTable.resources[knownResource(name)] as ResourceRow
}

function typeRow(type: TenantType): RightsTable['tenantTypes'][string] {
  const row = rightsTable.tenantTypes[type]
  if (row === undefined) throw new Error(`unknown tenant type '${type}' (schemas/rights/roles.json)`)
  return row
}

/** Operations that a resource allows at all on tenants of a type. */
export function operationsOn(resource: string, type: TenantType): Operation[] {
  return resourceRow(resource).on.flatMap((row) => (expandTypes(rightsTable, row.types).includes(type) ? row.operations : []))
}

const cache = new Map<string, ReadonlySet<Permission>>()

/** What a role allows on a tenant of a type when every feature is enabled. */
export function permissionsOf(role: Role, type: TenantType): ReadonlySet<Permission> {
  const key = `${role} ${type}`
  const known = cache.get(key)
  if (known !== undefined) return known
  const grants = rightsTable.roles[role]
  if (grants === undefined) throw new Error(`unknown role '${role}' (schemas/rights/roles.json)`)
  const granted = new Set<Permission>()
  for (const grant of grants) {
    const wanted = new Set(expandOperations(rightsTable, grant.operations))
    for (const resource of expandResources(rightsTable, grant)) {
      for (const operation of operationsOn(resource, type)) if (wanted.has(operation)) granted.add(`${resource}:${operation}`)
    }
  }
  cache.set(key, granted)
  return granted
}

/** A role that is held on a tenant further up. */
export interface RoleAbove {
  role: Role
  /** Type of the tenant on which it is held. */
  type: TenantType
}

function permissionsFrom({ role, type }: RoleAbove): Permission[] {
  return [...permissionsOf(role, type)].filter((permission) => rightsTable.fromAbove.includes(permission))
}

/** Permissions of several roles on one tenant, plus those inherited from tenants above, minus those that missing features remove. */
export function permissionsOn(
  tenant: { type: TenantType; features: Readonly<Record<string, string>> },
  held: readonly Role[],
  above: readonly RoleAbove[] = [],
): ReadonlySet<Permission> {
  const granted = new Set<Permission>(above.flatMap(permissionsFrom))
  for (const role of held) for (const permission of permissionsOf(role, tenant.type)) granted.add(permission)
  for (const permission of lostOn(tenant)) granted.delete(permission)
  return granted
}

/** Permissions that a tenant loses because a feature is not enabled. */
export function lostOn(tenant: { type: TenantType; features: Readonly<Record<string, string>> }): Permission[] {
  return rightsTable.withoutFeature
    .filter(({ feature, types }) => tenant.features[feature] !== 'enabled' && expandTypes(rightsTable, types).includes(tenant.type))
    .flatMap(({ resource, loses }) => loses.map((operation): Permission => `${resource}:${operation}`))
}

/** Named rights of `$can.<name>` conditions on a resource: its operations, plus what the table names besides (`readDomain`). */
export function namedRights(resource: string, has: (resource: string, operation: Operation) => boolean): Record<string, boolean> {
  const own = rightsTable.operations.map((operation) => [operation, has(knownResource(resource), operation)] as const)
  const named = Object.entries(rightsTable.named[resource] ?? {}).map(
    ([name, [other, operation]]) => [name, has(other, operation)] as const,
  )
  return Object.fromEntries([...own, ...named])
}

/** Whether a tenant of one type may stand directly below a tenant of another. */
export function mayHold(parent: TenantType, child: TenantType): boolean {
  return typeRow(parent).mayHold.includes(child)
}

/** The pairs with those of resources that a service does not tell from another (`within`). */
export function withUnprinted<T extends { resource: string; operation: Operation }>(
  pairs: readonly T[],
): { resource: string; operation: Operation }[] {
  const named = new Set(pairs.map(({ resource }) => resource))
  const added = resources.flatMap((resource) => {
    const { within } = resourceRow(resource)
    if (within === undefined || named.has(resource)) return []
    return pairs.filter((pair) => pair.resource === within).map(({ operation }) => ({ resource, operation }))
  })
  return [...pairs, ...added]
}

/** Partner or customer types that the rights on a tenant let one create directly below it. */
export function creatableTypes(
  kind: 'partner' | 'customer',
  parent: TenantType,
  has: (resource: string, operation: Operation) => boolean,
): TenantType[] {
  return resources.flatMap((resource) => {
    const creates: Partial<Record<'partner' | 'customer', TenantType>> = resourceRow(resource).creates ?? {}
    const type = creates[kind]
    return type !== undefined && mayHold(parent, type) && has(resource, 'create') ? [type] : []
  })
}

/** Roles that the rights on a tenant let one give to people there. */
export function assignableRoles(has: (resource: string, operation: Operation) => boolean): Role[] {
  return resources.flatMap((resource) => {
    const role = resourceRow(resource).assigns
    return role !== undefined && has(resource, 'create') ? [role] : []
  })
}

/** Whether the tenant is the platform, a partner or a customer. */
export function scopeOf(type: TenantType): TenantScopeKind {
  return typeRow(type).scope
}

const prefixOf: Record<TenantScopeKind, string | null> = { platform: null, partner: 'p:', customer: 'c:' }

/** Identifiers that a permission on a tenant applies to: its own, and for partners and customers the prefixed one, too. */
export function permissionIds(oid: string, type: TenantType): string[] {
  const prefix = prefixOf[scopeOf(type)]
  return prefix === null ? [oid] : [oid, `${prefix}${oid}`]
}

/** The flags of the 'All' pseudo-tenant (`canListPartners`, ...) and the resource that each opens for reading. */
export const listFlags = rightsTable.everyTenant as Record<
  'canListPartners' | 'canListCustomers' | 'canListUsers' | 'canListRequests',
  Resource
>
