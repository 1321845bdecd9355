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
