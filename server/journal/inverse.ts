import type { PlanItem } from '../../schemas/plan.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import { isSame } from '../../schemas/vocabulary/equality.ts'
import type { KeptTenant } from '../domain/domain.ts'
import type { Queries } from '../db/database.ts'
import type { Catalogue, EntityModel } from '../entities/model/entity-model.ts'
import { findRows } from '../entities/records/one-record.ts'
import { recordOf } from '../entities/records/served-record.ts'
import type { Caller } from '../policies/caller.ts'
import { refuse, refuseField, type Draft } from '../plan/drafts/draft.ts'
import { inverseOf, isOfCommand, type StoredEntry } from './read-entries.ts'
import { isMasked, unmasked, valueBefore } from './value-before.ts'

/** Why an inverse cannot be applied; the plan reports it as the item's error. */
interface Objection {
  field?: string
  key: string
  params?: Rec
}

/** The plan item that undoes an entry, with additional data for its draft. */
export interface Inverse {
  item: PlanItem
  /** A restored record keeps its oid, its content and its revision count. */
  revived?: { oid: string; tenantOid: string; record: Rec; revision: number; kept?: KeptTenant }
  objection?: Objection
  /** The record had secrets, which the journal does not hold. */
  hasSecrets?: true
}

/** Builds the inverses of the entries, newest first. Side effects of hooks need none: the inverse causes its own. */
export async function inversesOf(
  queries: Queries,
  { catalogue, caller, entries }: { catalogue: Catalogue; caller: Caller; entries: readonly StoredEntry[] },
): Promise<Inverse[]> {
  const current = await currentRecords(queries, { catalogue, caller, entries })
  const seen = new Set<string>()
  return entries.toReversed().flatMap((entry) => {
    // A move between tenants has an entry in both journals.
    const change = `${entry.actionId} ${entry.entity} ${entry.subject.oid} ${entry.revision}`
    if (entry.revision !== undefined && seen.has(change)) return []
    seen.add(change)
    const model = catalogue.models.get(entry.entity)
    const action = inverseOf(model, entry.eventType)
    if (model === undefined || action === undefined || isOfCommand(entry, model)) return []
    return [inverse(model, entry, { action, record: current.get(placeOf(entry.entity, entry.subject.oid)) })]
  })
}

/** Includes the entity, as a tenant and its singleton records share an oid. */
const placeOf = (entity: string, oid: string): string => `${entity}/${oid}`

/** The records that entries are about, as they are now, by entity and oid; without those that the caller does not see. */
export async function currentRecords(
  queries: Queries,
  { catalogue, caller, entries }: { catalogue: Catalogue; caller: Caller; entries: readonly StoredEntry[] },
): Promise<Map<string, Rec>> {
  const records = new Map<string, Rec>()
  for (const model of catalogue.models.values()) {
    const oids = entries.filter(({ entity }) => entity === model.name).map(({ subject }) => subject.oid)
    for (const { row } of await findRows(queries, { model, caller, oids: [...new Set(oids)] }))
      records.set(placeOf(model.name, row.oid), recordOf(model, row))
  }
  return records
}

function inverse(
  model: EntityModel,
  entry: StoredEntry,
  { action, record }: { action: PlanItem['action']; record: Rec | undefined },
): Inverse {
  const { oid } = entry.subject
  if (action === 'create') return revival(model, entry, record)
  const item: PlanItem = { entity: model.name, action, oid, revision: Number(record?.['revision'] ?? 0) }
  if (record === undefined) return { item, objection: { key: 'service.restore.goneSince' } }
  if (action === 'delete') {
    const untouched = entry.revision === undefined || entry.revision === record['revision']
    return untouched
      ? { item }
      : { item, objection: { field: model.meta.label, key: 'service.restore.changedSince', params: { field: model.meta.label } } }
  }
  const changes: Rec = {}
  const [before, after] = [acceptedSide(model, entry, { side: 'before', record }), acceptedSide(model, entry, { side: 'after', record })]
  for (const name of Object.keys(entry.details.changes ?? {})) {
    const earlier = valueBefore({ before: before[name], after: after[name], now: record[name] })
    if (earlier !== undefined && 'isLater' in earlier)
      return { item: { ...item, changes }, objection: { field: name, key: 'service.restore.changedSince', params: { field: name } } }
    if (earlier !== undefined) changes[name] = earlier.value
  }
  return { item: { ...item, changes } }
}

/** The values of one side of a change, as the present release accepts them: a text may have become a number since. */
function acceptedSide(
  { versions }: EntityModel,
  { details: { changes = {} } }: StoredEntry,
  { side, record }: { side: 'before' | 'after'; record: Rec },
): Rec {
  const values = Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, change[side]]))
  const filled = versions?.filled({ ...record, ...values })
  return filled === undefined ? values : Object.fromEntries(Object.keys(values).map((name) => [name, filled[name]]))
}

function revival(model: EntityModel, entry: StoredEntry, record: Rec | undefined): Inverse {
  const all = Object.entries(entry.details.changes ?? {})
  const values = all.filter(([, change]) => !isMasked(change.before))
  const before: Rec = Object.fromEntries(values.map(([name, change]) => [name, unmasked(change.before)]))
  const { parent } = model.meta
  const item: PlanItem = { entity: model.name, action: 'create', changes: parent === undefined ? {} : { [parent]: before[parent] } }
  const { kept } = entry.details
  const revived = {
    oid: entry.subject.oid,
    tenantOid: entry.tenant.oid,
    record: model.versions?.filled(before) ?? before,
    revision: entry.revision ?? 0,
    ...(kept && { kept }),
  }
  const hasSecrets = values.length < all.length || values.some(([, change]) => !isSame(unmasked(change.before), change.before))
  const inverse: Inverse = { item, revived, ...(hasSecrets && { hasSecrets }) }
  return record === undefined ? inverse : { ...inverse, objection: { key: 'service.restore.backAlready' } }
}

/** Adds to each draft of an inverse plan the data that its item cannot carry. */
export function prepareInverses(inverses: readonly Inverse[]): (drafts: Draft[]) => void {
  return (drafts) => {
    for (const draft of drafts) {
      const inverse = inverses[draft.index]
      draft.isRestored = inverse !== undefined
      const { revived, objection } = inverse ?? {}
      if (revived !== undefined) {
        draft.oid = revived.oid
        draft.homeOid = revived.tenantOid
        draft.base = revived.record
        draft.baseRevision = revived.revision
        if (revived.kept !== undefined) draft.kept = revived.kept
      }
      if (objection?.field !== undefined) refuseField(draft, `/${objection.field}`, objection)
      else if (objection !== undefined)
        refuse(draft, objection.key === 'service.restore.goneSince' ? 404 : 409, {
          key: objection.key,
          ...(objection.params && { params: objection.params }),
        })
      if (objection?.field !== undefined) draft.status = 409
      if (objection !== undefined) draft.stale = true
    }
  }
}
