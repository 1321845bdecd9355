import { sql } from 'kysely'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { withValueAt } from '../../../schemas/vocabulary/paths/pointer.ts'
import type { KeptTenant } from '../../domain/domain.ts'
import type { EntityModel } from '../../entities/model/entity-model.ts'
import { pairsOf } from '../../entities/records/pair-records.ts'
import { objectionTo } from '../../../schemas/rights/record-rights.ts'
import { pointingsOf, type OutgoingReference } from '../../entities/model/reference-paths.ts'
import { referring } from '../../entities/records/dependents.ts'
import { contextOf } from '../checks/check-drafts.ts'
import { isHideable, withoutHidden } from './hidden-references.ts'
import { newDraft, byModel, refuse, activeDrafts, type Draft, type PlanWork } from './draft.ts'
import { lockedRows } from '../../db/row-locks.ts'

const NAMED_USERS = 5

/** Checks deletions: the schema's condition must hold and no record may still refer to the deleted one, except those that the plan deletes, too. */
export async function checkDeletions(work: PlanWork): Promise<void> {
  const deletions = activeDrafts(work.drafts, 'delete')
  const gone = countGone(work, deletions)
  for (const [model, drafts] of byModel(deletions)) {
    // Records deleted with their tenant skip the condition for being deleted alone.
    for (const draft of drafts) if (draft.implied !== true) checkCondition(work, draft, gone)
    const open = activeDrafts(drafts)
    const users = work.catalogue.referencesTo(model.name).filter(({ reference }) => reference.onDelete !== 'clear')
    for (const from of new Set(users.map((user) => user.from))) {
      const references = users.filter((user) => user.from === from).map(({ reference }) => reference)
      await refuseReferenced(work, { drafts: open, from, references })
    }
  }
}

/** Locks deleted tenants against new children, and loads what the journal keeps of them besides the record. */
async function lockTenants({ queries }: PlanWork, drafts: readonly Draft[]): Promise<void> {
  const oids = drafts.map(({ oid }) => oid)
  const rows = await lockedRows(
    queries,
    { kind: 'tenant' },
    (lock) => sql<Omit<KeptTenant, 'lastLabel'> & { oid: string; last_label: string }>`select r.oid, r.features, r.path, r.last_label
    from tenant r where r.oid = any(${oids}::text[]) order by r.oid ${lock}`,
  )
  const found = new Map(rows.map(({ oid, last_label: last, ...kept }) => [oid, { ...kept, lastLabel: Number(last) }]))
  for (const draft of drafts) {
    const kept = found.get(draft.oid)
    if (kept !== undefined) draft.kept = kept
  }
}

/** Number of records that the plan deletes, per counting field and counted-for record. */
function countGone({ catalogue }: PlanWork, deletions: readonly Draft[]): Map<string, number> {
  const counted = [...catalogue.models.values()].flatMap(({ fields }) =>
    [...fields.values()].flatMap(({ derived }) => (derived !== undefined && 'count' in derived ? [derived] : [])),
  )
  const gone = new Map<string, number>()
  for (const { count, by } of new Map(counted.map((derived) => [`${derived.count} ${derived.by}`, derived])).values()) {
    for (const { model, before } of deletions) {
      if (model.name !== count) continue
      const key = `${count} ${by} ${String(before?.[by])}`
      gone.set(key, (gone.get(key) ?? 0) + 1)
    }
  }
  return gone
}

/** The record with its counts reduced by what the same plan deletes. */
function checkCondition(work: PlanWork, draft: Draft, gone: ReadonlyMap<string, number>): void {
  const { model, reader, before } = draft
  if (model.operations.delete === undefined || reader === undefined || before === null) return
  const record: Rec = { ...before }
  for (const { name, derived } of model.fields.values()) {
    if (derived !== undefined && 'count' in derived)
      record[name] = Number(record[name] ?? 0) - (gone.get(`${derived.count} ${derived.by} ${draft.oid}`) ?? 0)
  }
  const objection = objectionTo(model, 'delete', { record, context: contextOf(work, reader.context, false) })
  if (objection !== undefined) refuse(draft, objection.status, { key: objection.because })
}

interface Used {
  drafts: readonly Draft[]
  from: EntityModel
  reference: OutgoingReference
}

interface Users {
  drafts: readonly Draft[]
  from: EntityModel
  references: readonly OutgoingReference[]
}

/** Refuses each deletion once for an entity whose records still refer to it, by whichever of their references. */
async function refuseReferenced(work: PlanWork, { drafts, from, references }: Users): Promise<void> {
  const users = new Map<string, Map<string, string>>()
  for (const reference of references) {
    for (const { target, oid, name } of await remainingUsers(work, { drafts, from, reference }))
      users.set(target, (users.get(target) ?? new Map<string, string>()).set(oid, name))
  }
  for (const draft of drafts) {
    const names = [...(users.get(draft.oid)?.values() ?? [])]
    if (names.length > 0)
      refuse(draft, 400, {
        key: 'service.record.used',
        params: { entity: from.name, count: names.length, names: names.slice(0, NAMED_USERS).join(', ') },
      })
  }
}

/** Records that go on referring to what is deleted, once the plan is carried out. */
async function remainingUsers(work: PlanWork, { drafts, from, reference }: Used): Promise<{ oid: string; target: string; name: string }[]> {
  const found = referring({ oids: drafts.map(({ oid }) => oid), from, reference })
  if (found === undefined) return []
  const deleted = new Set(drafts.map(({ oid }) => oid))
  const after = new Map(work.drafts.filter(({ model }) => model === from).map((draft) => [draft.oid, stillReferred(draft, reference)]))
  const gone = [...after].flatMap(([oid, targets]) => ([...targets].some((target) => deleted.has(target)) ? [] : [oid]))
  const label = from.fields.get(from.meta.label)?.sql?.('r') ?? 'r.oid'
  const { rows } = await sql<{
    oid: string
    target: string
    name: string
  }>`select distinct r.oid, ${found.target} as target, ${sql.raw(label)} as name ${found.rows}
    and not exists (select from unnest(${gone}::text[]) as g(oid) where g.oid = r.oid) order by name limit 1000`.execute(work.queries)
  return rows.filter(({ oid, target }) => after.get(oid)?.has(target) !== false)
}

/** What the record refers to after the plan. */
function stillReferred({ item, next }: Draft, reference: OutgoingReference): Set<string> {
  return new Set(item.action === 'delete' ? [] : pointingsOf(next, reference).map(({ oid }) => oid))
}

/**
 * Cascading deletions: pairs of deleted records, and the content of deleted tenants, i.e. all records of an overlay and records that
 * name no tenant themselves. They need no right of their own. Records that name the tenant as their parent prevent its deletion unless
 * they cascade, too.
 */
export async function followingDrafts(work: PlanWork): Promise<Draft[]> {
  const following = await inTenants(work)
  return [...following, ...(await pairDrafts(work, following))]
}

/** Further drafts for the stored pairs of what the plan deletes. */
async function pairDrafts(work: PlanWork, following: readonly Draft[]): Promise<Draft[]> {
  const deletions = activeDrafts(work.drafts, 'delete')
  if (deletions.length === 0) return []
  const indexes = new Map(deletions.map(({ oid, index }) => [oid, index]))
  const gone = new Map([...byModel(deletions)].map(([model, drafts]) => [model.name, drafts.map(({ oid }) => oid)]))
  const isPlanned = plannedIn({ drafts: [...work.drafts, ...following] })
  const found = new Map<string, Draft>()
  for (const model of work.catalogue.models.values()) {
    const { pairs: sides } = model
    for (const { oid, revision, of } of sides === undefined ? [] : await pairsOf(work.queries, model, { sides, gone }))
      if (!isPlanned(model, oid))
        found.set(`${model.name}/${oid}`, implied(model, 'delete', { oid, revision, index: indexes.get(of) ?? 0 }))
  }
  return [...found.values()]
}

/** What lives in the tenants that the plan deletes. */
async function inTenants(work: PlanWork): Promise<Draft[]> {
  const tenants = activeDrafts(work.drafts, 'delete').filter(({ model }) => model.meta.isTenant === true)
  if (tenants.length === 0) return []
  await lockTenants(work, tenants)
  const isPlanned = plannedIn(work)
  const indexes = new Map(tenants.map(({ oid, index }) => [oid, index]))
  const following: Draft[] = []
  for (const model of work.catalogue.models.values()) {
    const { readOnly, isTenant, parent, deletedWithParent } = model.meta
    if (readOnly === true || isTenant === true || (parent !== undefined && deletedWithParent !== true)) continue
    const rows = await lockedRows(
      work.queries,
      { kind: model.name },
      (lock) => sql<{
        oid: string
        tenant_oid: string
        revision: number
      }>`select r.oid, r.tenant_oid, r.revision from ${sql.raw(model.table)} r
      where r.tenant_oid = any(${[...indexes.keys()]}::text[]) order by r.oid ${lock}`,
    )
    for (const { oid, tenant_oid: home, revision } of rows)
      if (!isPlanned(model, oid)) following.push(implied(model, 'delete', { oid, revision, index: indexes.get(home) ?? 0 }))
  }
  return following
}

/** Whether the plan has an item for the record itself. A tenant and its singleton records share one oid. */
function plannedIn({ drafts }: Pick<PlanWork, 'drafts'>): (model: EntityModel, oid: string) => boolean {
  const planned = new Set(drafts.map(({ model, oid }) => `${model.name}/${oid}`))
  return ({ name }, oid) => planned.has(`${name}/${oid}`)
}

/**
 * Further drafts that clear references to records that the plan deletes: those of `onDelete: clear`, and those in places that rules hide, which
 * nobody could clear by hand.
 */
export async function clearingDrafts(work: PlanWork): Promise<Draft[]> {
  const clearing = new Map<string, Draft>()
  const hidden: Used[] = []
  const deletions = activeDrafts(work.drafts, 'delete')
  if (deletions.length === 0) return []
  const isPlanned = plannedIn(work)
  for (const [model, drafts] of byModel(deletions)) {
    const indexes = new Map(drafts.map(({ oid, index }) => [oid, index]))
    for (const { from, reference } of work.catalogue.referencesTo(model.name)) {
      if (reference.onDelete !== 'clear') {
        if (isHideable(from.schema, reference.path)) hidden.push({ drafts, from, reference })
        continue
      }
      for (const { oid, target, revision } of await referringRows(work, { drafts, from, reference })) {
        if (isPlanned(from, oid)) continue
        const index = indexes.get(target) ?? 0
        const draft = clearing.get(oid) ?? implied(from, 'update', { oid, revision, index })
        draft.item = { ...draft.item, changes: withValueAt(draft.item.changes ?? {}, reference.path, null) }
        clearing.set(oid, draft)
      }
    }
  }
  for (const { drafts, from, reference } of hidden) {
    const rows = (await referringRows(work, { drafts, from, reference })).filter(({ oid }) => !isPlanned(from, oid))
    const gone = new Set(drafts.map(({ oid }) => oid))
    for (const { oid, given, revision } of await withoutHidden(work, { from, reference, rows, gone, earlier: clearing })) {
      const draft = clearing.get(oid) ?? implied(from, 'update', { oid, revision, index: drafts[0]?.index ?? 0 })
      clearing.set(oid, { ...draft, given: { ...draft.given, ...given } })
    }
  }
  return [...clearing.values()]
}

function implied(
  model: EntityModel,
  action: 'update' | 'delete',
  { oid, revision, index }: { oid: string; revision: number; index: number },
): Draft {
  const item = { entity: model.name, action, oid, revision, changes: {} }
  return newDraft({ index, item, model, oid, implied: true })
}

async function referringRows(
  { queries }: PlanWork,
  { drafts, from, reference }: Used,
): Promise<{ oid: string; target: string; revision: number }[]> {
  const found = referring({ oids: drafts.map(({ oid }) => oid), from, reference })
  if (found === undefined) return []
  return lockedRows(
    queries,
    { kind: from.name },
    (lock) =>
      sql<{
        oid: string
        target: string
        revision: number
      }>`select r.oid, ${found.target} as target, r.revision ${found.rows} order by r.oid ${lock}`,
  )
}
