import { isSame } from '../../schemas/vocabulary/equality.ts'
import type { EntityMeta, Rec } from '../../schemas/vocabulary/types.ts'

/**
 * What an entry tells of its record besides the changes: the type, and what the schema names (`told`), with the value of before where
 * it is another one now. Of a deletion `after` is missing.
 */
export function entryDetails({ journalFields = [] }: EntityMeta, before: Rec | null | undefined, after: Rec | undefined): Rec {
  const record = after ?? before ?? {}
  const details: Rec = typeof record['type'] === 'string' ? { type: record['type'] } : {}
  for (const name of journalFields) {
    details[name] = record[name]
    const earlier = before?.[name]
    if (after !== undefined && earlier !== undefined && !isSame(earlier, record[name]))
      details[`previous${name.charAt(0).toUpperCase()}${name.slice(1)}`] = earlier
  }
  return details
}
