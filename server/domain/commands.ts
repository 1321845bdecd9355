import { licenseCommands } from '../licensing/commands.ts'
import { ruleContext } from '../entities/tenant-context.ts'
import { objectionTo } from '../entities/served-record.ts'
import { newOid } from '../db/new-oid.ts'
import { isComputed, refuseComputed } from '../plan/refuse-fields.ts'
import { fieldPointer, newDraft, refuse, refuseField, activeDrafts, type Draft, type PlanWork } from '../plan/draft.ts'
import { mapInTurns } from '../in-turns.ts'
import type { CommandWork } from './command-work.ts'
import type { PlanItem } from '../../schemas/plan.ts'

/** By the entity whose records the commands change. */
const commandsOn: Readonly<Record<string, CommandWork>> = { license: licenseCommands }

/** Further drafts for items on records that commands alone change: they are carried out by commands, and refused in the items' places. */
export async function rowCommandDrafts(work: PlanWork): Promise<Draft[]> {
  const items = activeDrafts(work.drafts).filter(({ model, implied }) => model.meta.writtenByCommands === true && implied !== true)
  const made = await mapInTurns(items, (draft) => {
    for (const name of Object.keys(draft.item.changes ?? {}))
      if (isComputed(draft.model, name)) refuseComputed(draft, name)
      else if (!draft.model.fields.has(name)) refuseField(draft, fieldPointer(name), { key: 'validation.field.unknown', params: { name } })
    const commands = workOn(draft.model.name).rows(draft)
    // The record is not written by itself.
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

/** Locks and looks up what the plan's commands are about. */
export async function lookAtCommands(work: PlanWork): Promise<void> {
  for (const [of, drafts] of byEntity(work)) {
    await workOn(of).look(work, drafts)
    for (const draft of activeDrafts(drafts)) refuseWhereNot(draft, work)
  }
}

/** Where a command cannot be called at all, nothing is said about its fields. */
function refuseWhereNot(draft: Draft, { context, caller }: PlanWork): void {
  const { model, next, reader } = draft
  if (reader === undefined) return
  const seen = ruleContext(context, { user: caller.oid, rights: reader.rights, resource: model.meta.resource })
  const objection = objectionTo(model, 'create', { record: next, context: seen })
  if (objection !== undefined) refuse(draft, 403, { key: objection.because })
}

/** Adds to the plan what its commands, and tenants that go, come to; nothing while something is refused. */
export function expandCommands(work: PlanWork): void {
  for (const [of, drafts] of byEntity(work)) work.drafts.push(...workOn(of).expand(work, drafts))
}

function workOn(entity: string): CommandWork {
  const found = commandsOn[entity]
  if (found === undefined) throw new Error(`nobody carries out commands on '${entity}' (server/domain/commands.ts)`)
  return found
}

/** Where tenants go, every entity with commands is asked: what they have is to go elsewhere. */
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
