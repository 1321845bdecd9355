/** Quotes a text constant for SQL. Only for names from schemas, never for foreign values. */
export function constant(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
