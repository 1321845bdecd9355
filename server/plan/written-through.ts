import { sql } from 'kysely'
import { isSame } from '../../schemas/vocabulary/equality.ts'
import type { EntityModel } from '../entities/entity-model.ts'
import { newDraft, refuseField, standing, type Cause, type Draft, type PlanWork } from './draft.ts'

/** A value that items of the plan give to a property of a record that they refer to (`x-derived.write`). */
interface Wish {
  model: EntityModel
  oid: string
  field: string
  value: unknown
  causes: Cause[]
}

/**
 * The drafts that carry out what items write into the records that they refer to: a draft of the plan itself where it has one, else a
 * further one. Two items that want different values of one record are refused.
 */
export async function writtenThrough(work: PlanWork): Promise<Draft[]> {
  const wishes = wishesOf(work)
  const open: Wish[] = []
  const planned: Draft[] = []
  for (const wish of wishes) {
    const draft = work.drafts.find(({ model, oid, item }) => model === wish.model && oid === wish.oid && item.action !== 'delete')
    if (draft === undefined) open.push(wish)
    else if (!isSame(draft.next[wish.field] ?? null, wish.value)) {
      if (draft.touched.includes(`/${wish.field}`)) refuseWish(wish)
      else planned.push(withWish(draft, wish))
    }
  }
  return [...planned, ...(await furtherDrafts(work, open))]
}

function wishesOf(work: PlanWork): Wish[] {
  const wishes = new Map<string, Wish>()
  for (const draft of standing(work.drafts)) {
    const { model, next, item, touched, status } = draft
    if (model.writtenThrough.length === 0 || item.action === 'delete' || status !== undefined) continue
    for (const { name, ref, entity, field } of model.writtenThrough) {
      const oid = next[ref]
      if (!touched.includes(`/${name}`) || typeof oid !== 'string') continue
      const value = next[name] ?? null
      const cause = { draft, pointer: `/${name}` }
      const key = `${entity} ${oid} ${field}`
      const wish = wishes.get(key) ?? { model: work.catalogue.model(entity), oid, field, value, causes: [] }
      if (isSame(wish.value, value)) wish.causes.push(cause)
      else refuseWish({ ...wish, causes: [cause] })
      wishes.set(key, wish)
    }
  }
  return [...wishes.values()]
}

function refuseWish({ causes }: Wish): void {
  for (const { draft, pointer } of causes) refuseField(draft, pointer, { key: 'service.value.contested' })
}

function withWish(draft: Draft, { field, value, causes }: Wish): Draft {
  draft.item = { ...draft.item, changes: { ...draft.item.changes, [field]: value } }
  for (const cause of causes) wrote(cause)
  return draft
}

function wrote({ draft, pointer }: Cause): void {
  draft.wroteThrough = [...(draft.wroteThrough ?? []), pointer.slice(1)]
}

/** Updates of records as they are now, under their lock; none where nothing would change. */
async function furtherDrafts(work: PlanWork, wishes: readonly Wish[]): Promise<Draft[]> {
  const drafts: Draft[] = []
  const isDifferent = ({ model, oid, field, value }: Wish): boolean =>
    !isSame(work.referenced.get(model.name)?.get(oid)?.[field] ?? null, value)
  for (const wish of wishes.filter(isDifferent).toSorted((a, b) => (a.oid < b.oid ? -1 : 1))) {
    const { model, oid, field, value, causes } = wish
    const { rows } = await sql<{
      revision: number
    }>`select r.revision from ${sql.raw(model.table)} r where r.oid = ${oid} for update`.execute(work.queries)
    const [row] = rows
    if (row === undefined) continue
    for (const cause of causes) wrote(cause)
    const item = { entity: model.name, action: 'update' as const, oid, revision: row.revision, changes: { [field]: value } }
    drafts.push(newDraft({ index: causes[0]?.draft.index ?? 0, item, model, oid, implied: true, causes }))
  }
  return drafts
}
