import { sql } from 'kysely'
import type { Queries } from '../database.ts'

/** Whether there is a table or a view of this name; undefined if there is none. */
export async function relationKind(queries: Queries, name: string): Promise<'table' | 'view' | undefined> {
  const { rows } = await sql<{
    kind: string
  }>`select c.relkind as kind from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'entity' and c.relname = ${name} and c.relkind in ('r', 'p', 'v')`.execute(
    queries,
  )
  const kind = rows[0]?.kind
  if (kind === undefined) return undefined
  return kind === 'v' ? 'view' : 'table'
}

/** The indexes of a table that schemas ask for; an ended copy may have left invalid ones. */
export async function indexesOf(queries: Queries, name: string): Promise<{ name: string; isValid: boolean }[]> {
  const { rows } = await sql<{ name: string; isValid: boolean }>`select i.relname as name, x.indisvalid as "isValid"
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid join pg_namespace n on n.oid = t.relnamespace
    where n.nspname = 'entity' and t.relname = ${name} and (i.relname like 'ix\\_%' or i.relname like 'ux\\_%')`.execute(queries)
  return rows
}
