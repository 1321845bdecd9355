import Papa from 'papaparse'
import type { SheetClient } from '../worker/client.ts'

interface Paste {
  text: string
  client: Pick<SheetClient, 'call'>
  /** Row index and column id of the focused cell. */
  row: number
  column: string
  /** Column ids in grid order. */
  order: readonly string[]
}

/** Whether copied text is a block of cells, i.e. contains tabs or line breaks. */
export function isBlock(text: string): boolean {
  return /[\t\n]/.test(text.trimEnd())
}

/** Converts a pasted block to edits, starting at the focused cell; cells beyond the grid are dropped. */
export async function pasteEdits({ text, client, row, column, order }: Paste): Promise<{ id: number; column: string; text: string }[]> {
  const lines = Papa.parse<string[]>(text.replace(/\r?\n$/, ''), { delimiter: '\t' }).data
  const first = order.indexOf(column)
  if (first < 0) return []
  const rows = await client.call('window', row, row + lines.length)
  return rows.flatMap(({ id }, index) =>
    (lines[index] ?? []).flatMap((cell, offset) => {
      const target = order[first + offset]
      return target === undefined ? [] : [{ id, column: target, text: cell }]
    }),
  )
}
