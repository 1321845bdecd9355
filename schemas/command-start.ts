import { fieldValue } from './vocabulary/paths/field-path.ts'
import { parsePointer, withValueAt } from './vocabulary/paths/pointer.ts'
import type { CommandMeta } from './vocabulary/command-meta.ts'
import type { Rec } from './vocabulary/types.ts'

/** The form of a command as it opens on a row: what is not there on the row is not there in the form. */
export function commandStart({ prefill = {} }: CommandMeta, row: Rec): Rec {
  return Object.entries(prefill).reduce<Rec>((record, [own, theirs]) => {
    const value = fieldValue(row, theirs)
    return value === undefined ? record : withValueAt(record, parsePointer(`/${own}`), value)
  }, {})
}
