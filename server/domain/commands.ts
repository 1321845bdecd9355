import { licenseCommands } from '../licensing/commands.ts'
import { ruleContext } from '../entities/records/tenant-context.ts'
import { objectionTo } from '../../schemas/rights/record-rights.ts'
import { newOid } from '../db/new-oid.ts'
import { isComputed, refuseComputed } from '../plan/checks/refuse-fields.ts'
import { fieldPointer, newDraft, refuse, refuseField, activeDrafts, type Draft, type PlanWork } from '../plan/drafts/draft.ts'
import { mapInTurns } from '../event-loop/in-turns.ts'
import type { CommandWork } from './command-work.ts'
import type { PlanItem } from '../../schemas/plan.ts'

/** Command implementations by the entity that they change. */
const commandsOn: Readonly<Record<string, CommandWork>> = { license: licenseCommands }

/** Command drafts for items on records that only commands may change; refusals are reported at the items. */
export async function rowCommandDrafts(work: PlanWork): Promise<Draft[]> {
  const items = activeDrafts(work.drafts).filter(({ model, implied }) => model.meta.writtenByCommands === true && implied !== true)
  const made = await mapInTurns(items, (draft) => {
    for (const name of Object.keys(draft.item.changes ?? {}))
      if (isComputed(draft.model, name)) refuseComputed(draft, name)
      else if (!draft.model.fields.has(name)) refuseField(draft, fieldPointer(name), { key: 'validation.field.unknown', params: { name } })
    const commands = workOn(draft.model.name).rows(draft)
    // The record itself is not written; the command does that.
    draft.blocked = true
    if (draft.status !== undefined) return []
    return commands.map(({ command, changes, fields }) => {
      const model = work.catalogue.commands.get(command)
      if (model === undefined) throw new Error(`there is no command '${command}'`)
      const item: PlanItem = { entity: command, action: 'create', changes }
      return newDraft({
        index: draft.index,
        item,
        model,
        oid: newOid(),
        implied: true,
        causes: [{ draft, pointer: '', within: '', fields }],
      })
    })
  })
  return made.flat()
}

/** Locks and loads the records that the plan's commands affect. */
export async function prepareCommands(work: PlanWork): Promise<void> {
  for (const [of, drafts] of byEntity(work)) {
    await workOn(of).prepare(work, drafts)
    for (const draft of activeDrafts(drafts)) refuseWhereNot(draft, work)
  }
}

/** If a command cannot be called at all, its fields are not checked. */
function refuseWhereNot(draft: Draft, { context, caller }: PlanWork): void {
  const { model, next, reader } = draft
  if (reader === undefined) return
  const seen = ruleContext(context, { user: caller.oid, rights: reader.rights, resource: model.meta.resource })
  const objection = objectionTo(model, 'create', { record: next, context: seen })
  if (objection !== undefined) refuse(draft, 403, { key: objection.because })
}

/** Adds the changes implied by commands and deleted tenants; does nothing if anything is refused. */
export function expandCommands(work: PlanWork): void {
  for (const [of, drafts] of byEntity(work)) work.drafts.push(...workOn(of).expand(work, drafts))
}

function workOn(entity: string): CommandWork {
  const found = commandsOn[entity]
  if (found === undefined) throw new Error(`nobody carries out commands on '${entity}' (server/domain/commands.ts)`)
  return found
}

/** If tenants are deleted, all entities with commands take part, because their records have to move elsewhere. */
function byEntity({ drafts }: PlanWork): Map<string, Draft[]> {
  const isLeaving = activeDrafts(drafts, 'delete').some(({ model }) => model.meta.isTenant === true)
  const groups = new Map<string, Draft[]>(isLeaving ? Object.keys(commandsOn).map((entity) => [entity, []]) : [])
  for (const draft of drafts) {
    const { command } = draft.model.meta
    if (command !== undefined && draft.blocked !== true) push(groups, command.of, draft)
  }
  return groups
}

function push(groups: Map<string, Draft[]>, entity: string, draft: Draft): void {
  const group = groups.get(entity)
  if (group === undefined) groups.set(entity, [draft])
  else group.push(draft)
}
