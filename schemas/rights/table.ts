import type { Operation, Role } from '../tenancy.ts'
import type { TenantType } from '../vocabulary/context.ts'
import roles from './roles.json' with { type: 'json' }

/** Who a tenant is to the platform; decides to which identifiers a permission applies (S0 section 6). */
export type TenantScopeKind = 'platform' | 'partner' | 'customer'

/** A resource of the rights table. */
export type Resource = keyof typeof roles.resources

/** What one resource allows at all; a role can only grant what is listed here for the type of the target tenant. */
export interface ResourceRow {
  /** Family of resources, named in grants as `group:<name>`. */
  group: string
  /** `create` on it lets tenants of that type be created (`partner_vad`, ...). */
  creates?: { partner: TenantType } | { customer: TenantType }
  /** The resource whose rights hold for it where a service names none of its own: the specifications tell the two apart nowhere (S2 section 6). */
  within?: string
  /** `create` on it lets that role be given to people. */
  assigns?: Role
  /** Types are tenant types, `scope:<kind>` or `*`. */
  on: { types: string[]; operations: Operation[] }[]
}

/** What a role grants: resources (names, `group:<name>` or `*`) times operations (names or `*`). */
export interface Grant {
  resources: string[]
  except?: string[]
  operations: string[]
}

/** The shape of `roles.json`, the one table of roles, tenant types, resources and operations. */
export interface RightsTable {
  operations: Operation[]
  tenantTypes: Record<string, { scope: TenantScopeKind; mayHold: string[] }>
  resources: Record<string, ResourceRow>
  roles: Record<string, Grant[]>
  /** Permissions (`resource:operation`) that hold on every tenant below the one where they are held, too, whatever its type. */
  fromAbove: string[]
  /** Operations that tenants of these types lose unless their feature is enabled. */
  withoutFeature: { feature: string; types: string[]; resource: string; loses: Operation[] }[]
  /** The 'All' pseudo-tenant: flag to the resource that it opens for reading. */
  everyTenant: Record<string, string>
  /** Names for `$can.<name>` conditions on one resource that stand for a right on another. */
  named: Record<string, Record<string, [string, Operation]>>
}

/** The table itself, typed; `checkRightsTable` proves that its content has this shape. */
export const rightsTable = roles as unknown as RightsTable

/** Tenant types of a table's type expressions (`*`, `scope:partner`, `msp`); throws on an unknown one. */
export function expandTypes(table: RightsTable, expressions: readonly string[]): TenantType[] {
  const all = Object.keys(table.tenantTypes) as TenantType[]
  return expressions.flatMap((expression) => {
    const found = all.filter(
      (type) => expression === '*' || expression === type || expression === `scope:${table.tenantTypes[type]?.scope}`,
    )
    if (found.length === 0) throw new Error(`rights table: unknown tenant type '${expression}'`)
    return found
  })
}

/** Resources that a grant names; throws on an unknown one. */
export function expandResources(table: RightsTable, grant: Grant): string[] {
  const all = Object.keys(table.resources)
  const named = (expression: string): string[] => {
    const found = all.filter((name) => expression === '*' || expression === name || expression === `group:${table.resources[name]?.group}`)
    if (found.length === 0) throw new Error(`rights table: unknown resource '${expression}'`)
    return found
  }
  const excepted = new Set((grant.except ?? []).flatMap(named))
  return grant.resources.flatMap(named).filter((name) => !excepted.has(name))
}

/** Expands a list of operation names (`*`: all); throws on an unknown one. */
export function expandOperations(table: RightsTable, names: readonly string[]): Operation[] {
  return names.flatMap((name) => {
    if (name === '*') return table.operations
    const found = table.operations.find((operation) => operation === name)
    if (found === undefined) throw new Error(`rights table: unknown operation '${name}'`)
    return [found]
  })
}
