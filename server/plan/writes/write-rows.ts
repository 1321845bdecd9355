import { sql, type RawBuilder } from 'kysely'
import { withAside } from '../../../schemas/evolution/stored-versions.ts'
import { fieldValue, topLevelField } from '../../../schemas/vocabulary/paths/field-path.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { inBatches } from '../../db/batches.ts'
import { isDistributed } from '../../db/distribution/connections.ts'
import { inserted, textRows } from '../../db/sql-parts.ts'
import type { DomainRow } from '../../domain/domain.ts'
import type { EntityModel } from '../../entities/model/entity-model.ts'
import { isAmong } from '../../entities/model/field-at.ts'
import { orderKeysOf, searchText } from '../../entities/model/record-texts.ts'
import { inTurns } from '../../event-loop/in-turns.ts'
import { byModel, type Draft, type PlanWork } from '../drafts/draft.ts'
import { hasSecrets, sealSecrets } from '../../entities/records/secrets.ts'

/** A row and the revision that it gets. */
export type NumberedRow = DomainRow & { revision: number; aside?: Rec }

/** Inserts, one statement per batch. */
export async function insertRows(work: PlanWork, model: EntityModel, rows: readonly NumberedRow[]): Promise<void> {
  const run = (written: readonly string[][]): Promise<unknown> =>
    sql`insert into ${sql.raw(model.table)} (tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, created_at, created_by, updated_at, updated_by)
      select x.tenant_oid, x.tenant_path, x.oid, x.revision::integer, x.data::jsonb, x.search_text, x.sort_keys::jsonb, ${work.now}::timestamptz, ${work.caller.name}, ${work.now}::timestamptz, ${work.caller.name}
      from ${sourceOf(written)} ${inserted}`.execute(work.queries)
  await inBatches(rows, { row: (row) => writtenRow(work, model, row), length: lengthOf, run })
}

/** Updates of rows that this transaction has locked. */
export async function updateRows(work: PlanWork, model: EntityModel, rows: readonly NumberedRow[]): Promise<void> {
  await freeKeys(work, model, rows)
  if (!isDistributed(work.queries)) return update(work, model, rows)
  await update(
    work,
    model,
    rows.filter(({ from }) => from === undefined),
  )
  await moveRows(work, model, rows.filter(isMoved))
}

type MovedRow = NumberedRow & Required<Pick<NumberedRow, 'from'>>

const isMoved = (row: NumberedRow): row is MovedRow => row.from !== undefined

/** A distributed row of another tenant is on another server: it is deleted here and inserted there, with its first stamps. */
async function moveRows(work: PlanWork, model: EntityModel, rows: readonly MovedRow[]): Promise<void> {
  if (rows.length === 0) return
  const former = rows.map(({ from, oid }) => ({ tenantOid: from.tenantOid, oid }))
  const { rows: stamps } = await sql<{ oid: string; at: Date; by: string | null }>`select r.oid, r.created_at as at, r.created_by as by
    from ${sql.raw(model.table)} r join unnest(${former.map(({ tenantOid }) => tenantOid)}::text[], ${former.map(({ oid }) => oid)}::text[]) as x(tenant_oid, oid)
    on r.tenant_oid = x.tenant_oid and r.oid = x.oid`.execute(work.queries)
  await deleteRows(work, model, former)
  await insertRows(work, model, rows)
  await sql`update ${sql.raw(model.table)} r set created_at = x.at, created_by = x.by
    from json_to_recordset(${JSON.stringify(stamps)}::json) as x(oid text, at timestamptz, by text)
    where r.tenant_oid = any(${[...new Set(rows.map(({ tenantOid }) => tenantOid))]}::text[]) and r.oid = x.oid`.execute(work.queries)
}

async function update(work: PlanWork, model: EntityModel, rows: readonly NumberedRow[]): Promise<void> {
  const home = sql.raw(rows.some(({ from }) => from !== undefined) ? 'tenant_oid = x.tenant_oid, tenant_path = x.tenant_path,' : '')
  const run = (written: readonly string[][]): Promise<unknown> =>
    sql`update ${sql.raw(model.table)} r set ${home} data = x.data::jsonb, revision = x.revision::integer, search_text = x.search_text, sort_keys = x.sort_keys::jsonb, updated_at = ${work.now}::timestamptz, updated_by = ${work.caller.name}
      from ${sourceOf(written)} where r.tenant_oid = x.from_oid and r.oid = x.oid`.execute(work.queries)
  await inBatches(rows, { row: (row) => writtenRow(work, model, row), length: lengthOf, run })
}

/** Records of one plan may swap unique values. A unique index checks row by row, so the rows that hold a swapped value give up their key fields first. */
async function freeKeys(work: PlanWork, model: EntityModel, rows: readonly DomainRow[]): Promise<void> {
  const updates = work.drafts.filter((draft) => draft.model === model && draft.before !== null && draft.item.action === 'update')
  for (const { fields } of model.unique) {
    const stored = [...fields.filter((name) => name !== model.meta.parent).map(topLevelField), ...(model.versions?.besides ?? [])]
    const keyOf = (record: Rec): string => JSON.stringify(fields.map((path) => fieldValue(record, path)))
    const before = new Map<string, string>()
    await inTurns(updates, ({ changed, before: record, oid }) => {
      if (isAmong(fields, changed)) before.set(keyOf(record ?? {}), oid)
    })
    const swapped: DomainRow[] = []
    if (before.size > 0)
      await inTurns(rows, (row) => {
        if ((before.get(keyOf(row.record)) ?? row.oid) !== row.oid) swapped.push(row)
      })
    const aside = new Set(swapped.flatMap(({ record }) => before.get(keyOf(record)) ?? []))
    if (aside.size === 0 || stored.length === 0) continue
    const tenants = new Set(rows.filter(({ oid }) => aside.has(oid)).map(({ from, tenantOid }) => from?.tenantOid ?? tenantOid))
    await sql`update ${sql.raw(model.table)} r set data = r.data - ${stored}::text[]
      where r.tenant_oid = any(${[...tenants]}::text[]) and r.oid = any(${[...aside]}::text[])`.execute(work.queries)
  }
}

/** Deletes, one statement per entity. */
export async function deleteRows(work: PlanWork, model: EntityModel, rows: readonly Pick<DomainRow, 'tenantOid' | 'oid'>[]): Promise<void> {
  if (rows.length === 0) return
  await sql`delete from ${sql.raw(model.table)} r using unnest(${rows.map(({ tenantOid }) => tenantOid)}::text[], ${rows.map(({ oid }) => oid)}::text[]) as x(tenant_oid, oid)
    where r.tenant_oid = x.tenant_oid and r.oid = x.oid`.execute(work.queries)
}

/** A row as it goes into the database. */
function writtenRow(work: PlanWork, model: EntityModel, row: NumberedRow): string[] {
  const { tenantOid, tenantPath, oid, revision, record, from } = row
  return [
    tenantOid,
    tenantPath,
    oid,
    String(revision),
    JSON.stringify(storedData(work, model, row)),
    searchText(model.schema, record),
    JSON.stringify(orderKeysOf(model.schema, record)),
    from?.tenantOid ?? tenantOid,
  ]
}

/** Such rows as source `x` of a statement. */
function sourceOf(rows: readonly string[][]): RawBuilder<unknown> {
  return sql`${textRows(rows)} as x(tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, from_oid)`
}

function lengthOf(row: readonly string[]): number {
  return row.reduce((sum, text) => sum + text.length, 0)
}

function storedData({ database }: PlanWork, model: EntityModel, { oid, record, aside }: NumberedRow): Rec {
  const data: Rec = {}
  for (const name of model.storedNames) {
    const value = record[name]
    if (value !== undefined && name !== model.meta.parent) data[name] = value
  }
  const sealed = hasSecrets(model.schema) ? sealSecrets(data, model.schema, { place: oid, key: database.secretKey }) : data
  return withAside(model.versions?.stored(sealed) ?? sealed, aside)
}

/** The record as hooks see it, with values that only trigger an action kept apart. */
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
  const { found, node, movedTo } = draft
  const stored = found && { tenantOid: found.row.tenant_oid, tenantPath: found.row.tenant_path }
  const home = movedTo ?? node
  return {
    oid: draft.oid,
    ...((movedTo === undefined ? stored : undefined) ?? { tenantOid: home?.oid ?? '', tenantPath: home?.path ?? '' }),
    ...(movedTo !== undefined && stored !== undefined && { from: stored }),
    revision: (found?.row.revision ?? draft.baseRevision ?? 0) + 1,
    record: draft.next,
    ...(found?.row.aside && { aside: found.row.aside }),
    ...(draft.kept && { kept: draft.kept }),
    transient: transientOf(draft),
  }
}
