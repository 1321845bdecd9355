import { defaultsOf } from '../../../schemas/rules/defaults.ts'
import { normalizeValue } from '../../../schemas/vocabulary/normalize-text.ts'
import { entrySchema } from '../../../schemas/vocabulary/schema/property-schema.ts'
import { itemKey } from '../../../schemas/vocabulary/read.ts'
import type { PropertySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { inTurns } from '../../event-loop/in-turns.ts'
import { activeDrafts, type PlanWork } from './draft.ts'
import { isObject } from '../read-plan.ts'

/**
 * Normalizes sent texts (e.g. trims them) before names are resolved and unique and mandatory values are checked. Unchanged stored
 * texts and the values of a take-back stay as they are.
 */
export async function normalizeDrafts({ drafts, plan }: PlanWork): Promise<void> {
  if (plan.source === 'restore') return
  await inTurns(activeDrafts(drafts), (draft) => {
    const { item, before, model } = draft
    if (item.changes === undefined) return
    const changes = normalizeValue(item.changes, before, model.schema)
    if (changes !== item.changes) draft.item = { ...item, changes }
  })
}

/** Fills in defaults for missing fields of rows that `before` does not have, as an editor does for new rows. */
export function withRowDefaults<T>(value: T, before: unknown, schema: PropertySchema): T {
  if (value === before) return value
  if (Array.isArray(value)) return rowsWithDefaults(value, Array.isArray(before) ? before : [], schema.items) as T
  if (!isObject(value)) return value
  const stored = isObject(before) ? before : {}
  let copy: Rec | undefined
  for (const name of Object.keys(value)) {
    const property = schema.properties?.[name] ?? entrySchema(schema)
    const next = property === undefined ? value[name] : withRowDefaults(value[name], stored[name], property)
    if (next !== value[name]) (copy ??= { ...(value as Rec) })[name] = next
  }
  return (copy ?? value) as T
}

function rowsWithDefaults(rows: readonly unknown[], stored: readonly unknown[], schema: PropertySchema | undefined): readonly unknown[] {
  if (schema?.properties === undefined) return rows
  const known = new Map(stored.map((row) => [itemKey(row), row]))
  const defaults = defaultsOf(schema)
  return rows.map((row) => {
    if (!isObject(row)) return row
    const key = itemKey(row)
    const before = key === undefined ? undefined : known.get(key)
    return withRowDefaults(before === undefined ? { ...defaults, ...row } : row, before, schema)
  })
}
