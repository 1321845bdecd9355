import { CellText, plainText } from '../cell-text.tsx'
import type { CellProps } from '../contract.ts'

/** Number of entries that a cell shows before it states that there are more (S1 section 2). */
const shownEntries = 5

/** The first entries of a list of texts, in one line, each once; all of them on hover. */
export function TagsCell({ value, options }: CellProps) {
  const entries = [...new Set(Array.isArray(value) ? value.map(plainText) : [])]
  const text = entries.slice(0, shownEntries).join(', ') + (entries.length > shownEntries ? ', …' : '')
  return <CellText text={text} mono={options?.['monospace'] === true} title={entries.join('\n')} />
}
