import { sql } from 'kysely'
import { asService, type Database } from '../../../server/db/database.ts'

/** All tables, and every occurrence of one of the texts in plain text, as `table: text`. */
export async function findPlaintext(database: Database, texts: readonly string[]): Promise<{ tables: string[]; holding: string[] }> {
  const tables = await asService(database, async (queries) => {
    const { rows } = await sql<{ name: string }>`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(queries)
    return rows.map(({ name }) => name)
  })
  const holding: string[] = []
  for (const table of tables) {
    const { rows } = await asService(database, (queries) =>
      sql<{ text: string }>`select x::text as text from ${sql.raw(table)} x`.execute(queries),
    )
    holding.push(...texts.filter((one) => rows.some(({ text }) => text.includes(one))).map((one) => `${table}: ${one}`))
  }
  return { tables, holding }
}
