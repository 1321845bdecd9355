/** UTF-8 mark: without it Excel reads accents wrongly. */
export const csvMark = '\uFEFF'

/** One line of a CSV file with its line end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quote(neutralise(cell))).join(',')}\r\n`
}

function quote(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/**
 * Spreadsheets run cells that begin with one of these as formulas. On export such a cell gets an apostrophe in front,
 * on import exactly one is taken off again; the two are inverse for every text.
 */
const FORMULA_START = /^'*[=+\-@\t\r]/
const NEUTRALISED = /^'+[=+\-@\t\r]/

/** Text as it may stand in a file that a spreadsheet opens. */
export function neutralise(cell: string): string {
  return FORMULA_START.test(cell) ? `'${cell}` : cell
}

/** The text that `neutralise` was given. */
export function restoreCell(cell: string): string {
  return NEUTRALISED.test(cell) ? cell.slice(1) : cell
}

/** Hands a file to the browser's downloads. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download reads the address after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
