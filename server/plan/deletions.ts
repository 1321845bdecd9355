import { sql } from 'kysely'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import type { EntityModel } from '../entities/entity-model.ts'
import { byModel, refuse, standing, type Draft, type PlanWork } from './draft.ts'

const NAMED_USERS = 5

/** Deletions: the condition of the schema, and nobody left who refers to the record. What the same plan deletes does not count. */
export async function checkDeletions(work: PlanWork): Promise<void> {
  const deletions = standing(work.drafts, 'delete')
  const gone = countGone(work, deletions)
  for (const [model, drafts] of byModel(deletions)) {
    if (model.meta.isTenant === true) await lockTenants(work, drafts)
    for (const draft of drafts) checkCondition(draft, gone)
    for (const { from, reference } of work.catalogue.referencesTo(model.name)) {
      if (reference.onDelete !== 'clear') await refuseReferenced(work, { drafts: standing(drafts), from, property: reference.property })
    }
  }
}

/** Nobody creates a child of a tenant while it is being deleted. */
async function lockTenants({ queries }: PlanWork, drafts: readonly Draft[]): Promise<void> {
  await sql`select oid from tenant where oid = any(${drafts.map(({ oid }) => oid)}::text[]) order by oid for update`.execute(queries)
}

/** How many records the plan deletes, by counting field and by the record that they are counted for. */
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

/** Counts of the record are less by what the same plan deletes. */
function checkCondition(draft: Draft, gone: ReadonlyMap<string, number>): void {
  const { model, reader, before } = draft
  const extra = model.operations.delete
  if (extra === undefined || reader === undefined || before === null) return
  const record: Rec = { ...before }
  for (const { name, derived } of model.fields.values()) {
    if (derived !== undefined && 'count' in derived)
      record[name] = Number(record[name] ?? 0) - (gone.get(`${derived.count} ${derived.by} ${draft.oid}`) ?? 0)
  }
  if (!extra.when.holds({ record, context: reader.context })) refuse(draft, 403, { key: extra.because })
}

interface Referring {
  drafts: readonly Draft[]
  from: EntityModel
  property: string
}

/** After the plan the record does not refer to what it refers to now. */
function letsGo({ item, before, next }: Draft, property: string): boolean {
  return item.action === 'delete' || (before !== null && before[property] !== next[property])
}

async function refuseReferenced(work: PlanWork, { drafts, from, property }: Referring): Promise<void> {
  const field = from.fields.get(property)?.sql
  if (drafts.length === 0 || field === undefined) return
  const gone = work.drafts.filter((draft) => draft.model === from && letsGo(draft, property)).map(({ oid }) => oid)
  const label = from.fields.get(from.meta.label)?.sql?.('r') ?? 'r.oid'
  const { rows } = await sql<{
    target: string
    name: string
  }>`select ${sql.raw(field('r'))} as target, ${sql.raw(label)} as name from ${sql.raw(from.table)} r
    where ${sql.raw(field('r'))} = any(${drafts.map(({ oid }) => oid)}::text[]) and not exists (select from unnest(${gone}::text[]) as g(oid) where g.oid = r.oid) limit 1000`.execute(
    work.queries,
  )
  for (const draft of drafts) {
    const names = rows.filter(({ target }) => target === draft.oid).map(({ name }) => name)
    if (names.length > 0)
      refuse(draft, 400, {
        key: 'service.record.used',
        params: { entity: from.name, count: names.length, names: names.slice(0, NAMED_USERS).join(', ') },
      })
  }
}

/** Further drafts for `onDelete: clear`: records that refer to what the plan deletes let go of it. */
export async function clearingDrafts(work: PlanWork): Promise<Draft[]> {
  const planned = new Set(work.drafts.map(({ oid }) => oid))
  const clearing = new Map<string, Draft>()
  for (const [model, drafts] of byModel(standing(work.drafts, 'delete'))) {
    for (const { from, reference } of work.catalogue.referencesTo(model.name)) {
      if (reference.onDelete !== 'clear') continue
      for (const { oid, target, revision } of await referringRows(work, { drafts, from, property: reference.property })) {
        if (planned.has(oid)) continue
        const index = drafts.find((draft) => draft.oid === target)?.index ?? 0
        const draft = clearing.get(oid) ?? impliedUpdate(from, { oid, revision, index })
        draft.item = { ...draft.item, changes: { ...draft.item.changes, [reference.property]: null } }
        clearing.set(oid, draft)
      }
    }
  }
  return [...clearing.values()]
}

function impliedUpdate(model: EntityModel, { oid, revision, index }: { oid: string; revision: number; index: number }): Draft {
  const item = { entity: model.name, action: 'update' as const, oid, revision, changes: {} }
  return { index, item, model, oid, implied: true, before: null, next: {}, touched: [], changed: [], transient: {}, errors: [] }
}

async function referringRows(
  { queries }: PlanWork,
  { drafts, from, property }: Referring,
): Promise<{ oid: string; target: string; revision: number }[]> {
  const field = sql.raw(from.fields.get(property)?.sql?.('r') ?? 'null')
  const { rows } = await sql<{
    oid: string
    target: string
    revision: number
  }>`select r.oid, ${field} as target, r.revision from ${sql.raw(from.table)} r
    where ${field} = any(${drafts.map(({ oid }) => oid)}::text[]) order by r.oid for update`.execute(queries)
  return rows
}
