import { sql } from 'kysely'
import type { Queries } from '../database.ts'
import { runOnCoordinator } from '../distribution/run-on-coordinator.ts'
import { FIRST, noteProgress, progressOf } from './entity-versions.ts'

/** A column of its own for what a record says, so that an index serves it. */
export interface Column {
  /** SQL name, quoted where it must be. */
  name: string
  type: string
  /** What it holds, of a row `r`. */
  value: string
}

interface TableColumns {
  /** Name of the stored entity. */
  storage: string
  table: string
  columns: readonly Column[]
}

/** Adds columns that the database keeps; in one statement, because each one rewrites the table. */
export function addition({ table, columns }: Omit<TableColumns, 'storage'>): string[] {
  if (columns.length === 0) return []
  const added = columns.map(
    ({ name, type, value }) => `add column if not exists ${name} ${type} generated always as (${value.replaceAll(/\br\./g, '')}) stored`,
  )
  return [`alter table ${table} ${added.join(', ')}`]
}

/**
 * Adds what is missing. With `alongside`, to a table that others use meanwhile: empty columns, which a trigger fills as rows are written; those
 * that are there are left to `fillColumns`.
 */
export async function addMissing(queries: Queries, wanted: TableColumns, { alongside }: { alongside: boolean }): Promise<void> {
  const { storage, table } = wanted
  // Adding a column that is there would still lock the table.
  const columns = await missingColumns(queries, wanted)
  if (columns.length === 0) return
  if (!alongside) {
    for (const statement of addition({ table, columns })) await sql.raw(statement).execute(queries)
    return
  }
  for (const column of columns) {
    const { add, fill } = filled(wanted, column)
    await sql.raw(add).execute(queries)
    await runOnCoordinator(queries, fill)
  }
  const progress = await progressOf(queries, storage)
  const names = [...(progress.filling?.columns ?? []), ...columns.map(({ name }) => name)]
  await noteProgress(queries, storage, { ...progress, filling: { columns: names, after: FIRST } })
}

/** The columns that the table does not have. */
export async function missingColumns(queries: Queries, { table, columns }: TableColumns): Promise<Column[]> {
  const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute where attrelid = ${table}::regclass`.execute(
    queries,
  )
  const present = new Set(rows.map(({ name }) => name))
  return columns.filter(({ name }) => !present.has(plain(name)))
}

const plain = (name: string): string => name.replaceAll('"', '')

/** A column that a trigger keeps. */
function filled({ storage, table }: TableColumns, { name, type, value }: Column): { add: string; fill: string[] } {
  const trigger = `fill_${plain(name)}`
  const fn = `entity."${storage}_${trigger}"`
  return {
    add: `alter table ${table} add column ${name} ${type}`,
    fill: [
      `create or replace function ${fn}() returns trigger language plpgsql set search_path = public, pg_temp as $$
      begin new.${name} := ${value.replaceAll(/\br\./g, 'new.')}; return new; end $$`,
      `create trigger "${trigger}" before insert or update on ${table} for each row execute function ${fn}()`,
    ],
  }
}

/** Rows of one step: some tens of milliseconds. */
const BATCH = 500

/**
 * Has the triggers fill the columns of the next rows that were there before them. Answers whether rows are left; copies that work on it at once
 * take turns, and whoever comes after an ended one goes on where it was.
 */
export async function fillNext(queries: Queries, { storage, table }: Omit<TableColumns, 'columns'>): Promise<boolean> {
  const progress = await progressOf(queries, storage)
  if (progress.filling === null) return false
  const {
    columns,
    after: [tenantOid, oid],
  } = progress.filling
  const { rows } = await sql<{ tenantOid: string; oid: string }>`with next as materialized (
      select tenant_oid, oid from ${sql.raw(table)} where (tenant_oid, oid) > (${tenantOid}, ${oid}) order by tenant_oid, oid limit ${BATCH}),
    done as (update ${sql.raw(table)} r set revision = r.revision from next n where r.tenant_oid = n.tenant_oid and r.oid = n.oid)
    select tenant_oid as "tenantOid", oid from next order by tenant_oid desc, oid desc limit 1`.execute(queries)
  const [last] = rows
  await noteProgress(queries, storage, { ...progress, filling: last ? { columns, after: [last.tenantOid, last.oid] } : null })
  return last !== undefined
}
