import { sql } from 'kysely'
import { isSame, isUnchanged } from '../../../schemas/vocabulary/equality.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { EntityModel } from '../../entities/model/entity-model.ts'
import type { PairSides } from '../../entities/model/pair-sides.ts'
import { servedRecord } from '../../entities/records/served-record.ts'
import { inTurns } from '../../event-loop/in-turns.ts'
import { type Draft, type PlanWork, refuse, refuseField } from '../drafts/draft.ts'

/** Refuses changes to records that do not exist. For a pair, the error names the side that was deleted meanwhile, if the journal knows it. */
export async function refuseUnknown(work: PlanWork, model: EntityModel, drafts: readonly Draft[]): Promise<void> {
  const { pairs: sides } = model
  const gone = sides === undefined || drafts.length === 0 ? new Map<string, string>() : await deletedSides(work, { model, sides, drafts })
  await inTurns(drafts, (draft) => {
    const parts = draft.oid.split('/')
    const side = parts.findIndex((oid) => gone.has(oid))
    if (side < 0) refuse(draft, 404, { key: 'service.record.unknown', params: { entity: model.name } })
    else {
      draft.status ??= 404
      draft.blocked = true
      refuseField(draft, `/${sides?.names[side] ?? ''}`, { key: 'service.pair.gone', params: { name: gone.get(parts[side] ?? '') } })
    }
  })
}

/** Names that the deleted sides of pairs had in the overlay in which the person works. */
async function deletedSides(
  { queries, catalogue, caller, context }: PlanWork,
  { model, sides, drafts }: { model: EntityModel; sides: PairSides; drafts: readonly Draft[] },
): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  if (context === 'all' || !caller.rightsOn(context).has(model.meta.resource, 'read')) return names
  const oids = [...new Set(drafts.flatMap(({ oid }) => oid.split('/')))]
  for (const entity of new Set(sides.entities)) {
    const { table, meta } = catalogue.model(entity)
    const { rows } = await sql<{ oid: string; name: string }>`select j.subject_oid as oid, j.entry#>>'{subject,name}' as name
      from journal j where j.tenant_oid = ${context.oid} and j.theme = ${meta.theme} and j.event_type = 'deletion'
        and j.subject_oid = any(${oids}::text[])
        and not exists (select from ${sql.raw(table)} r where r.tenant_oid = ${context.oid} and r.oid = j.subject_oid)
      order by j.seq`.execute(queries)
    for (const { oid, name } of rows) names.set(oid, name)
  }
  return names
}

/**
 * Whether only the service computes the property: counts, names of referenced records, values derived from the tenant. Derived
 * properties that callers may write (`x-derived.write`) have rules of their own.
 */
export function isComputed({ fields, schema, writtenThrough }: EntityModel, name: string): boolean {
  const derived = schema.properties[name]?.['x-derived']
  const isAskedFor = (derived !== undefined && 'write' in derived) || writtenThrough.some((field) => field.name === name)
  return fields.get(name)?.derived !== undefined && !isAskedFor
}

/** Whether a sent computed property says nothing new: it is empty, or as it was served. */
function isServed({ before, found, reader, model, item }: Draft, name: string): boolean {
  const value = item.changes?.[name]
  if (isUnchanged(before?.[name], value)) return true
  return found !== undefined && reader !== undefined && isSame(servedRecord(model, found.row, reader)[name], value)
}

/**
 * Clients send computed properties back with whole records. The served value, or an empty one, is ignored; any other value is refused,
 * because its sender expects it to be stored.
 */
export function refuseComputed(draft: Draft, name: string): void {
  if (draft.implied !== true && !isServed(draft, name)) refuseField(draft, `/${name}`, { key: 'validation.field.readOnly' })
}

/** Like `refuseComputed`, but a value that the written record turns out to have is accepted, e.g. `saas` beside `type`. */
export function expectComputed(draft: Draft, name: string): void {
  if (draft.implied !== true && !isServed(draft, name)) (draft.expected ??= []).push(name)
}

/** Refuses the items whose expected values differ from those of the written records; without the records, all of them. */
export function refuseUnexpected(drafts: readonly Draft[], writtenBy: (draft: Draft) => Rec | undefined = () => undefined): void {
  for (const draft of drafts) {
    const written = draft.expected === undefined ? undefined : writtenBy(draft)
    for (const name of draft.expected ?? [])
      if (written === undefined || !isSame(written[name], draft.item.changes?.[name]))
        refuseField(draft, `/${name}`, { key: 'validation.field.readOnly' })
  }
}
