/**
 * Partner files as other programs write them: the same three rows, encoded differently. File names give the program and the
 * peculiarity, e.g. `excel-sep-line.csv`.
 */

const ROWS = [
  ['parentName', 'name', 'type', 'contactName', 'contactEmail', 'contactDetails'],
  ['Platform', 'Société Générale des Réseaux', 'vad', 'Zoë Müller', 'zoe@example.test', 'First floor,\nask for "Zoë"'],
  ['Platform', 'Ångström Netze', 'msp', 'Łukasz Žák', 'lukasz@example.test', ''],
  ['Platform', 'Peña y Hijos', 'reseller', 'José Peña', 'jose@example.test', 'Tel. 12'],
] as const

/** The same rows without letters that Windows-1252 lacks. */
const WESTERN = ROWS.map((row) => row.map((cell) => cell.replace('Łukasz Žák', 'Lukas Zak')))

interface Style {
  delimiter: string
  end: string
  /** Line break within a cell. */
  inner?: string
}

function lines(rows: readonly (readonly string[])[], { delimiter, end, inner = '\n' }: Style): string {
  const special = new RegExp(`["\\n\\r${delimiter}]`)
  const cell = (text: string): string => {
    const withBreaks = text.replaceAll('\n', inner)
    return special.test(withBreaks) ? `"${withBreaks.replaceAll('"', '""')}"` : withBreaks
  }
  return rows.map((row) => row.map(cell).join(delimiter) + end).join('')
}

function utf16(text: string, order: 'le' | 'be', mark: boolean): Uint8Array {
  const little = new Uint8Array(Buffer.from((mark ? '\uFEFF' : '') + text, 'utf16le'))
  return order === 'le' ? little : new Uint8Array(Buffer.from(little).swap16())
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The names in every file of `spreadsheetFiles`, in order. */
export const expectedNames = ROWS.slice(1).map((row) => row[1])
export const expectedDetails = 'First floor,\nask for "Zoë"'

/** Bytes by file name. */
export const spreadsheetFiles: Record<string, Uint8Array> = {
  'libreoffice-utf8-comma-lf.csv': utf8(lines(ROWS, { delimiter: ',', end: '\n' })),
  'libreoffice-utf8-semicolon-lf.csv': utf8(lines(ROWS, { delimiter: ';', end: '\n' })),
  'libreoffice-utf16-tab.csv': utf16(lines(ROWS, { delimiter: '\t', end: '\n' }), 'le', true),
  'excel-utf8-mark-comma-crlf.csv': utf8(`\uFEFF${lines(ROWS, { delimiter: ',', end: '\r\n' })}`),
  'excel-utf8-mark-semicolon-crlf.csv': utf8(`\uFEFF${lines(ROWS, { delimiter: ';', end: '\r\n' })}`),
  'excel-unicode-text-utf16le-tab.csv': utf16(lines(ROWS, { delimiter: '\t', end: '\r\n' }), 'le', true),
  'excel-ansi-semicolon-crlf.csv': new Uint8Array(Buffer.from(lines(WESTERN, { delimiter: ';', end: '\r\n' }), 'latin1')),
  'excel-sep-line.csv': utf8(`\uFEFFsep=;\r\n${lines(ROWS, { delimiter: ';', end: '\r\n' })}`),
  'excel-carriage-return-in-cells.csv': utf8(`\uFEFF${lines(ROWS, { delimiter: ',', end: '\r\n', inner: '\r\n' })}`),
  'numbers-utf16be-comma.csv': utf16(lines(ROWS, { delimiter: ',', end: '\n' }), 'be', true),
  'script-utf16le-without-mark.csv': utf16(lines(ROWS, { delimiter: ',', end: '\n' }), 'le', false),
  'editor-trailing-empty-lines.csv': utf8(`${lines(ROWS, { delimiter: ',', end: '\n' })}\n\n,,,,,\n`),
  'all-cells-quoted.csv': utf8(ROWS.map((row) => `${row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`).join('')),
}
