import { sql, type RawBuilder } from 'kysely'

/**
 * A text that is read when the statement runs: the plan does not see it, so it is made once for all texts. A long statement takes longer
 * to plan than to run, and the database plans anew for every value as long as it expects to win by that.
 */
export function unseen(text: string): RawBuilder<string> {
  return sql<string>`(select ${text}::text)`
}

/** The same of a number. */
export function unseenCount(count: number): RawBuilder<number> {
  return sql<number>`(select ${count}::bigint)`
}

/** Numbers that stand in the text of a statement, because its plan depends on them, are rounded up, so that there are few texts. */
export const rounded = (rows: number): number => 2 ** Math.ceil(Math.log2(Math.max(rows, 64)))
