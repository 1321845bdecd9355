import { type RawBuilder, sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Queries } from './database.ts'

/**
 * A text parameter whose value the query planner cannot see, so that PostgreSQL uses one generic plan for all values. A long statement
 * takes longer to plan than to run, and PostgreSQL replans for every value as long as it expects a custom plan to be cheaper.
 */
export function opaqueParam(text: string): RawBuilder<string> {
  return sql<string>`(select ${text}::text)`
}

/** The same for a number. */
export function opaqueCount(count: number): RawBuilder<number> {
  return sql<number>`(select ${count}::bigint)`
}

/**
 * Lets the rest of the transaction read the first rows of an order from its index. Under row-level security the database expects so few rows that it
 * would rather read and sort all of them. `isPlannedOnce`: there is but one way whatever the values are, and planning anew for each takes longer than
 * reading.
 */
export async function readInOrder(queries: Queries, { isPlannedOnce = false } = {}): Promise<void> {
  await sql`select set_config('enable_sort', 'off', true)${sql.raw(isPlannedOnce ? `, ${planned('force_generic_plan')}` : '')}`.execute(
    queries,
  )
}

/** Takes back what `readInOrder` has set. */
export async function readInAnyOrder(queries: Queries): Promise<void> {
  await sql`select set_config('enable_sort', 'on', true), ${sql.raw(planned('auto'))}`.execute(queries)
}

/**
 * Runs statements that join whole tables by hashing: PostgreSQL cannot estimate the row counts of parameter lists, under row-level security, and of
 * tables that have just grown, and would use nested loops over many thousands of rows.
 */
export async function byHashing<T>(queries: Queries, work: () => Promise<T>): Promise<T> {
  await sql`select set_config('enable_nestloop', 'off', true)`.execute(queries)
  const done = await work()
  await sql`select set_config('enable_nestloop', 'on', true)`.execute(queries)
  return done
}

const planned = (mode: 'auto' | 'force_generic_plan'): string => `set_config('plan_cache_mode', '${mode}', true)`

/** SQL for the current month in UTC; a subquery, so that it is evaluated once and not per row. */
export const THIS_MONTH = `(select to_char(now() at time zone 'UTC', 'YYYY-MM'))`

/** Rounds up a number that is part of the statement's text because the plan depends on it, so that there are few distinct statements. */
export const rounded = (rows: number): number => 2 ** Math.ceil(Math.log2(Math.max(rows, 64)))

/**
 * Many rows as one `from` item: each column is sent as a single delimited text and split by the database. Sending rows as JSON takes
 * twice as long, sending arrays three times.
 */
export function textColumns(columns: readonly (readonly string[])[]): RawBuilder<unknown> {
  return sql`unnest(${textLists(columns)})`
}

/** Like `textColumns`, given rows. */
export function textRows(rows: readonly (readonly string[])[]): RawBuilder<unknown> {
  return textColumns((rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? '')))
}

/** The columns as lists of texts, with commas between them: arguments of a function of the database. */
export function textLists(columns: readonly (readonly string[])[]): RawBuilder<unknown> {
  const separator = separatorOf(columns)
  const parts = columns.map((texts) => {
    const joined = texts.join(separator)
    // Splitting an empty text returns no rows instead of one.
    return joined === '' && texts.length === 1 ? sql`array['']` : sql`string_to_array(${joined}, ${separator})`
  })
  return sql.join(parts)
}

/**
 * Ends every `insert … select` into a table that can be distributed: without an answer Citus copies the rows to their servers, which
 * row-level security refuses.
 */
export const inserted: RawBuilder<unknown> = sql`returning 1`

/** A line feed, which JSON and identifiers never contain, else a random separator. */
function separatorOf(columns: readonly (readonly string[])[]): string {
  return columns.some((texts) => texts.some((text) => text.includes('\n'))) ? randomUUID() : '\n'
}

/** The database keeps all locks in one table of some thousands; a transaction that deletes 100,000 tenants has to fit. */
const BUCKETS = 512

/**
 * Holds names of a kind (tenants by licences, overlays by an ordered list) until the transaction ends: whoever else wants one of them
 * waits. Names share a bounded number of locks, so that now and then one waits for another; the order is the same everywhere.
 */
export async function lockNames(
  queries: Queries,
  { kind, names, mode = 'update' }: { kind: string; names: Iterable<string>; mode?: 'update' | 'share' },
): Promise<void> {
  const lock = sql.raw(mode === 'share' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock')
  await sql`with buckets as materialized (
      select distinct (hashtext(x.name) & ${BUCKETS - 1}::integer) as bucket from unnest(${[...new Set(names)]}::text[]) as x(name) order by 1
    ) select ${lock}(hashtext(${kind}), bucket) from buckets`.execute(queries)
}
