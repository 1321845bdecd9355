import { sql, type Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

/** The plan of a statement whatever its parameters are. */
export async function planOf(queries: Kysely<Tables>, text: string): Promise<string[]> {
  const { rows } = await sql<Record<string, string>>`${sql.raw(`explain (generic_plan) ${text}`)}`.execute(queries)
  return rows.map((row) => Object.values(row).join(' '))
}
