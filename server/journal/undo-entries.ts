import type { PlanItem, StayingChange } from '../../schemas/plan.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import { isSame } from '../../schemas/vocabulary/equality.ts'
import type { Catalogue, EntityModel } from '../entities/model/entity-model.ts'
import { isObject } from '../plan/read-plan.ts'
import { fieldError } from '../plugins/english-text.ts'
import type { Inverse } from './inverse.ts'
import { entryId, inverseOf, isOfCommand, type StoredEntry } from './read-entries.ts'
import { isMasked, unmasked, valueBefore } from './value-before.ts'

/** What undoing several entries comes to: an item for each record, and what stays because of later changes. */
export interface Undoing {
  inverses: Inverse[]
  /** The newest entry of each inverse. */
  about: StoredEntry[]
  stays: StayingChange[]
}

/** A record while its entries are undone, newest first. */
interface Undone {
  model: EntityModel
  newest: StoredEntry
  /** As it is stored; undefined: there is none. */
  stored: Rec | undefined
  /** As it would be; undefined: there would be none. */
  now: Rec | undefined
  /** Revision up to which nobody else's change is left. */
  revision: number
  changes: Rec
  revived?: NonNullable<Inverse['revived']>
  hasSecrets?: true
}

interface Objection {
  key: string
  field?: string
}

export const placeOf = ({ entity, subject }: StoredEntry): string => `${entity}/${subject.oid}`

/**
 * Undoes entries one after the other, newest first, on records in memory. An entry whose fields somebody changed later stays as a whole, and so
 * does what it was built on.
 */
export function undoEntries(
  catalogue: Catalogue,
  { entries, current }: { entries: readonly StoredEntry[]; current: ReadonlyMap<string, Rec> },
): Undoing {
  const records = new Map<string, Undone>()
  const stays: StayingChange[] = []
  const seen = new Set<string>()
  for (const entry of entries) {
    // A move between tenants has an entry in both journals.
    const change = `${entry.actionId} ${placeOf(entry)} ${entry.revision}`
    if (entry.revision !== undefined && seen.has(change)) continue
    seen.add(change)
    const model = catalogue.models.get(entry.entity)
    const action = inverseOf(model, entry.eventType)
    if (model === undefined || action === undefined || isOfCommand(entry, model)) {
      stays.push(stayingChange(entry, { key: 'service.because.restore' }))
      continue
    }
    const record = records.get(placeOf(entry)) ?? startOf(model, entry, current.get(placeOf(entry)))
    records.set(placeOf(entry), record)
    const objection = undo[action](record, entry)
    if (objection !== undefined) stays.push(stayingChange(entry, objection))
    else if (entry.revision === record.revision) record.revision--
  }
  const changed = [...records.values()].flatMap((record) => {
    const inverse = inverseFrom(record)
    return inverse === undefined ? [] : [{ inverse, entry: record.newest }]
  })
  return { inverses: changed.map(({ inverse }) => inverse), about: changed.map(({ entry }) => entry), stays }
}

function startOf(model: EntityModel, newest: StoredEntry, stored: Rec | undefined): Undone {
  return { model, newest, stored, now: stored, revision: Number(stored?.['revision'] ?? newest.revision ?? 0), changes: {} }
}

/** By the action that undoes an entry; each answers why it cannot be undone. */
const undo: Record<PlanItem['action'], (record: Undone, entry: StoredEntry) => Objection | undefined> = {
  update: (record, entry) => {
    const { now } = record
    if (now === undefined) return { key: 'service.restore.goneSince' }
    const changes: Rec = {}
    for (const [name, { before, after }] of Object.entries(entry.details.changes ?? {})) {
      const earlier = valueBefore({ before, after, now: now[name] })
      if (earlier !== undefined && 'isLater' in earlier) return { key: 'service.restore.changedSince', field: name }
      if (earlier !== undefined) changes[name] = earlier.value
    }
    record.now = merged(now, changes)
    record.changes = merged(record.changes, changes)
    return undefined
  },
  delete: (record, entry) => {
    if (record.now === undefined) return { key: 'service.restore.goneSince' }
    if (entry.revision !== undefined && entry.revision !== record.revision)
      return { key: 'service.restore.changedSince', field: record.model.meta.label }
    record.now = undefined
    return undefined
  },
  create: (record, entry) => {
    if (record.now !== undefined) return { key: 'service.restore.backAlready' }
    const all = Object.entries(entry.details.changes ?? {})
    const values = all.filter(([, { before }]) => !isMasked(before))
    record.now = Object.fromEntries(values.map(([name, { before }]) => [name, unmasked(before)]))
    if (values.length < all.length || values.some(([, { before }]) => !isSame(unmasked(before), before))) record.hasSecrets = true
    const { kept } = entry.details
    const { oid } = entry.subject
    record.revision = entry.revision ?? 0
    record.revived = { oid, tenantOid: entry.tenant.oid, record: {}, revision: record.revision, ...(kept && { kept }) }
    return undefined
  },
}

/** As a plan merges changes: objects merge, lists and plain values replace. */
function merged(record: Rec, changes: Rec): Rec {
  const next = { ...record }
  for (const [name, value] of Object.entries(changes)) {
    const old = next[name]
    next[name] = isObject(old) && isObject(value) ? merged(old, value) : value
  }
  return next
}

/** The plan item that makes a stored record what it would be; undefined where it is that already. */
function inverseFrom({ model, stored, now, changes, newest, revived, hasSecrets }: Undone): Inverse | undefined {
  const { oid } = newest.subject
  if (stored === undefined) {
    if (now === undefined || revived === undefined) return undefined
    const { parent } = model.meta
    const item: PlanItem = { entity: model.name, action: 'create', changes: parent === undefined ? {} : { [parent]: now[parent] } }
    return { item, revived: { ...revived, record: now }, ...(hasSecrets && { hasSecrets }) }
  }
  const item: PlanItem = { entity: model.name, action: 'update', oid, revision: Number(stored['revision'] ?? 0) }
  if (now === undefined) return { item: { ...item, action: 'delete' } }
  // It was created anew since it had been deleted, and would have been deleted and restored: its fields get their earlier values.
  const returned =
    revived === undefined ? {} : Object.fromEntries(Object.entries(now).filter(([name, value]) => !isSame(value, stored[name])))
  const all = { ...changes, ...returned }
  return Object.keys(all).length === 0 ? undefined : { item: { ...item, changes: all } }
}

/** What is told of an entry that stays. */
export function stayingChange(entry: StoredEntry, { key, field }: Objection): StayingChange {
  return {
    entryId: entryId(entry),
    entity: entry.entity,
    subject: entry.subject,
    creationDate: entry.createdAt,
    errors: [fieldError(field === undefined ? '' : `/${field}`, key, field === undefined ? undefined : { field })],
  }
}
