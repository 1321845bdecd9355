import Papa from 'papaparse'
import type { SheetClient } from '../worker/client.ts'

interface Paste {
  text: string
  client: Pick<SheetClient, 'call'>
  /** Index of the focused row in the view, and id of the focused column. */
  row: number
  column: string
  /** Column ids as they stand in the grid. */
  order: readonly string[]
}

/** Whether copied text is more than one cell's: spreadsheets part cells by tabs and rows by line ends. */
export function isBlock(text: string): boolean {
  return /[\t\n]/.test(text.trimEnd())
}

/** A block copied from a spreadsheet as edits of the cells from the focused one right and down; what does not fit is left out. */
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
