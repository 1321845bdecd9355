import { sql } from 'kysely'
import type { Plan, PlanItem } from '../../../schemas/plan.ts'
import { scopeOf } from '../../../schemas/rights/rights.ts'
import { parsePointer, withValueAt } from '../../../schemas/vocabulary/paths/pointer.ts'
import { didYouMean, hintFor } from '../../../schemas/vocabulary/names.ts'
import type { TenantType } from '../../../schemas/vocabulary/context.ts'
import { newOid } from '../../db/new-oid.ts'
import { lockedRows } from '../../db/row-locks.ts'
import { partsOf } from '../../db/batches.ts'
import { inTurns, mapInTurns } from '../../event-loop/in-turns.ts'
import type { Catalogue, EntityModel } from '../../entities/model/entity-model.ts'
import { findRows, readerOfRow, type FoundRow } from '../../entities/records/one-record.ts'
import { storeImplicit } from '../../entities/records/own-records.ts'
import { pointingsOf } from '../../entities/model/reference-paths.ts'
import { actingIn, readerOf, recordOf, type Reader } from '../../entities/records/served-record.ts'
import { loadTenants } from '../../entities/records/tenant-context.ts'
import { HttpProblem } from '../../plugins/problem.ts'
import type { TenantNode } from '../../policies/caller.ts'
import { activeDrafts, byModel, type Draft, newDraft, type PlanWork, type RefusalBudget, refuse, refuseField } from './draft.ts'
import { withPresentEntity, withPresentNames } from './earlier-names.ts'
import { refuseUnknown } from '../checks/refuse-fields.ts'
import { openSecrets } from '../../entities/records/secrets.ts'

/** One draft per item; throws a 400 for an entity that does not exist or cannot be written. */
export async function draftsOf(plan: Plan, catalogue: Catalogue, budget: RefusalBudget): Promise<Draft[]> {
  const seen = new Set<string>()
  return mapInTurns(plan.items.entries(), ([index, sent]) => {
    const named = withPresentEntity(catalogue, sent)
    const model = commandOf(catalogue, named.item, index) ?? writableModel(catalogue, named.item, index)
    const { item, earlier } = withPresentNames(model, named.item, named.uses)
    const draft = newDraft({
      index,
      item: model.meta.command === undefined ? item : sentTo(model, item),
      model,
      oid: item.oid ?? newOid(),
      budget,
      ...(earlier && { earlier }),
    })
    for (const { pointer, ...reason } of earlier?.refused ?? []) refuseField(draft, pointer, reason)
    if (item.action !== 'create') {
      const key = `${item.entity}/${draft.oid}`
      if (seen.has(key)) refuse(draft, 400, { key: 'service.item.twice' })
      seen.add(key)
      if (item.revision === undefined) refuse(draft, 428, { key: 'service.revision.missing' })
    }
    return draft
  })
}

/** The command that an item asks for; it is neither changed nor deleted. */
function commandOf(catalogue: Catalogue, { entity, action }: PlanItem, index: number): EntityModel | undefined {
  const command = catalogue.commands.get(entity)
  if (command !== undefined && action !== 'create')
    throw new HttpProblem(400, `items/${index}: a command is called with the action 'create'.`)
  return command
}

/** Ignores read-only properties that a client sends back with a command. */
function sentTo({ schema }: EntityModel, item: PlanItem): PlanItem {
  const sent = Object.entries(item.changes ?? {}).filter(([name]) => schema.properties[name]?.readOnly !== true)
  return { ...item, changes: Object.fromEntries(sent) }
}

function writableModel(catalogue: Catalogue, item: PlanItem, index: number): EntityModel {
  const model = catalogue.models.get(item.entity)
  if (model === undefined) {
    const writable = [...catalogue.models.values()]
      .filter(({ meta }) => meta.readOnly !== true || meta.writtenByCommands === true)
      .map(({ name }) => name)
    const hint = hintFor(item.entity, writable)
    throw new HttpProblem(400, `items/${index} names an unknown entity '${hint.name}'${didYouMean(hint)}`)
  }
  if (model.meta.readOnly === true && model.meta.writtenByCommands !== true)
    throw new HttpProblem(400, `items/${index}: a ${item.entity} cannot be written.`)
  if (model.meta.creation === false && item.action === 'create')
    throw new HttpProblem(400, `items/${index}: no ${item.entity} is created by itself.`)
  return model
}

/** Names by which items of one plan refer to records that it creates. */
export async function namesOf(drafts: readonly Draft[]): Promise<Map<string, Draft>> {
  const named = new Map<string, Draft>()
  await inTurns(drafts, (draft) => {
    const { ref } = draft.item
    if (ref === undefined) return
    if (named.has(ref)) refuse(draft, 400, { key: 'service.ref.twice', params: { ref } })
    named.set(ref, draft)
  })
  return named
}

/** Locks and loads the records that are updated or deleted; unknown, foreign and stale ones are refused. */
export async function loadStored(work: PlanWork, loaded: readonly Draft[]): Promise<void> {
  for (const [model, drafts] of byModel(activeDrafts(loaded).filter(({ item }) => item.action !== 'create')))
    for (const part of partsOf(drafts)) await loadPart(work, model, part)
}

async function loadPart(work: PlanWork, model: EntityModel, drafts: readonly Draft[]): Promise<void> {
  const oids = drafts.map(({ oid }) => oid)
  await storeImplicit(work.queries, model, oids)
  // Commands lock the records they change themselves, in their own order.
  if (model.meta.writtenByCommands !== true)
    await lockedRows(
      work.queries,
      { kind: model.name },
      (lock) => sql<{ oid: string }>`select r.oid from ${sql.raw(model.table)} r where r.oid = any(${oids}::text[]) order by r.oid ${lock}`,
    )
  const found = new Map((await findRows(work.queries, { model, caller: work.caller, oids })).map((row) => [row.row.oid, row]))
  const unknown: Draft[] = []
  await inTurns(drafts, (draft) => {
    const row = found.get(draft.oid)
    const isImplied = draft.implied === true
    const known = row && (readerOfRow(model, work.caller, row) ?? impliedReader(work, draft, row))
    const reader = known && actingIn(model, known, work.context)
    const isUnreadable = reader === undefined && !(isImplied && draft.item.action === 'delete')
    if (row === undefined || isUnreadable || (!isImplied && isElsewhere(work, model, row))) {
      unknown.push(draft)
      return
    }
    draft.found = row
    draft.node = row.node
    if (reader !== undefined) draft.reader = reader
    draft.before = openSecrets(recordOf(model, row.row), model.schema, { place: draft.oid, key: work.database.secretKey })
    draft.next = draft.before
    work.tenants.set(row.node.oid, row.node)
    if (row.row.revision !== draft.item.revision) {
      draft.stale = true
      refuse(draft, 409, { key: 'service.revision.stale', params: { revision: row.row.revision } })
    }
  })
  await refuseUnknown(work, model, unknown)
}

/** Clearing a reference to a deleted record needs no right to read the referring record, and is not part of the answer. */
function impliedReader({ caller }: PlanWork, { model, implied, item }: Draft, { node }: FoundRow): Reader | undefined {
  return implied === true && item.action === 'update' ? readerOf(caller, node, model) : undefined
}

/**
 * A caller whose current tenant is an overlay may change records of that overlay only; from above, overlays are just rows of their
 * tenants. Records shared with all tenants below are changed from their own tenant or above.
 */
function isElsewhere({ context }: PlanWork, { meta }: EntityModel, { node }: FoundRow): boolean {
  if (meta.rightsOfContext === true && context !== 'all') return !node.path.startsWith(context.path)
  return meta.scope === 'overlay' && context !== 'all' && scopeOf(context.type) === 'customer' && node.oid !== context.oid
}

/** Loads the tenants under which records are created. Tenants that the plan itself creates are found by their item. */
export async function loadParents(work: PlanWork): Promise<void> {
  const creations = work.drafts.filter(({ item }) => item.action === 'create')
  if (work.byRef.size > 0) await inTurns(creations, (draft) => resolveNames(draft, work.byRef))
  const wanted = new Set(creations.map((draft) => parentOidOf(draft, work.plan)))
  const missing = [...wanted].filter((oid) => oid !== undefined && !work.tenants.has(oid)) as string[]
  for (const [oid, node] of await loadTenants(work.queries, missing)) work.tenants.set(oid, node)
  const byOid = new Map(creations.filter(({ model }) => model.meta.isTenant === true).map((draft) => [draft.oid, draft]))
  const readers: Readers = new Map()
  await inTurns(creations, (draft) => {
    const node = nodeFor(draft, { work, byOid, open: new Set() })
    if (node === undefined) return
    draft.node = node
    draft.reader =
      known(readers, draft, node) ?? remember(readers, draft, actingIn(draft.model, readerOf(work.caller, node, draft.model), work.context))
  })
}

/** One reader serves all records of an entity in a tenant. */
type Readers = Map<EntityModel, Map<string, Reader>>

function known(readers: Readers, { model }: Draft, { oid }: TenantNode): Reader | undefined {
  return readers.get(model)?.get(oid)
}

function remember(readers: Readers, { model }: Draft, reader: Reader): Reader {
  const ofModel = readers.get(model) ?? new Map<string, Reader>()
  readers.set(model, ofModel.set(reader.node.oid, reader))
  return reader
}

/** `"@row12"` in a reference stands for the record that the item named `row12` creates. */
function resolveNames(draft: Draft, byRef: ReadonlyMap<string, Draft>): void {
  if (!Object.values(draft.item.changes ?? {}).some(mayName)) return
  const oidOf = (name: string): string => (name.startsWith('@') ? (byRef.get(name.slice(1))?.oid ?? name) : name)
  const changes = draft.item.changes ?? {}
  const named = draft.model.references.flatMap(({ path }) => pointingsOf(changes, { path })).filter(({ oid }) => oidOf(oid) !== oid)
  if (named.length === 0) return
  const resolved = named.reduce((record, { pointer, oid }) => withValueAt(record, parsePointer(pointer), oidOf(oid)), changes)
  draft.item = { ...draft.item, changes: resolved }
}

const mayName = (value: unknown): boolean =>
  typeof value === 'string' ? value.startsWith('@') : typeof value === 'object' && value !== null

/** The tenant under which a new record is to live: its parent property, else the tenant in which the person works. */
export function parentOidOf(draft: Draft, plan: Plan): string | undefined {
  const { parent } = draft.model.meta
  // A command runs in the caller's current tenant, whoever owns the licences.
  const given = parent === undefined || draft.model.meta.command !== undefined ? undefined : draft.item.changes?.[parent]
  if (typeof given === 'string' && given !== '') return given
  return draft.homeOid ?? (plan.tenantOid === 'all' ? undefined : plan.tenantOid)
}

interface NodeSearch {
  work: PlanWork
  byOid: ReadonlyMap<string, Draft>
  /** Drafts whose parents are being resolved, to detect cycles. */
  open: Set<Draft>
}

function nodeFor(draft: Draft, search: NodeSearch): TenantNode | undefined {
  const { work, byOid, open } = search
  const oid = parentOidOf(draft, work.plan)
  if (oid === undefined) return undefined
  const known = work.tenants.get(oid)
  const creator = byOid.get(oid)
  if (known !== undefined || creator === undefined || open.has(draft)) return known
  open.add(draft)
  const above = nodeFor(creator, search)
  if (above === undefined) return undefined
  const node = futureTenant(creator, above)
  work.tenants.set(oid, node)
  return node
}

/** A tenant that the plan creates, as its children see it; the label of its path is given out when it is stored. */
function futureTenant({ oid, base, item, index, kept }: Draft, above: TenantNode): TenantNode {
  const { name, type } = { ...base, ...item.changes }
  return {
    oid,
    name: String(name ?? ''),
    type: type as TenantType,
    parentOid: above.oid,
    path: `${above.path}new${index}.`,
    state: base?.['state'] === 'frozen' ? 'frozen' : 'active',
    features: kept?.features ?? {},
  }
}
