import { sql } from 'kysely'
import type { RuleContext } from '../../../schemas/vocabulary/context.ts'
import type { Queries } from '../../db/database.ts'
import type { Rights, TenantNode } from '../../policies/caller.ts'

/** Tenants involved in a call, by oid. */
export type TenantContext = Map<string, TenantNode>

/** SQL of a `TenantNode` as JSON, for a tenant row under an alias. */
export function tenantJson(alias: string): string {
  return `json_build_object('oid', ${alias}.oid, 'name', ${alias}.name, 'type', ${alias}.type, 'parentOid', ${alias}.parent_oid, 'path', ${alias}.path, 'state', ${alias}.state, 'features', ${alias}.features, 'licensingMode', ${alias}.licensing_mode)`
}

/** Loads tenants within the connection's scope; others are missing from the result. */
export async function loadTenants(queries: Queries, oids: Iterable<string>): Promise<TenantContext> {
  const wanted = [...new Set(oids)]
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<{
    node: TenantNode
  }>`select ${sql.raw(tenantJson('t'))} as node from tenant t where t.oid = any(${wanted}::text[])`.execute(queries)
  return new Map(rows.map(({ node }) => [node.oid, node]))
}

/** The rule context of a tenant. */
export function ruleContext(
  node: TenantNode | 'all',
  parts: { user: string; rights: Rights; resource: string; editor?: Record<string, boolean> },
): RuleContext {
  const features = node === 'all' ? [] : Object.entries(node.features)
  return {
    tenant: tenantOf(node),
    user: { oid: parts.user },
    can: parts.rights.can(parts.resource),
    feature: Object.fromEntries(features.map(([name, state]) => [name, state === 'enabled'])),
    editor: parts.editor ?? {},
  }
}

/** A tenant in the form of the rule context. */
export function tenantOf(node: TenantNode | 'all'): RuleContext['tenant'] {
  return node === 'all'
    ? { oid: 'all', name: '', type: 'all' }
    : { oid: node.oid, name: node.name, type: node.type, ...(node.licensingMode && { licensingMode: node.licensingMode }) }
}
