import type { PlanItemResult, PlanResult, ServedRecord } from '../../schemas/plan.ts'
import { isSame } from '../../schemas/vocabulary/equality.ts'
import { SECRET_MARK } from '../../schemas/vocabulary/schema/property-schema.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import { hiddenPaths, visibleValue } from '../entities/model/guarded-places.ts'
import type { EntityModel } from '../entities/model/entity-model.ts'
import { findRows, readerOfRow } from '../entities/records/one-record.ts'
import { actingIn, isReadable, readerOf, servedRecord, withoutEnded, withoutSecrets } from '../entities/records/served-record.ts'
import { inTurns, mapInTurns } from '../event-loop/in-turns.ts'
import { byModel, type Draft, type PlanWork } from './drafts/draft.ts'

/** The answer to a plan with more items contains its refused items only. */
export const MAX_ANSWERED = 1_000

/** Stored records by entity and oid. A tenant and its singleton records share one oid. */
type Records = ReadonlyMap<EntityModel, ReadonlyMap<string, ServedRecord>>

/** The result of a plan. `records` are the stored records as the caller may see them. */
export async function planResult(work: PlanWork, { dryRun, records }: { dryRun: boolean; records: Records }): Promise<PlanResult> {
  const counts = { applied: 0, unchanged: 0, refused: 0 }
  const asked = work.drafts.filter(({ implied, besides, status }) => (implied !== true && besides !== true) || status !== undefined)
  for (const draft of asked) counts[verdictOf(draft)]++
  const raised = asked.filter((draft) => draft.raised === true).length
  const shown = asked.length <= MAX_ANSWERED ? asked : asked.filter((draft) => verdictOf(draft) === 'refused')
  const { more } = work.budget
  const items = await mapInTurns(
    shown.toSorted((a, b) => a.index - b.index),
    (draft) =>
      draft.model.meta.command === undefined
        ? itemResult(draft, { work, record: records.get(draft.model)?.get(draft.oid) })
        : commandResult(draft, { work, records }),
  )
  return {
    applied: counts.refused === 0,
    dryRun,
    actionId: work.actionId,
    counts: { ...counts, ...(raised > 0 && { raised }) },
    ...(more > 0 && { moreErrors: more }),
    items,
  }
}

function verdictOf({ status, item, changed, wroteThrough }: Draft): PlanItemResult['verdict'] {
  if (status !== undefined) return 'refused'
  return item.action === 'update' && changed.length === 0 && wroteThrough === undefined ? 'unchanged' : 'applied'
}

function itemResult(draft: Draft, { work, record }: { work: PlanWork; record: ServedRecord | undefined }): PlanItemResult {
  const verdict = verdictOf(draft)
  const isKnown = draft.item.action !== 'create' || verdict === 'applied'
  const result: PlanItemResult = { index: draft.index, verdict, ...(isKnown && { oid: draft.oid }) }
  if (draft.raised === true) result.raised = draft.model.name
  if (verdict === 'refused') result.errors = draft.errors
  if (draft.stale === true && draft.found !== undefined && draft.index < MAX_ANSWERED) result.current = currentOf(draft, work)
  if (verdict === 'applied' && draft.item.action !== 'delete') result.changed = changedOf(draft)
  if (record !== undefined && draft.item.action !== 'delete') result.record = record
  return result
}

/** A command is not a record: its answer lists the records that it changed. */
function commandResult(draft: Draft, { work, records }: { work: PlanWork; records: Records }): PlanItemResult {
  const { index, errors, found, model } = draft
  const verdict = verdictOf(draft)
  if (verdict === 'refused') {
    const of = work.catalogue.model(model.meta.command?.of ?? '')
    const current = draft.stale === true && found && servedRecord(of, found.row, readerOf(work.caller, found.node, of))
    return { index, verdict, errors, ...(current && { current }) }
  }
  const caused = work.drafts.filter(({ causes }) => causes?.some((cause) => cause.draft === draft))
  return { index, verdict, records: caused.flatMap((one) => records.get(one.model)?.get(one.oid) ?? []) }
}

function currentOf({ model, found }: Draft, { caller, context }: PlanWork): ServedRecord {
  if (found === undefined) throw new Error('only a stored record is current')
  return servedRecord(model, found.row, actingIn(model, readerOf(caller, found.node, model), context))
}

/** Changed properties with their old and new values, as far as the caller may read them; of a secret only the fact that it changed. */
function changedOf({ model, before, next, changed, wroteThrough = [], reader }: Draft): Record<string, [unknown, unknown]> {
  const shown: Record<string, [unknown, unknown]> = {}
  const hidden = reader === undefined ? [] : hiddenPaths(model, reader.context, next)
  const valueOf = (name: string, record: Rec | null): unknown => withoutEnded(model, { [name]: record?.[name] })[name]
  for (const name of [...changed, ...wroteThrough]) {
    const field = model.fields.get(name)
    if (field === undefined || reader === undefined || !isReadable(field, next, reader.context)) continue
    if (field.schema['x-secret'] !== true) {
      const visible = (record: Rec | null): unknown =>
        withoutSecrets(visibleValue(name, valueOf(name, record), hidden), field.schema) ?? null
      const values: [unknown, unknown] = [visible(before), visible(next)]
      if (hidden.length === 0 || !isSame(...values)) shown[name] = values
    } else shown[SECRET_MARK] = [(before?.[name] ?? null) !== null, (next[name] ?? null) !== null]
  }
  return shown
}

/** The records of a plan as they are stored now. */
export async function storedRecords(work: PlanWork): Promise<Records> {
  const records = new Map<EntityModel, Map<string, ServedRecord>>()
  if (work.drafts.length > MAX_ANSWERED) return records
  for (const [model, drafts] of byModel(work.drafts.filter(({ item, model: { meta } }) => item.action !== 'delete' && !meta.command))) {
    const ofModel = new Map<string, ServedRecord>()
    records.set(model, ofModel)
    const rows = await findRows(work.queries, { model, caller: work.caller, oids: drafts.map(({ oid }) => oid) })
    await inTurns(rows, (found) => {
      const reader = readerOfRow(model, work.caller, found)
      if (reader !== undefined) ofModel.set(found.row.oid, servedRecord(model, found.row, actingIn(model, reader, work.context)))
    })
  }
  return records
}

/** HTTP status of the whole plan, by precedence: not found or forbidden, then stale revisions, then validation errors. */
export function statusOf(statuses: readonly (number | undefined)[]): number {
  return [404, 405, 403, 428, 409, 400].find((status) => statuses.includes(status)) ?? 200
}
