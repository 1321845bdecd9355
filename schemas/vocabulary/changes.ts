import { isSame } from './equality.ts'
import { formatPointer, extensibleCopy } from './paths/pointer.ts'
import type { Rec } from './types.ts'

const isObject = (value: unknown): value is Rec => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Merges changes into a record as the service does: objects field by field, everything else replaces. */
export function mergeRecords(base: Rec, changes: Rec): Rec {
  const merged = extensibleCopy(base)
  for (const [name, value] of Object.entries(changes)) {
    const before = merged[name]
    merged[name] = isObject(value) ? mergeRecords(isObject(before) ? before : {}, value) : value
  }
  return merged
}

/** Pointers of the changed fields; objects are descended into. */
export function changedPointersOf(changes: Rec, at: readonly string[] = []): string[] {
  return Object.entries(changes).flatMap(([name, value]) => {
    const segments = [...at, name]
    return isObject(value) && Object.keys(value).length > 0 ? changedPointersOf(value, segments) : [formatPointer(segments)]
  })
}

/** Whether a value matches an expectation: objects by the expected fields only, lists and scalars exactly. */
export function matchesExpected(value: unknown, expected: unknown): boolean {
  if (!isObject(value) || !isObject(expected)) return isSame(value, expected)
  return Object.entries(expected).every(([name, wanted]) => matchesExpected(value[name], wanted))
}
