import { licenseCommands } from '../licensing/commands.ts'
import { ruleContext } from '../entities/rule-context.ts'
import { objectionTo } from '../entities/served-record.ts'
import { newOid } from '../db/new-oid.ts'
import { newDraft, refuse, refuseField, standing, type Draft, type PlanWork } from '../plan/draft.ts'
import type { PlanItem } from '../../schemas/plan.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'

/** A command in the place of an item on a record. */
export interface RowCommand {
  /** Name of the command's schema. */
  command: string
  changes: Rec
  /** Pointers of the command to those of the record, where they are not the same. */
  fields: Readonly<Record<string, string>>
}

/** What the commands on the records of an entity do, and what becomes of the records of tenants that go. A command is an item of a plan that is stored as changes of those records. */
export interface CommandWork {
  /** Before rules look: locks what the commands are about, and adds to each draft what it is. Gets all commands of one plan. */
  look(work: PlanWork, drafts: readonly Draft[]): Promise<void>
  /** The commands that carry out what is asked for a record itself: it is created, changed or deleted as by hand. */
  rows(draft: Draft): RowCommand[]
  /** After rules looked: the changes of records, each implied by the command that caused it. */
  expand(work: PlanWork, drafts: readonly Draft[]): Draft[]
}

/** By the entity whose records the commands change. */
const commandsOn: Readonly<Record<string, CommandWork>> = { license: licenseCommands }

/** Further drafts for items on records that commands alone change: they are carried out by commands, and refused in the items' places. */
export function rowCommandDrafts(work: PlanWork): Draft[] {
  const items = standing(work.drafts).filter(({ model, implied }) => model.meta.byCommand === true && implied !== true)
  return items.flatMap((draft) => {
    for (const name of Object.keys(draft.item.changes ?? {}))
      if (!draft.model.fields.has(name)) refuseField(draft, `/${name}`, { key: 'validation.field.unknown', params: { name } })
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
}

/** Locks and looks up what the plan's commands are about. */
export async function lookAtCommands(work: PlanWork): Promise<void> {
  for (const [of, drafts] of byEntity(work)) {
    await workOn(of).look(work, drafts)
    for (const draft of standing(drafts)) refuseWhereNot(draft, work)
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
  const isLeaving = standing(drafts, 'delete').some(({ model }) => model.meta.isTenant === true)
  const groups = new Map<string, Draft[]>(isLeaving ? Object.keys(commandsOn).map((entity) => [entity, []]) : [])
  for (const draft of drafts) {
    const { command } = draft.model.meta
    if (command !== undefined && draft.blocked !== true) groups.set(command.of, [...(groups.get(command.of) ?? []), draft])
  }
  return groups
}
