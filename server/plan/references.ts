import { sql } from 'kysely'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import { computed } from '../domain/computed.ts'
import type { EntityModel } from '../entities/entity-model.ts'
import { findRows, readerOfRow } from '../entities/one-record.ts'
import { recordOf } from '../entities/served-record.ts'
import { loadTenants } from '../entities/tenant-context.ts'
import type { TenantNode } from '../policies/caller.ts'
import { refuseField, standing, type Draft, type PlanWork } from './draft.ts'

/** Loads every record that the drafts point at, before and after; a touched reference to what the caller cannot see is refused. */
export async function loadReferences(work: PlanWork): Promise<void> {
  const wanted = new Map<string, Set<string>>()
  for (const draft of standing(work.drafts))
    for (const { entity, oid } of pointedAt(draft)) (wanted.get(entity) ?? wanted.set(entity, new Set()).get(entity))?.add(oid)
  for (const [entity, oids] of newlyPointedAt(work)) await holdRows(work, work.catalogue.model(entity), oids)
  for (const [entity, oids] of wanted) work.referenced.set(entity, await loadEntity(work, work.catalogue.model(entity), oids))
  const deleted = new Set(standing(work.drafts, 'delete').map(({ oid }) => oid))
  for (const draft of standing(work.drafts)) {
    if (draft.item.action === 'delete') continue
    for (const { property, entity } of draft.model.references) {
      const oid = draft.next[property]
      const isTouched = draft.before === null || draft.before[property] !== oid
      if (typeof oid !== 'string' || oid === '' || !isTouched) continue
      if (work.referenced.get(entity)?.has(oid) && !deleted.has(oid)) continue
      refuseField(draft, `/${property}`, { key: 'service.reference.unknown' })
    }
  }
}

function pointedAt({ model, before, next }: Draft): { entity: string; oid: string }[] {
  return model.references.flatMap(({ property, entity }) =>
    [before?.[property], next[property]]
      .filter((oid): oid is string => typeof oid === 'string' && oid !== '')
      .map((oid) => ({ entity, oid })),
  )
}

/** Records that the plan begins to point at. The parent of a tenant is held by its own lock, when its children get their paths. */
function newlyPointedAt(work: PlanWork): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const created = new Set(work.drafts.filter(({ before }) => before === null).map(({ oid }) => oid))
  for (const { model, before, next, item } of standing(work.drafts)) {
    for (const { property, entity } of item.action === 'delete' ? [] : model.references) {
      const oid = next[property]
      const isOwnParent = property === model.meta.parent && model.meta.isTenant === true
      if (typeof oid !== 'string' || oid === '' || before?.[property] === oid || created.has(oid) || isOwnParent) continue
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

async function loadEntity(work: PlanWork, model: EntityModel, oids: ReadonlySet<string>): Promise<Map<string, Rec>> {
  if (model.name === 'tenant') return loadTenantRecords(work, oids)
  const created = new Map(
    work.drafts
      .filter((draft) => draft.model === model && draft.before === null && oids.has(draft.oid))
      .map((draft) => [draft.oid, draft.next]),
  )
  const stored = [...oids].filter((oid) => !created.has(oid))
  const rows = await findRows(work.queries, { model, caller: work.caller, oids: stored })
  const readable = rows.filter((row) => readerOfRow(model, work.caller, row) !== undefined)
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
