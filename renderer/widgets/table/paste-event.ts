import type { ClipboardEvent } from 'react'
import { trimInvisible } from '../../../schemas/vocabulary/blank.ts'
import { readAddressAndLength } from '../../../schemas/vocabulary/ipv4.ts'
import type { Candidate, InnerRow, InnerValue } from '../contract.ts'
import type { TableColumn } from './columns.ts'
import { cellsOf, pasted, readClipboard } from './paste.ts'

/** Where a paste goes, and what it may do there. */
interface PasteTarget {
  inner: InnerValue
  columns: readonly TableColumn[]
  /** The column at which it starts. */
  from: number
  /** Positions of the rows, in the order in which they are shown, from where it starts. */
  below: readonly number[]
  /** Whether rows are added for what is left. */
  grows: boolean
  emptyRow: () => InnerRow
}

/** Kinds of cells that take no text of their own accord. */
const textless: readonly string[] = ['choice', 'check', 'reference']

/** Whether the list reads the text, rather than the cell that has the focus. */
function isOurs(text: string, column: TableColumn | undefined): boolean {
  if (/[\t\n]/.test(text)) return true
  return (
    column !== undefined &&
    (textless.includes(column.kind) || (column.length !== undefined && readAddressAndLength(trimInvisible(text)) !== undefined))
  )
}

/** Pastes from a spreadsheet: blocks of cells, and single cells where the focused one could not take the text by itself. */
export function pasteInto(event: ClipboardEvent, target: PasteTarget, isInCell: boolean): void {
  const text = event.clipboardData.getData('text/plain')
  if (!isOurs(text, isInCell ? target.columns[target.from] : undefined)) return
  event.preventDefault()
  const { inner, columns, from, below, grows, emptyRow } = target
  const cells = readClipboard(text)
  const paste = (names: ReadonlyMap<string, Candidate>) =>
    inner.replace(
      pasted(inner.rows(), {
        cells,
        columns,
        from,
        below,
        grows,
        emptyRow,
        isEnabled: (row, column) => inner.isEnabled(`/${row}/${column}`),
        optionLabel: inner.optionLabel,
        referenceOf: (column, name) => names.get(nameKey(column, name)),
      }),
    )
  const named = namesIn(cells, columns, from)
  if (named.length === 0) paste(new Map())
  else void resolved(inner, named).then(paste)
}

interface Named {
  column: string
  name: string
}

const nameKey = (column: string, name: string): string => `${column} ${name}`

/** The names of records in pasted cells, each once. */
function namesIn(lines: readonly string[][], columns: readonly TableColumn[], from: number): Named[] {
  const found = new Map<string, Named>()
  for (const { column, text } of lines.flatMap((line) => cellsOf(line, columns, from))) {
    const name = trimInvisible(text)
    if (column.kind === 'reference' && name !== '') found.set(nameKey(column.name, name), { column: column.name, name })
  }
  return [...found.values()]
}

/** The records that the names mean. A name that means none, or several, is not among them and stays as it is. */
async function resolved(inner: InnerValue, named: readonly Named[]): Promise<ReadonlyMap<string, Candidate>> {
  const found = await Promise.all(
    named.map(async ({ column, name }): Promise<[string, Candidate][]> => {
      const candidates = await inner.named(`/0/${column}`, name).catch(() => [])
      const exact = candidates.filter(({ label }) => label === name)
      const [first, ...others] = exact.length > 0 ? exact : candidates
      return first && others.every(({ value }) => value === first.value) ? [[nameKey(column, name), first]] : []
    }),
  )
  return new Map(found.flat())
}
