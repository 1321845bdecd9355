import { sql } from 'kysely'
import { fieldValue, topOf } from '../../schemas/vocabulary/field-path.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import { inBatches } from '../db/batches.ts'
import type { DomainRow } from '../domain/domain.ts'
import type { EntityModel } from '../entities/entity-model.ts'
import { isAmong } from '../entities/field-at.ts'
import { orderKeysOf } from '../entities/order-text.ts'
import { searchText } from '../entities/search-text.ts'
import { byModel, type Draft, type PlanWork } from './draft.ts'
import { hasSecrets, sealSecrets } from './secrets.ts'

/** A row and the revision that it gets. */
export type NumberedRow = DomainRow & { revision: number }

/** A row as it goes into the database. */
interface WrittenRow {
  oid: string
  tenant_oid: string
  tenant_path: string
  revision: number
  data: Rec
  search_text: string
  sort_keys: Record<string, string>
}

/** Inserts, one statement per batch. */
export async function insertRows(work: PlanWork, model: EntityModel, rows: readonly NumberedRow[]): Promise<void> {
  const text = (batch: readonly NumberedRow[]): string => JSON.stringify(batch.map((row) => writtenRow(work, model, row)))
  const run = (json: string): Promise<unknown> =>
    sql`insert into ${sql.raw(model.table)} (tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, created_at, created_by, updated_at, updated_by)
      select x.tenant_oid, x.tenant_path, x.oid, x.revision, x.data, x.search_text, x.sort_keys, ${work.now}::timestamptz, ${work.caller.name}, ${work.now}::timestamptz, ${work.caller.name}
      from json_to_recordset(${json}::json) as x(oid text, tenant_oid text, tenant_path text, revision integer, data jsonb, search_text text, sort_keys jsonb)`.execute(
      work.queries,
    )
  await inBatches(rows, { text, run })
}

/** Updates of rows that this transaction has locked. */
export async function updateRows(work: PlanWork, model: EntityModel, rows: readonly NumberedRow[]): Promise<void> {
  await freeKeys(work, model, rows)
  const text = (batch: readonly NumberedRow[]): string => JSON.stringify(batch.map((row) => writtenRow(work, model, row)))
  const run = (json: string): Promise<unknown> =>
    sql`update ${sql.raw(model.table)} r set data = x.data, revision = x.revision, search_text = x.search_text, sort_keys = x.sort_keys, updated_at = ${work.now}::timestamptz, updated_by = ${work.caller.name}
      from json_to_recordset(${json}::json) as x(oid text, tenant_oid text, revision integer, data jsonb, search_text text, sort_keys jsonb)
      where r.tenant_oid = x.tenant_oid and r.oid = x.oid`.execute(work.queries)
  await inBatches(rows, { text, run })
}

/** Records of one plan may swap their names; a unique index looks at every row by itself, so such rows first step aside. */
async function freeKeys(work: PlanWork, model: EntityModel, rows: readonly DomainRow[]): Promise<void> {
  const updates = work.drafts.filter((draft) => draft.model === model && draft.before !== null && draft.item.action === 'update')
  for (const { fields } of model.unique) {
    const stored = fields.filter((name) => name !== model.meta.parent).map(topOf)
    const keyOf = (record: Rec): string => JSON.stringify(fields.map((path) => fieldValue(record, path)))
    const before = new Map(updates.filter(({ changed }) => isAmong(fields, changed)).map((draft) => [keyOf(draft.before ?? {}), draft.oid]))
    const swapped = rows.filter(({ oid, record }) => (before.get(keyOf(record)) ?? oid) !== oid)
    const aside = swapped.flatMap(({ record }) => before.get(keyOf(record)) ?? [])
    if (aside.length === 0 || stored.length === 0) continue
    await sql`update ${sql.raw(model.table)} r set data = r.data - ${stored}::text[] where r.oid = any(${aside}::text[])`.execute(
      work.queries,
    )
  }
}

/** Deletes, one statement per entity. */
export async function deleteRows(work: PlanWork, model: EntityModel, rows: readonly DomainRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`delete from ${sql.raw(model.table)} r using unnest(${rows.map(({ tenantOid }) => tenantOid)}::text[], ${rows.map(({ oid }) => oid)}::text[]) as x(tenant_oid, oid)
    where r.tenant_oid = x.tenant_oid and r.oid = x.oid`.execute(work.queries)
}

function writtenRow({ database }: PlanWork, model: EntityModel, row: NumberedRow): WrittenRow {
  const data: Rec = {}
  for (const name of model.storedNames) {
    const value = row.record[name]
    if (value !== undefined && name !== model.meta.parent) data[name] = value
  }
  const sealed = hasSecrets(model.schema) ? sealSecrets(data, model.schema, { place: row.oid, key: database.secretKey }) : data
  return {
    oid: row.oid,
    tenant_oid: row.tenantOid,
    tenant_path: row.tenantPath,
    revision: row.revision,
    data: sealed,
    search_text: searchText(model.schema, row.record),
    sort_keys: orderKeysOf(model.schema, row.record),
  }
}

/** The record as hooks see it, and what is only acted upon apart from it. */
function transientOf({ base, model, next }: Draft): Rec {
  const transient: Rec = {}
  if (base !== undefined) return transient
  for (const { name, schema } of model.fields.values()) if (schema['x-transient'] === true) transient[name] = next[name]
  return transient
}

/** Rows of one action, by entity. */
export function rowsOf(drafts: readonly Draft[]): Map<EntityModel, { draft: Draft; row: NumberedRow }[]> {
  const groups = new Map<EntityModel, { draft: Draft; row: NumberedRow }[]>()
  for (const [model, group] of byModel(drafts))
    groups.set(
      model,
      group.map((draft) => ({ draft, row: rowOf(draft) })),
    )
  return groups
}

function rowOf(draft: Draft): NumberedRow {
  const { found, node } = draft
  return {
    oid: draft.oid,
    tenantOid: found?.row.tenant_oid ?? node?.oid ?? '',
    tenantPath: found?.row.tenant_path ?? node?.path ?? '',
    revision: (found?.row.revision ?? draft.baseRevision ?? 0) + 1,
    record: draft.next,
    transient: transientOf(draft),
  }
}
