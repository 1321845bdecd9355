import { sql } from 'kysely'
import { isSame } from '../../../schemas/vocabulary/equality.ts'
import type { EntityModel } from '../../entities/model/entity-model.ts'
import { newDraft, refuseField, activeDrafts, type Cause, type Draft, type PlanWork } from './draft.ts'
import { lockedRows } from '../../db/row-locks.ts'

/** A value that items of the plan write into a property of a referenced record (`x-derived.write`). */
interface DerivedWrite {
  model: EntityModel
  oid: string
  field: string
  value: unknown
  causes: Cause[]
}

/**
 * The drafts with the values that items write into referenced records: merged into the record's own draft if the plan has one, else
 * a further draft. Two items that write different values into one record are refused.
 */
export async function writtenThrough(work: PlanWork): Promise<Draft[]> {
  const writes = derivedWrites(work)
  if (writes.length === 0) return []
  const drafts = new Map(
    work.drafts.flatMap((draft) => (draft.item.action === 'delete' ? [] : [[`${draft.model.name} ${draft.oid}`, draft] as const])),
  )
  const open: DerivedWrite[] = []
  const planned: Draft[] = []
  for (const write of writes) {
    const draft = drafts.get(`${write.model.name} ${write.oid}`)
    if (draft === undefined) open.push(write)
    else if (!isSame(draft.next[write.field] ?? null, write.value)) {
      if (draft.touched.includes(`/${write.field}`)) refuseWrite(write)
      else planned.push(withWrite(draft, write))
    }
  }
  return [...planned, ...(await furtherDrafts(work, open))]
}

function derivedWrites(work: PlanWork): DerivedWrite[] {
  const writes = new Map<string, DerivedWrite>()
  for (const draft of activeDrafts(work.drafts)) {
    const { model, next, item, touched, status } = draft
    if (model.writtenThrough.length === 0 || item.action === 'delete' || status !== undefined) continue
    for (const { name, ref, entity, field } of model.writtenThrough) {
      const oid = next[ref]
      if (!touched.includes(`/${name}`) || typeof oid !== 'string') continue
      const value = next[name] ?? null
      const cause = { draft, pointer: `/${name}` }
      const key = `${entity} ${oid} ${field}`
      const write = writes.get(key) ?? { model: work.catalogue.model(entity), oid, field, value, causes: [] }
      if (isSame(write.value, value)) write.causes.push(cause)
      else refuseWrite({ ...write, causes: [cause] })
      writes.set(key, write)
    }
  }
  return [...writes.values()]
}

function refuseWrite({ causes }: DerivedWrite): void {
  for (const { draft, pointer } of causes) refuseField(draft, pointer, { key: 'service.value.contested' })
}

function withWrite(draft: Draft, { field, value, causes }: DerivedWrite): Draft {
  draft.item = { ...draft.item, changes: { ...draft.item.changes, [field]: value } }
  for (const cause of causes) wrote(cause)
  return draft
}

function wrote({ draft, pointer }: Cause): void {
  draft.wroteThrough = [...(draft.wroteThrough ?? []), pointer.slice(1)]
}

/** Updates of records as they are now, under their lock; none where nothing would change. */
async function furtherDrafts(work: PlanWork, writes: readonly DerivedWrite[]): Promise<Draft[]> {
  const drafts: Draft[] = []
  const isDifferent = ({ model, oid, field, value }: DerivedWrite): boolean =>
    !isSame(work.referenced.get(model.name)?.get(oid)?.[field] ?? null, value)
  for (const write of writes.filter(isDifferent).toSorted((a, b) => (a.oid < b.oid ? -1 : 1))) {
    const { model, oid, field, value, causes } = write
    const [row] = await lockedRows(
      work.queries,
      { kind: model.name },
      (lock) =>
        sql<{ oid: string; revision: number }>`select r.oid, r.revision from ${sql.raw(model.table)} r where r.oid = ${oid} ${lock}`,
    )
    if (row === undefined) continue
    for (const cause of causes) wrote(cause)
    const item = { entity: model.name, action: 'update' as const, oid, revision: row.revision, changes: { [field]: value } }
    drafts.push(newDraft({ index: causes[0]?.draft.index ?? 0, item, model, oid, implied: true, causes }))
  }
  return drafts
}
