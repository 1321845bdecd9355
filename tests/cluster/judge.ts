import type { Written } from './load.ts'

/** A record as a server has it. */
export interface Stored {
  name: string
  value: string
  /** Creations and changes in the journal. */
  creations: number
  changes: number
}

/** Says what is wrong with the stored records of a name, compared with what their only writer knows. */
export function judge(record: Written, stored: readonly Stored[], note: (kind: 'lost' | 'doubled' | 'wrong', text: string) => void): void {
  const { name, value, open, changes } = record
  const [row] = stored
  if (row === undefined) {
    if (value !== undefined) note('lost', name)
    return
  }
  if (stored.length > 1 || row.creations > 1) note('doubled', `${name} is stored ${stored.length} times, created ${row.creations} times`)
  if (row.value !== value && row.value !== open)
    note('wrong', `${name} has '${row.value}' instead of '${value}'${open ? ` or '${open}'` : ''}`)
  if (row.changes < changes) note('lost', `${name} was changed ${row.changes} times instead of ${changes}`)
  if (row.changes > changes + (open === undefined || value === undefined ? 0 : 1))
    note('doubled', `${name} was changed ${row.changes} times instead of ${changes}`)
}
