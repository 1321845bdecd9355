import { canCommand } from '../../../schemas/rights/record-rights.ts'
import type { Can, ServedRecord } from '../../../schemas/plan.ts'
import type { RuleContext } from '../../../schemas/vocabulary/context.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { Caller, Rights, TenantNode } from '../../policies/caller.ts'
import type { Catalogue, EntityModel } from '../model/entity-model.ts'
import { ruleContext } from './tenant-context.ts'

/** Commands run in the caller's current tenant, regardless of the tenant of the records. */
interface Place {
  catalogue: Catalogue
  context: RuleContext
  rights: Rights
}

/** `can` per command verb for a row: true, or the reason why not. A command that its caller has no right to is hidden. */
export function rowCommands(model: EntityModel, place: Place): (row: Rec) => Can {
  const commands = commandsOf(model, place)
  return (row) => canCommand(commands, place, row)
}

/** The record with `can` of the row commands available from the caller's current tenant. */
export function withRowCommands(
  record: ServedRecord,
  { model, caller, catalogue, at }: { model: EntityModel; caller: Caller; catalogue: Catalogue; at: TenantNode },
): ServedRecord {
  const rights = caller.rightsOn(at)
  const context = ruleContext(at, { user: caller.oid, rights, resource: model.meta.resource })
  return { ...record, can: rowCommands(model, { catalogue, context, rights })(record) }
}

/** `can` of the commands on the list as a whole. */
export function listCommands(model: EntityModel, place: Place): Can {
  return canCommand(commandsOf(model, place), place)
}

function commandsOf({ name }: EntityModel, { catalogue }: Place): EntityModel[] {
  return [...catalogue.commands.values()].filter(({ meta }) => meta.command?.of === name)
}
