import { entityMeta } from '../../schemas/generated/entity-meta.ts'
import { isEntityName } from '../../schemas/generated/entity-names.ts'
import type { RightsContext } from '../../schemas/rights/record-rights.ts'
import { contextState } from './context-state.ts'
import { toCurrentTenant } from './current-tenant.ts'
import { isAllowed, toPermissions, toRuleContext, type CurrentTenant } from './permissions.ts'

/** What the person may do with records of an entity in a tenant, as far as the tenant context says: services that send no `can` leave it at that. */
export function currentRights(entity: string, tenantOid: string): RightsContext {
  if (!isEntityName(entity)) throw new Error(`No entity named "${entity}"`)
  const permissions = toPermissions(Object.values(contextState.scopes), contextState.all)
  const unknown: CurrentTenant = { oid: tenantOid, name: '', type: 'all', features: [] }
  const tenant = toCurrentTenant(tenantOid, contextState.scopes[tenantOid], '') ?? unknown
  const { resource } = entityMeta[entity]
  return {
    context: toRuleContext({ permissions, tenant, userOid: contextState.user?.oid ?? '', resource }),
    rights: { has: (name, operation) => isAllowed(permissions, tenantOid, `${name}:${operation}`) },
  }
}
