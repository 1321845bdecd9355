import { fold } from '../../parts/text/fold.ts'
import type { PropertySchema } from '../../../schemas/vocabulary/types.ts'
import type { InnerRow, MarkedCandidate } from '../contract.ts'

/** The one column of a list that holds a reference; none where there are several, or other things to fill in. */
export function referenceColumn({ items }: PropertySchema): string | undefined {
  const open = Object.entries(items?.properties ?? {}).filter(([, property]) => property.readOnly !== true)
  const [only] = open
  return open.length === 1 && only?.[1]['x-ref'] !== undefined ? only[0] : undefined
}

/** One line of a list. `index`: place of its row in the value. */
export interface Line extends MarkedCandidate {
  index?: number
  error?: string | undefined
}

/** Lines whose label contains every search word, in any order, ignoring case and diacritics. */
export function found<L extends MarkedCandidate>(lines: readonly L[], term: string): readonly L[] {
  const words = fold(term).split(/\s+/).filter(Boolean)
  if (words.length === 0) return lines
  return lines.filter((line) => {
    const text = fold(`${line.label} ${line.hint ?? ''}`)
    return words.every((word) => text.includes(word))
  })
}

/** Whether it may be chosen: no other record has it, and it is not marked unless it was chosen before. */
export const isOffered = ({ value, held, mark }: MarkedCandidate, stored: ReadonlySet<string>): boolean =>
  held === undefined && (mark === undefined || stored.has(value))

/** The value with further rows at its end. */
export function withChosen(rows: readonly InnerRow[], column: string, values: readonly string[]): InnerRow[] {
  const known = new Set(rows.map((row) => row[column]))
  return [...rows, ...values.filter((value) => !known.has(value)).map((value) => ({ [column]: value }))]
}

/** The value without the rows of some records; the others stay as they are. */
export function withoutChosen(rows: readonly InnerRow[], column: string, values: readonly string[]): InnerRow[] {
  const gone = new Set<unknown>(values)
  return rows.filter((row) => !gone.has(row[column]))
}
