import { sql, type RawBuilder } from 'kysely'

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

/** Rounds up a number that is part of the statement's text because the plan depends on it, so that there are few distinct statements. */
export const rounded = (rows: number): number => 2 ** Math.ceil(Math.log2(Math.max(rows, 64)))
