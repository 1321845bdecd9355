import { sql } from 'kysely'
import type { EntityModel } from '../entities/model/entity-model.ts'
import { apiTokens } from './api-tokens.ts'
import type { Domain, DomainContext, DomainRow } from './domain.ts'
import { ipEngineHooks } from './ip-engines.ts'
import { subscriptions } from './subscriptions.ts'
import { tenants } from './tenants.ts'
import { USER_ROLE } from './user-role-rows.ts'
import { userRoles } from './user-roles.ts'

/** Copies settings to the customer's record, because lists of customers show, filter and sort by them. */
async function copyToCustomers(rows: readonly DomainRow[], { queries }: DomainContext): Promise<[]> {
  const changed = JSON.stringify(rows.map(({ oid, record: { reporting } }) => ({ oid, reporting, copied: { reporting } })))
  await sql`update entity.customer c set data = c.data || x.copied
    from json_to_recordset(${changed}::json) as x(oid text, copied jsonb) join tenant t on t.oid = x.oid
    where c.tenant_oid = t.parent_oid and c.oid = x.oid`.execute(queries)
  await sql`update tenant t set reporting = x.reporting
    from json_to_recordset(${changed}::json) as x(oid text, reporting text) where t.oid = x.oid`.execute(queries)
  return []
}

/** Hooks of settings entities, by entity. */
export const settingsHooks: Readonly<Record<string, Domain>> = {
  settings: {
    created: copyToCustomers,
    updated: (changes, context) =>
      copyToCustomers(
        changes.map(({ row }) => row),
        context,
      ),
  },
}

const hooks: Readonly<Record<string, Domain>> = {
  ...ipEngineHooks,
  ...settingsHooks,
  [USER_ROLE]: userRoles,
  'api-token': apiTokens,
  subscription: subscriptions,
}

/** The hooks of an entity; undefined for most. */
export function domainOf({ name, meta }: EntityModel): Domain | undefined {
  return meta.isTenant === true ? tenants : hooks[name]
}
