import { neutralise } from './neutralise.ts'

/** UTF-8 mark: without it Excel reads accents wrongly. */
export const csvMark = '\uFEFF'

/** One line of a CSV file with its line end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quote(neutralise(cell))).join(',')}\r\n`
}

function quote(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
