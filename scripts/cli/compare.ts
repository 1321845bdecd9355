import { isUnchanged } from '../../schemas/vocabulary/equality.ts'
import { rowSchema } from '../../schemas/vocabulary/schema/property-schema.ts'
import type { PropertySchema, Rec } from '../../schemas/vocabulary/types.ts'

/**
 * What a file changes of a stored record: only fields that the file names, objects field by field, lists as a whole. A secret counts as changed,
 * as nobody can read the stored one: the service tells whether it is another.
 */
export function changesOf(schema: Pick<PropertySchema, 'properties'>, wanted: Rec, stored: Rec): Rec {
  const changes: Rec = {}
  for (const [name, value] of Object.entries(wanted)) {
    const property = schema.properties?.[name]
    const before = stored[name]
    if (property?.properties !== undefined && isRecord(value) && (isRecord(before) || isAbsent(before))) {
      const within = changesOf(property, value, before ?? {})
      if (Object.keys(within).length > 0) changes[name] = within
    } else if (!holds(before, value)) changes[name] = Array.isArray(value) ? withIdentifiers(property, value, before) : value
  }
  return changes
}

/** Whether a stored value says all that the file says: rows have identifiers and computed fields besides. */
function holds(stored: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted) && Array.isArray(stored))
    return wanted.length === stored.length && wanted.every((row, index) => holds(stored[index], row))
  if (isRecord(wanted) && isRecord(stored)) return Object.entries(wanted).every(([name, value]) => holds(stored[name], value))
  return isUnchanged(stored, wanted)
}

/** Rows of a file that say what a stored row says keep its identifier, so that they are the same rows to the service. */
function withIdentifiers(property: PropertySchema | undefined, rows: readonly unknown[], before: unknown): unknown[] {
  if (rowSchema(property)?.properties?.['id'] === undefined || !Array.isArray(before)) return [...rows]
  const left = [...(before as unknown[])]
  return rows.map((row) => {
    if (!isRecord(row) || row['id'] !== undefined) return row
    const at = left.findIndex((one) => holds(one, row))
    const [same] = at < 0 ? [] : left.splice(at, 1)
    return isRecord(same) && same['id'] !== undefined ? { ...row, id: same['id'] } : row
  })
}

const isAbsent = (value: unknown): value is null | undefined => value === null || value === undefined

function isRecord(value: unknown): value is Rec {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
