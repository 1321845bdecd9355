import { sql } from 'kysely'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import { computed } from '../domain/computed.ts'
import type { EntityModel } from '../entities/entity-model.ts'
import { findRows, readerOfRow } from '../entities/one-record.ts'
import { pointingsOf, type Pointing } from '../entities/reference-ways.ts'
import { recordOf } from '../entities/served-record.ts'
import { loadTenants } from '../entities/tenant-context.ts'
import type { TenantNode } from '../policies/caller.ts'
import { refuseField, standing, type Draft, type PlanWork } from './draft.ts'

/**
 * Loads every record that the drafts point at, before and after. A new reference to what the caller cannot see is refused, as is one
 * from an overlay into another one.
 */
export async function loadReferences(work: PlanWork): Promise<void> {
  const wanted = new Map<string, Set<string>>()
  for (const draft of standing(work.drafts))
    for (const { entity, oid } of pointedAt(draft)) (wanted.get(entity) ?? wanted.set(entity, new Set()).get(entity))?.add(oid)
  for (const [entity, oids] of newlyPointedAt(work)) await holdRows(work, work.catalogue.model(entity), oids)
  const overlays: Overlays = new Map()
  for (const [entity, oids] of wanted) work.referenced.set(entity, await loadEntity(work, work.catalogue.model(entity), { oids, overlays }))
  const deleted = new Set(standing(work.drafts, 'delete').map(({ oid }) => oid))
  for (const draft of standing(work.drafts)) {
    for (const { entity, pointer, oid } of newPointings(draft)) {
      const overlay = overlays.get(oid)
      const isNear = overlay === undefined || overlay === draft.node?.oid
      if (work.referenced.get(entity)?.has(oid) && isNear && !deleted.has(oid)) continue
      refuseField(draft, pointer, { key: 'service.reference.unknown' })
    }
  }
}

/** The customer whose overlay a record is part of, by oid; records outside of overlays are missing. */
type Overlays = Map<string, string>

/** What the draft begins to point at. */
function newPointings({ model, before, next, item }: Draft): (Pointing & { entity: string; property: string })[] {
  if (item.action === 'delete') return []
  return model.references.flatMap(({ way, entity, property }) => {
    const earlier = new Set(pointingsOf(before, { way }).map(({ oid }) => oid))
    return pointingsOf(next, { way }).flatMap((pointing) => (earlier.has(pointing.oid) ? [] : [{ ...pointing, entity, property }]))
  })
}

function pointedAt({ model, before, next }: Draft): { entity: string; oid: string }[] {
  return model.references.flatMap(({ way, entity }) =>
    [...pointingsOf(before, { way }), ...pointingsOf(next, { way })].map(({ oid }) => ({ entity, oid })),
  )
}

/** Records that the plan begins to point at. The parent of a tenant is held by its own lock, when its children get their paths. */
function newlyPointedAt(work: PlanWork): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const created = new Set(work.drafts.filter(({ before }) => before === null).map(({ oid }) => oid))
  for (const draft of standing(work.drafts)) {
    const { meta } = draft.model
    for (const { property, entity, oid } of newPointings(draft)) {
      if (created.has(oid) || (property === meta.parent && meta.isTenant === true)) continue
      found.set(entity, (found.get(entity) ?? new Set()).add(oid))
    }
  }
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
  const rows = await findRows(work.queries, { model, caller: work.caller, oids: stored })
  const readable = rows.filter((row) => readerOfRow(model, work.caller, row) !== undefined)
  if (model.meta.scope === 'overlay') {
    for (const { oid, node } of creations) if (node !== undefined) overlays.set(oid, node.oid)
    for (const { row, node } of readable) overlays.set(row.oid, node.oid)
  }
  return new Map([...created, ...readable.map(({ row }): [string, Rec] => [row.oid, recordOf(model, row)])])
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
  const record: Rec = { oid: node.oid, name: node.name, parentOid: node.parentOid, type: node.type, state: node.state }
  for (const field of catalogue.model('tenant').fields.values()) {
    const one = field.derived !== undefined && 'compute' in field.derived ? computed[field.derived.compute] : undefined
    if (one !== undefined && 'compute' in one) record[field.name] = one.compute(record, { node, rights: caller.rightsOn(node) })
  }
  return record
}
