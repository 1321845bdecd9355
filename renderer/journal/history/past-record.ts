import type { EntryChange, JournalEntry } from '../../../schemas/plan.ts'
import type { EntitySchema, Rec } from '../../../schemas/vocabulary/types.ts'

/** The fields of a record after one of its changes, beside those of now. */
export interface PastRecord {
  /** Fields that have other values now: `before` is the value of then, `after` that of now. */
  changes: Record<string, EntryChange>
  /** Fields whose values are the same; without what the service computes, which journals do not tell of. */
  same: string[]
}

/**
 * Computes the fields of a record as they were after an entry, from its present values and the later entries. `entries`: newest first, down to
 * the entry at least.
 */
export function pastRecord(
  schema: EntitySchema,
  record: Rec,
  { entries, id }: { entries: readonly JournalEntry[]; id: string },
): PastRecord {
  const later = entries.slice(
    0,
    entries.findIndex((entry) => entry.id === id),
  )
  const past = new Map<string, EntryChange>()
  for (const { eventDetails } of later)
    for (const [field, change] of Object.entries(eventDetails.changes ?? {})) {
      const known = past.get(field)
      past.set(field, {
        before: change.before,
        after: known === undefined ? (record[field] ?? change.after) : known.after,
        ...(change.beforeName !== undefined && { beforeName: change.beforeName }),
        ...nameNow(schema, record, { field, change, known }),
        names: { ...change.names, ...known?.names },
      })
    }
  const changes = Object.fromEntries([...past].filter(([, { before, after }]) => !isSame(before, after)))
  return {
    changes,
    same: Object.entries(schema.properties).flatMap(([field, { readOnly }]) =>
      readOnly !== true && record[field] !== undefined && !Object.hasOwn(changes, field) ? [field] : [],
    ),
  }
}

interface Named {
  field: string
  change: EntryChange
  known: EntryChange | undefined
}

/** The name of the record that a field refers to now. */
function nameNow(schema: EntitySchema, record: Rec, { field, change, known }: Named): Pick<EntryChange, 'afterName'> {
  const label = schema.properties[field]?.['x-ref']?.label
  const now = label === undefined ? undefined : record[label]
  const own = typeof now === 'string' ? now : change.afterName
  const name = known === undefined ? own : known.afterName
  return name === undefined ? {} : { afterName: name }
}

/** Whether two stored values are alike; absent, null and empty text are. */
function isSame(one: unknown, other: unknown): boolean {
  const plain = (value: unknown): string => JSON.stringify(value === '' || value === undefined ? null : value, sorted)
  return plain(one) === plain(other)
}

/** Writes the members of objects in one order. */
function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
