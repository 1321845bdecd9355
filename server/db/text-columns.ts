import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'

/**
 * Many rows for one statement, as a function in `from`: per column one text that the database takes apart. It reads JSON of rows in
 * twice the time, and the driver writes lists of texts in thrice.
 */
export function textColumns(columns: readonly (readonly string[])[]): RawBuilder<unknown> {
  return sql`unnest(${textLists(columns)})`
}

/** The same of rows. */
export function textRows(rows: readonly (readonly string[])[]): RawBuilder<unknown> {
  return textColumns((rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? '')))
}

/** The columns as lists of texts, with commas between them: arguments of a function of the database. */
export function textLists(columns: readonly (readonly string[])[]): RawBuilder<unknown> {
  const separator = separatorOf(columns)
  const parts = columns.map((texts) => {
    const joined = texts.join(separator)
    // Of an empty text the database makes no rows instead of one.
    return joined === '' && texts.length === 1 ? sql`array['']` : sql`string_to_array(${joined}, ${separator})`
  })
  return sql.join(parts)
}

/** A line feed, which JSON and identifiers never hold, or what no text holds by chance. */
function separatorOf(columns: readonly (readonly string[])[]): string {
  return columns.some((texts) => texts.some((text) => text.includes('\n'))) ? randomUUID() : '\n'
}
