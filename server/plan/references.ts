import { sql } from 'kysely'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import { computed } from '../domain/computed.ts'
import type { EntityModel } from '../entities/entity-model.ts'
import { findRows, readerOfRow, type FoundRow } from '../entities/one-record.ts'
import { pointingsOf, type OutgoingReference, type Pointing } from '../entities/reference-ways.ts'
import { recordOf, unreadable } from '../entities/served-record.ts'
import { loadTenants } from '../entities/tenant-context.ts'
import type { TenantNode } from '../policies/caller.ts'
import { refuseField, standing, type Draft, type PlanWork } from './draft.ts'

/**
 * Loads every record that the drafts point at, before and after. A new reference to what the caller cannot see is refused, as is one
 * from an overlay into another one.
 */
export async function loadReferences(work: PlanWork, drafts: readonly Draft[] = work.drafts): Promise<void> {
  const { wanted, fresh } = referencesOf(drafts)
  for (const [entity, oids] of heldBy(work, fresh)) await holdRows(work, work.catalogue.model(entity), oids)
  const overlays: Overlays = new Map()
  for (const [entity, oids] of wanted) {
    const found = await loadEntity(work, work.catalogue.model(entity), { oids, overlays })
    work.referenced.set(entity, new Map([...(work.referenced.get(entity) ?? []), ...found]))
  }
  const deleted = new Set(standing(work.drafts, 'delete').map(({ oid }) => oid))
  for (const { draft, reference, pointer, oid } of fresh) {
    const overlay = overlays.get(oid)
    const isNear = overlay === undefined || overlay === draft.node?.oid
    if (work.referenced.get(reference.entity)?.has(oid) && isNear && !deleted.has(oid)) continue
    refuseField(draft, pointer, { key: 'service.reference.unknown' })
  }
}

/** The customer whose overlay a record is part of, by oid; records outside of overlays are missing. */
type Overlays = Map<string, string>

/** What a draft begins to point at. */
interface FreshReference extends Pointing {
  draft: Draft
  reference: OutgoingReference
}

/** Everything that the drafts point at, by entity, and what they begin to point at. */
function referencesOf(drafts: readonly Draft[]): { wanted: Map<string, Set<string>>; fresh: FreshReference[] } {
  const wanted = new Map<string, Set<string>>()
  const fresh: FreshReference[] = []
  const want = (entity: string, oid: string): void => {
    const oids = wanted.get(entity)
    if (oids === undefined) wanted.set(entity, new Set([oid]))
    else oids.add(oid)
  }
  for (const draft of standing(drafts)) {
    for (const reference of draft.model.references) {
      const before = new Set(draft.before === null ? [] : pointingsOf(draft.before, reference).map(({ oid }) => oid))
      for (const oid of before) want(reference.entity, oid)
      for (const { pointer, oid } of pointingsOf(draft.next, reference)) {
        want(reference.entity, oid)
        if (draft.item.action !== 'delete' && !before.has(oid)) fresh.push({ draft, reference, pointer, oid })
      }
    }
  }
  return { wanted, fresh }
}

/** Rows that the plan begins to point at. The parent of a tenant is held by its own lock, when its children get their paths. */
function heldBy(work: PlanWork, fresh: readonly FreshReference[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const created = new Set(work.drafts.filter(({ before }) => before === null).map(({ oid }) => oid))
  for (const { draft, reference, oid } of fresh) {
    const { meta } = draft.model
    const isHeld = reference.property === meta.parent && meta.isTenant === true
    // Nobody deletes what all overlays share.
    if (created.has(oid) || isHeld || work.catalogue.model(reference.entity).meta.shared === true) continue
    found.set(reference.entity, (found.get(reference.entity) ?? new Set()).add(oid))
  }
  // The home of a record that names none: nobody deletes it while records come to it.
  for (const { model, before, node } of standing(work.drafts))
    if (before === null && model.meta.parent === undefined && node !== undefined && !created.has(node.oid))
      found.set('tenant', (found.get('tenant') ?? new Set()).add(node.oid))
  return found
}

/** Until the transaction ends nobody deletes the rows: a deletion waits, and then sees who refers to them. */
async function holdRows({ queries }: PlanWork, model: EntityModel, oids: ReadonlySet<string>): Promise<void> {
  const table = sql.raw(model.name === 'tenant' ? 'tenant' : model.table)
  await sql`select r.oid from ${table} r where r.oid = any(${[...oids]}::text[]) order by r.oid for share`.execute(queries)
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
  const homes = new Set(standing(work.drafts).flatMap(({ node }) => node?.oid ?? []))
  const rows = await findRows(work.queries, { model, caller: work.caller, oids: stored, overlays: [...homes] })
  const readable = rows.filter((row) => work.named.has(row.row.oid) || isReadable(work, model, row))
  if (model.meta.scope === 'overlay' && model.meta.shared !== true) {
    for (const { oid, node } of creations) if (node !== undefined) overlays.set(oid, node.oid)
    for (const { row, node } of readable) overlays.set(row.oid, node.oid)
  }
  return new Map([...created, ...readable.map(({ row }): [string, Rec] => [row.oid, recordOf(model, row)])])
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
