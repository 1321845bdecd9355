import type { EntityModel } from '../entities/entity-model.ts'
import type { Domain } from './domain.ts'
import { ipEngineHooks } from './ip-engines.ts'
import { settingsHooks } from './settings.ts'
import { tenants } from './tenants.ts'
import { USER_ROLE } from './user-role-rows.ts'
import { userRoles } from './user-roles.ts'

const hooks: Readonly<Record<string, Domain>> = { ...ipEngineHooks, ...settingsHooks, [USER_ROLE]: userRoles }

/** What an entity does over and above its schema; undefined for most. */
export function domainOf({ name, meta }: EntityModel): Domain | undefined {
  return meta.isTenant === true ? tenants : hooks[name]
}
