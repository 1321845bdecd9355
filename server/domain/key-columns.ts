/**
 * Texts by which the service itself finds records of an entity, record by record or under a lock. Each has a column of its own, and
 * an index on that: row-level security keeps an index on an expression over `data` from being used.
 */
export const keyColumns: Readonly<Record<string, readonly string[]>> = {
  appliance: ['serialNumber'],
  'edge-box': ['site'],
  'tele-engine': ['site'],
}

/** Name of such a column in SQL. */
export function keyColumn(property: string): string {
  return `"key_${property}"`
}
