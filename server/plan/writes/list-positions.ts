import { sql } from 'kysely'
import { lockNames } from '../../db/sql-parts.ts'
import { fieldSql, type EntityModel } from '../../entities/model/entity-model.ts'
import { activeDrafts, byModel, type Draft, type PlanWork, refuse } from '../drafts/draft.ts'

/** Most records of one ordered list; the console shows them all at once for manual ordering. */
export const MAX_POSITIONS = 500

/** Serialises writers of ordered records per overlay; locks are always taken in the same order. */
export async function lockOverlays({ queries }: PlanWork, { name }: EntityModel, drafts: readonly Draft[]): Promise<void> {
  await lockNames(queries, { kind: name, names: drafts.flatMap(({ node }) => node?.oid ?? []) })
}

/** New records of an ordered list (`x-entity.order`) without a position are appended; a full list refuses them. */
export async function assignPositions(work: PlanWork): Promise<void> {
  for (const [model, drafts] of byModel(activeDrafts(work.drafts))) {
    const { order } = model.meta
    const fresh = drafts.filter(({ before, item }) => before === null && item.action === 'create')
    if (order === undefined || fresh.length === 0) continue
    await lockOverlays(work, model, fresh)
    const counts = await countsOf(work, model, fresh)
    for (const draft of fresh) placeAtEnd(draft, counts)
  }
}

/** Records by overlay, and by overlay and option of `within`. */
async function countsOf({ queries }: PlanWork, model: EntityModel, drafts: readonly Draft[]): Promise<Map<string, number>> {
  const lane = model.meta.order?.within
  const overlays = [...new Set(drafts.flatMap(({ node }) => node?.oid ?? []))]
  const value = lane === undefined ? `''` : `coalesce(${fieldSql(model, lane)('r')}, '')`
  const { rows } = await sql<{ overlay: string; lane: string; n: number }>`select r.tenant_oid as overlay, ${sql.raw(
    value,
  )} as lane, count(*)::integer as n from ${sql.raw(model.table)} r where r.tenant_oid = any(${overlays}::text[]) group by 1, 2`.execute(
    queries,
  )
  const counts = new Map<string, number>()
  for (const { overlay, lane: name, n } of rows) {
    counts.set(overlay, (counts.get(overlay) ?? 0) + n)
    counts.set(`${overlay} ${name}`, n)
  }
  return counts
}

function placeAtEnd(draft: Draft, counts: Map<string, number>): void {
  const { order } = draft.model.meta
  if (order === undefined) return
  const overlay = draft.node?.oid ?? ''
  const lane = `${overlay} ${order.within === undefined ? '' : String(draft.next[order.within])}`
  const all = counts.get(overlay) ?? 0
  const own = counts.get(lane) ?? 0
  if (all >= MAX_POSITIONS) refuse(draft, 400, { key: 'service.order.full', params: { most: MAX_POSITIONS } })
  if (!Object.hasOwn(draft.item.changes ?? {}, order.by)) draft.next = { ...draft.next, [order.by]: Math.max(own + (order.plus ?? 0), 1) }
  counts.set(overlay, all + 1)
  counts.set(lane, own + 1)
}
