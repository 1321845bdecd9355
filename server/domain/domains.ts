import { sql } from 'kysely'
import type { EntityModel } from '../entities/entity-model.ts'
import type { Domain, DomainContext, DomainRow } from './domain.ts'
import { ipEngineHooks } from './ip-engines.ts'
import { tenants } from './tenants.ts'
import { USER_ROLE } from './user-role-rows.ts'
import { userRoles } from './user-roles.ts'

/** Lists of customers show, filter and sort by what the settings say, so the customer's record holds it, too. */
async function tellCustomers(rows: readonly DomainRow[], { queries }: DomainContext): Promise<[]> {
  const changed = JSON.stringify(rows.map(({ oid, record }) => ({ oid, reporting: record['reporting'] })))
  await sql`update entity.customer c set data = c.data || jsonb_build_object('reporting', x.reporting)
    from json_to_recordset(${changed}::json) as x(oid text, reporting text) where c.oid = x.oid`.execute(queries)
  return []
}

/** What a change of settings brings with it, by entity. */
export const settingsHooks: Readonly<Record<string, Domain>> = {
  settings: {
    created: tellCustomers,
    updated: (changes, context) =>
      tellCustomers(
        changes.map(({ row }) => row),
        context,
      ),
  },
}

const hooks: Readonly<Record<string, Domain>> = { ...ipEngineHooks, ...settingsHooks, [USER_ROLE]: userRoles }

/** What an entity does over and above its schema; undefined for most. */
export function domainOf({ name, meta }: EntityModel): Domain | undefined {
  return meta.isTenant === true ? tenants : hooks[name]
}
