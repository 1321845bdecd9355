import { isEmpty, isSame } from '../../../schemas/vocabulary/equality.ts'
import { rowSchema } from '../../../schemas/vocabulary/schema/property-schema.ts'
import { itemKey } from '../../../schemas/vocabulary/read.ts'
import type { PropertySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { isObject } from '../read-plan.ts'

/**
 * Rows that are sent without an identifier, as clients do that know only what the specifications print, get that of the stored row with the same
 * key (`x-key` of the list): they keep its secrets and what only the service sets.
 */
export function withIdsByKey<T>(sent: T, stored: unknown, schema: PropertySchema): T {
  if (sent === stored) return sent
  if (Array.isArray(sent)) return rowsWithIds(sent, Array.isArray(stored) ? stored : [], schema) as T
  if (!isObject(sent)) return sent
  const before = isObject(stored) ? stored : {}
  let copy: Rec | undefined
  for (const [name, value] of Object.entries(sent)) {
    const property = schema.properties?.[name] ?? rowSchema(schema)
    const next = property === undefined ? value : withIdsByKey(value, before[name], property)
    if (next !== value) (copy ??= { ...(sent as Rec) })[name] = next
  }
  return (copy ?? sent) as T
}

function rowsWithIds(rows: readonly unknown[], stored: readonly unknown[], schema: PropertySchema): readonly unknown[] {
  const key = schema['x-key'] ?? []
  if (key.length === 0 || schema.items?.properties?.['id'] === undefined || !rows.some(isNameless)) return rows
  const sent = new Set(rows.map(itemKey))
  const open = new Map<string, Rec>()
  for (const row of stored) if (isObject(row) && !sent.has(itemKey(row)) && !isEmpty(row['id'])) open.set(keyOf(row, key), row)
  const next = rows.map((row) => {
    const same = isObject(row) && isNameless(row) ? open.get(keyOf(row, key)) : undefined
    if (same === undefined || !key.every((name) => isSame(same[name], (row as Rec)[name]))) return row
    open.delete(keyOf(same, key))
    return { id: same['id'], ...(row as Rec) }
  })
  return next.some((row, index) => row !== rows[index]) ? next : rows
}

const isNameless = (row: unknown): boolean => isObject(row) && itemKey(row) === undefined

const keyOf = (row: Rec, key: readonly string[]): string => JSON.stringify(key.map((name) => row[name] ?? null))
