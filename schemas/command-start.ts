import { fieldValue } from './vocabulary/paths/field-path.ts'
import { parsePointer, withValueAt } from './vocabulary/paths/pointer.ts'
import type { CommandMeta } from './vocabulary/command-meta.ts'
import type { Rec } from './vocabulary/types.ts'

/** The form of a command as it opens on a row: what is not there on the row is not there in the form. */
export function commandStart({ prefill = {} }: CommandMeta, row: Rec): Rec {
  const record: Rec = {}
  const nested: [own: string, value: unknown][] = []
  for (const [own, theirs] of Object.entries(prefill)) {
    const value = fieldValue(row, theirs)
    if (value === undefined) continue
    // A list opens the commands of each of its rows.
    if (own.includes('/')) nested.push([own, value])
    else record[own] = value
  }
  return nested.reduce<Rec>((start, [own, value]) => withValueAt(start, parsePointer(`/${own}`), value), record)
}
