import { commandStart } from '../../../schemas/command-start.ts'
import type { Can, ServedRecord } from '../../../schemas/plan.ts'
import type { RuleContext } from '../../../schemas/vocabulary/context.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { Caller, Rights, TenantNode } from '../../policies/caller.ts'
import type { Catalogue, EntityModel } from '../model/entity-model.ts'
import { ruleContext } from './tenant-context.ts'
import { objectionTo } from './served-record.ts'

/** Commands run in the caller's current tenant, regardless of the tenant of the records. */
interface Place {
  catalogue: Catalogue
  context: RuleContext
  rights: Rights
}

/** `can` per command verb for a row: true, or the reason why not. A command that its caller has no right to is hidden. */
export function rowCommands(model: EntityModel, place: Place): (row: Rec) => Can {
  const commands = commandsOf(model, place, true)
  return (row) =>
    Object.fromEntries(
      commands.map((command) => [
        verbOf(command),
        verdict(command, command.meta.command === undefined ? {} : commandStart(command.meta.command, row), place),
      ]),
    )
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
  return Object.fromEntries(commandsOf(model, place, false).map((command) => [verbOf(command), verdict(command, {}, place)]))
}

function commandsOf({ name }: EntityModel, { catalogue }: Place, onRow: boolean): EntityModel[] {
  return [...catalogue.commands.values()].filter(({ meta }) => meta.command?.of === name && (meta.command.prefill !== undefined) === onRow)
}

const verbOf = ({ meta }: EntityModel): string => meta.command?.verb ?? ''

function verdict(model: EntityModel, record: Rec, { context, rights }: Place): Can[string] {
  const { meta } = model
  const needs = meta.command?.needs ?? 'update'
  const isOnRow = meta.command?.prefill !== undefined
  if (!rights.has(meta.resource, needs)) return { because: `service.because.${needs}`, ...(isOnRow && { hidden: true }) }
  const objection = objectionTo(model, 'create', { record, context })
  return objection === undefined ? true : { because: objection.because, ...(objection.hides && { hidden: true }) }
}
