import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { parsePointer } from '../../../schemas/vocabulary/paths/pointer.ts'
import { listAround, valueAt } from './pointer.ts'
import { isUnchanged } from '../../../schemas/vocabulary/equality.ts'

/** Touched pointers whose value differs from the base; a list cell counts as its whole list. */
export function changedPointers(base: Rec | null, record: Rec, touched: Iterable<string>): string[] {
  const changed = new Set<string>()
  for (const pointer of touched) {
    const unit = listAround(pointer) ?? pointer
    if (!changed.has(unit) && !isUnchanged(valueAt(base ?? {}, unit), valueAt(record, unit))) changed.add(unit)
  }
  return [...changed]
}

/** Value of an emptied field in a plan: an empty text stays one, everything else becomes null. */
const sent = (value: unknown, before: unknown): unknown => {
  if (value !== undefined) return value
  return typeof before === 'string' ? '' : null
}

/** The `changes` of a plan item: touched fields only. Nested objects contain only their touched properties, lists are complete. */
export function changesOf(base: Rec | null, record: Rec, pointers: readonly string[]): Rec {
  const changes: Rec = {}
  for (const pointer of pointers) {
    const segments = parsePointer(pointer)
    const last = segments.pop()
    if (last === undefined) throw new Error('A change needs a field')
    let target = changes
    for (const segment of segments) target = (target[segment] ??= {}) as Rec
    target[last] = sent(valueAt(record, pointer), valueAt(base ?? {}, pointer))
  }
  return changes
}
