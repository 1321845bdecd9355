import { sql } from 'kysely'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { PART } from '../../db/batches.ts'
import { lockedRows } from '../../db/row-locks.ts'
import { inTurns } from '../../event-loop/in-turns.ts'
import { computed } from '../../domain/computed.ts'
import type { EntityModel } from '../../entities/model/entity-model.ts'
import { findRows, readerOfRow, type FoundRow } from '../../entities/records/one-record.ts'
import { pointingsOf, type OutgoingReference, type Pointing } from '../../entities/model/reference-paths.ts'
import { recordOf, unreadable } from '../../entities/records/served-record.ts'
import { loadTenants } from '../../entities/records/tenant-context.ts'
import type { TenantNode } from '../../policies/caller.ts'
import { refuseField, activeDrafts, type Draft, type PlanWork } from '../drafts/draft.ts'

/**
 * Loads all records that the drafts reference, before and after the change. Refuses new references to records that the caller cannot
 * see, and references from one overlay into another.
 */
export async function loadReferences(work: PlanWork, drafts: readonly Draft[] = work.drafts): Promise<void> {
  const { wanted, fresh } = await referencesOf(drafts)
  for (const [entity, oids] of await heldBy(work, fresh)) await holdRows(work, work.catalogue.model(entity), oids)
  const overlays: Overlays = new Map()
  for (const [entity, oids] of wanted) {
    const found = await loadEntity(work, work.catalogue.model(entity), { oids, overlays })
    const known = work.referenced.get(entity)
    if (known === undefined) work.referenced.set(entity, found)
    else for (const [oid, record] of found) known.set(oid, record)
  }
  const deleted = new Set(activeDrafts(work.drafts, 'delete').map(({ oid }) => oid))
  await inTurns(fresh, ({ draft, reference, pointer, oid }) => {
    const overlay = overlays.get(oid)
    const isNear = overlay === undefined || overlay === draft.node?.oid
    if (work.referenced.get(reference.entity)?.has(oid) && isNear && !deleted.has(oid)) return
    refuseField(draft, pointer, { key: 'service.reference.unknown' })
  })
}

/** The customer whose overlay a record is part of, by oid; records outside of overlays are missing. */
type Overlays = Map<string, string>

/** A new reference of a draft. */
interface FreshReference extends Pointing {
  draft: Draft
  reference: OutgoingReference
}

/** All referenced oids by entity, and the new references among them. */
async function referencesOf(drafts: readonly Draft[]): Promise<{ wanted: Map<string, Set<string>>; fresh: FreshReference[] }> {
  const wanted = new Map<string, Set<string>>()
  const fresh: FreshReference[] = []
  const want = (entity: string, oid: string): void => {
    const oids = wanted.get(entity)
    if (oids === undefined) wanted.set(entity, new Set([oid]))
    else oids.add(oid)
  }
  await inTurns(activeDrafts(drafts), (draft) => {
    for (const reference of draft.model.references) {
      const before = new Set(draft.before === null ? [] : pointingsOf(draft.before, reference).map(({ oid }) => oid))
      for (const oid of before) want(reference.entity, oid)
      for (const { pointer, oid } of pointingsOf(draft.next, reference)) {
        want(reference.entity, oid)
        if (draft.item.action !== 'delete' && !before.has(oid)) fresh.push({ draft, reference, pointer, oid })
      }
    }
  })
  return { wanted, fresh }
}

/** Rows that the plan begins to point at. The parent of a tenant is held by its own lock, when its children get their paths. */
async function heldBy(work: PlanWork, fresh: readonly FreshReference[]): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>()
  const created = new Set(work.drafts.filter(({ before }) => before === null).map(({ oid }) => oid))
  await inTurns(fresh, ({ draft, reference, oid }) => {
    const { meta } = draft.model
    const isHeld = reference.property === meta.parent && meta.isTenant === true
    // Records that all overlays share are never deleted.
    if (created.has(oid) || isHeld || work.catalogue.model(reference.entity).meta.shared === true) return
    found.set(reference.entity, (found.get(reference.entity) ?? new Set()).add(oid))
  })
  // Locks the tenant of a record that names none, so that it is not deleted while records are added to it.
  for (const { model, before, node } of activeDrafts(work.drafts))
    if (before === null && model.meta.parent === undefined && node !== undefined && !created.has(node.oid))
      found.set('tenant', (found.get('tenant') ?? new Set()).add(node.oid))
  return found
}

/** Locks the rows against deletion until the transaction ends; a concurrent deletion waits and then sees the new references. */
async function holdRows({ queries }: PlanWork, model: EntityModel, oids: ReadonlySet<string>): Promise<void> {
  const table = sql.raw(model.name === 'tenant' ? 'tenant' : model.table)
  const sorted = [...oids].toSorted()
  for (let from = 0; from < sorted.length; from += PART)
    await lockedRows(
      queries,
      { kind: model.name, mode: 'share' },
      (lock) =>
        sql<{
          oid: string
        }>`select r.oid from ${table} r where r.oid = any(${sorted.slice(from, from + PART)}::text[]) order by r.oid ${lock}`,
    )
}

async function loadEntity(
  work: PlanWork,
  model: EntityModel,
  { oids, overlays }: { oids: ReadonlySet<string>; overlays: Overlays },
): Promise<Map<string, Rec>> {
  if (model.name === 'tenant') return loadTenantRecords(work, oids)
  const creations = work.drafts.filter((draft) => draft.model === model && draft.before === null && oids.has(draft.oid))
  const created = new Map(creations.map((draft) => [draft.oid, draft.next]))
  const stored = [...oids].filter((oid) => !created.has(oid))
  const homes = new Set(activeDrafts(work.drafts).flatMap(({ node }) => node?.oid ?? []))
  const readable: FoundRow[] = []
  for (let from = 0; from < stored.length; from += PART) {
    const part = stored.slice(from, from + PART)
    const rows = await findRows(work.queries, { model, caller: work.caller, oids: part, overlays: [...homes] })
    await inTurns(rows, (row) => {
      if (work.named.has(row.row.oid) || isReadable(work, model, row)) readable.push(row)
    })
  }
  if (model.meta.scope === 'overlay' && model.meta.shared !== true) {
    for (const { oid, node } of creations) if (node !== undefined) overlays.set(oid, node.oid)
    for (const { row, node } of readable) overlays.set(row.oid, node.oid)
  }
  const records = new Map<string, Rec>(created)
  await inTurns(readable, ({ row }) => void records.set(row.oid, recordOf(model, row)))
  return records
}

function isReadable({ caller }: PlanWork, model: EntityModel, row: FoundRow): boolean {
  const reader = readerOfRow(model, caller, row)
  return reader !== undefined && unreadable(model, reader.context) === undefined
}

/** Tenants as rules see them, with what the caller may create below each. */
async function loadTenantRecords(work: PlanWork, oids: ReadonlySet<string>): Promise<Map<string, Rec>> {
  const missing = [...oids].filter((oid) => !work.tenants.has(oid))
  for (const [oid, node] of await loadTenants(work.queries, missing)) work.tenants.set(oid, node)
  return new Map(
    [...oids].flatMap((oid) => {
      const node = work.tenants.get(oid)
      return node === undefined ? [] : [[oid, tenantRecord(node, work)] as const]
    }),
  )
}

function tenantRecord(node: TenantNode, { caller, catalogue }: PlanWork): Rec {
  const record: Rec = {
    oid: node.oid,
    name: node.name,
    parentOid: node.parentOid,
    type: node.type,
    state: node.state,
    licensingMode: node.licensingMode,
  }
  for (const field of catalogue.model('tenant').fields.values()) {
    const one = field.derived !== undefined && 'compute' in field.derived ? computed[field.derived.compute] : undefined
    if (one !== undefined && 'compute' in one) record[field.name] = one.compute(record, { node, rights: caller.rightsOn(node) })
  }
  return record
}
