import type { RuleContext } from '../../schemas/vocabulary/context.ts'
import type { Rights, TenantNode } from '../policies/caller.ts'

/** The context of conditions on one tenant. */
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

/** A tenant as conditions see it. */
export function tenantOf(node: TenantNode | 'all'): RuleContext['tenant'] {
  return node === 'all'
    ? { oid: 'all', name: '', type: 'all' }
    : { oid: node.oid, name: node.name, type: node.type, ...(node.licensingMode && { licensingMode: node.licensingMode }) }
}
