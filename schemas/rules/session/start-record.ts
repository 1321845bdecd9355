import { isEmpty } from '../../vocabulary/equality.ts'
import { formatPointer, parsePointer, valueAt, withValueAt } from '../../vocabulary/paths/pointer.ts'
import type { Rec } from '../../vocabulary/types.ts'

/** What values return to when nobody's value counts any more: the record at the start of a session, changed by the actions performed since. */
export class StartRecord {
  /** What actions wrote, by pointer. */
  readonly acted = new Map<string, unknown>()

  constructor(private record: Rec) {}

  valueAt(segments: readonly string[]): unknown {
    return valueAt(this.record, segments)
  }

  /** Takes over what an action writes. */
  act(pointer: string, value: unknown): void {
    this.acted.set(pointer, value)
    this.record = withValueAt(this.record, parsePointer(pointer), value)
  }

  /** Whether an action left the place empty. */
  isEmptied(segments: readonly string[]): boolean {
    if (this.acted.size === 0 || !isEmpty(this.valueAt(segments))) return false
    return segments.some((_segment, index) => this.acted.has(formatPointer(segments.slice(0, index + 1))))
  }
}
