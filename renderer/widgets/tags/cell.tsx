import { CellText, plainText } from '../cell-text.tsx'
import type { CellProps } from '../contract.ts'

/** Number of entries that a cell shows before it states that there are more (S1 section 2). */
const shownEntries = 5

/** The first entries of a list of texts, options by their labels, in one line, each once; all of them on hover. */
export function TagsCell({ value, property, optionLabel, options }: CellProps) {
  const named = (entry: unknown): string => (property.items?.enum?.includes(entry) ? optionLabel(entry) : plainText(entry))
  const entries = [...new Set(Array.isArray(value) ? value.map(named) : [])]
  const text = entries.slice(0, shownEntries).join(', ') + (entries.length > shownEntries ? ', …' : '')
  return <CellText text={text} mono={options?.['monospace'] === true} title={entries.join('\n')} />
}
