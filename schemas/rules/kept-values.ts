import { isUnchanged } from '../vocabulary/equality.ts'
import { parsePointer, valueAt } from '../vocabulary/paths/pointer.ts'
import { schemaAt } from '../vocabulary/schema/property-schema.ts'
import type { PropertySchema, Rec } from '../vocabulary/types.ts'
import type { RuleRefusal } from './types.ts'

interface Kept {
  schema: PropertySchema
  /** Null when creating. */
  stored: Rec | null
  record: Rec
}

/**
 * Refusals without those of values that an earlier release accepted, and that stay until somebody changes them (`"x-since": { "keep": true }`):
 * whoever changes another field need not mend them.
 */
export function withoutKept(refusals: readonly RuleRefusal[], { schema, stored, record }: Kept): readonly RuleRefusal[] {
  if (stored === null || refusals.length === 0) return refusals
  return refusals.filter(({ pointer }) => {
    const place = parsePointer(pointer)
    const isKept = place.some((_, depth) => schemaAt(schema, place.slice(0, depth + 1))?.['x-since']?.keep === true)
    return !isKept || !isUnchanged(valueAt(stored, place), valueAt(record, place))
  })
}
