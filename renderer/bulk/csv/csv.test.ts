import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectedDetails, expectedNames, spreadsheetFiles } from '../../../tests/support/csv/files.ts'
import type { CsvMap } from '../../../schemas/csv.ts'
import { canonicalCell, fingerprint, mergeCell, readFingerprint } from '../../data/fingerprint.ts'
import { matchHeaders } from './headers.ts'
import { neutralise, restoreCell } from '../../data/csv-file.ts'
import { FileError } from '../../data/file-error.ts'
import { readCsv } from './read.ts'
import { formatCell, parseCell } from './values.ts'
import { writeCsv } from './write.ts'

const column = (id: string, headers: Record<string, string> = {}, aliases: string[] = []): CsvMap['columns'][number] => ({
  id,
  field: id,
  type: 'string',
  aliases,
  headers,
  required: false,
  readOnly: false,
  createOnly: false,
  guarded: false,
})

const map: CsvMap = {
  entity: 'partner',
  file: 'partners.csv',
  key: ['parentName', 'name'],
  columns: [
    column('parentName', { fr: 'Parent' }),
    column('name', { de: 'Name', es: 'Nombre' }),
    column('type'),
    column('contactName'),
    column('contactEmail', {}, ['contactMail']),
    column('contactDetails'),
  ],
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const keyOf = (file: Uint8Array): string => {
  try {
    readCsv(file, map)
    return 'read'
  } catch (cause) {
    return cause instanceof FileError ? cause.key : String(cause)
  }
}

describe('CSV files written by other programs', () => {
  it.each(Object.entries(spreadsheetFiles))('%s: all three rows are read', (_name, file) => {
    const read = readCsv(file, map)
    expect(read.rows.map((row) => row.cells['name'])).toEqual(expectedNames)
    expect(canonicalCell(read.rows[0]?.cells['contactDetails'] ?? '')).toBe(expectedDetails)
    expect(read.headers.problems).toEqual([])
  })

  it('rows are numbered as in a spreadsheet, also after a separator line', () => {
    expect(readCsv(bytes('name\na\n\nb\n'), map).rows.map((row) => row.line)).toEqual([2, 4])
    expect(readCsv(bytes('sep=,\nname\na\n'), map).rows.map((row) => row.line)).toEqual([3])
  })

  it('the detected encoding is reported', () => {
    const ansi = readCsv(spreadsheetFiles['excel-ansi-semicolon-crlf.csv'] ?? new Uint8Array(), map)
    expect([ansi.encoding, ansi.encodingGuessed]).toEqual(['windows-1252', true])
  })

  it('a file that is not CSV is refused with the reason', { tags: ['S0-2.49'] }, () => {
    expect(keyOf(new Uint8Array())).toBe('bulk.file.empty')
    expect(keyOf(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1, 2, 3]))).toBe('bulk.file.binary')
    expect(keyOf(bytes('\n\n'))).toBe('bulk.file.noHeader')
    expect(keyOf(bytes('height,width\n1,2\n'))).toBe('bulk.file.noKnownColumn')
    expect(keyOf(bytes('name,type\n"never closed,vad\n'))).toBe('bulk.file.quotes')
  })

  it('cells beyond the header are counted', { tags: ['S0-5.51', 'S0-8.23'] }, () => {
    expect(readCsv(bytes('name,type\na,vad,x,,y\n'), map).rows[0]?.surplus).toBe(2)
  })
})

describe('CSV headers', () => {
  it('match identifiers, aliases and labels in any language and letter case', () => {
    expect(matchHeaders(['NAME', 'contactMail', ' Parent '], map).ids).toEqual(['name', 'contactEmail', 'parentName'])
    expect(matchHeaders(['Nombre'], map).ids).toEqual(['name'])
  })

  it(
    'that are unknown, duplicate or empty are reported, unknown ones with the nearest known name',
    { tags: ['S0-5.50', 'S0-8.23'] },
    () => {
      const { ids, problems } = matchHeaders(['nmae', 'name', 'Name', '', 'zzzzzz'], map)
      expect(ids).toEqual([undefined, 'name', undefined, undefined, undefined])
      expect(problems).toEqual([
        { kind: 'unknown', column: 0, header: 'nmae', nearest: 'name' },
        { kind: 'duplicate', column: 2, header: 'Name' },
        { kind: 'empty', column: 3, header: '' },
        { kind: 'unknown', column: 4, header: 'zzzzzz' },
      ])
    },
  )

  it('get a nearest name for at most ten unknown ones, and long ones are not quoted', { tags: ['H-6.2'] }, () => {
    const { problems } = matchHeaders([...Array.from({ length: 2_000 }, (_, at) => `nam${at}`), 'n'.repeat(1_000_000)], map)
    expect(problems.filter(({ nearest }) => nearest !== undefined)).toHaveLength(10)
    expect(problems.at(-1)?.header).toBe(`${'n'.repeat(64)}…`)
  })
})

describe('CSV formula escaping', () => {
  it('never writes a cell that a spreadsheet would evaluate', () => {
    for (const cell of ['=1+1', '+49', '-x', '@sum', '\tx', '\rx', "'=x", "''@y"]) expect(neutralise(cell)).toMatch(/^'/)
    expect(neutralise('plain')).toBe('plain')
  })

  it('restores every text unchanged', () => {
    const tricky = fc.stringMatching(/^['=+\-@\t\r ab]{0,8}$/)
    fc.assert(
      fc.property(fc.oneof(tricky, fc.string()), (cell) => restoreCell(neutralise(cell)) === cell),
      { numRuns: 2000 },
    )
  })

  it('reads back everything it wrote, including line breaks and quotes', () => {
    const cell = fc
      .oneof(fc.stringMatching(/^[=+\-@'";,\n a-z]{0,12}$/), fc.string({ unit: 'grapheme' }))
      .filter((text) => !CONTROLS.test(text))
    fc.assert(
      fc.property(
        fc.array(fc.record({ name: cell.filter((text) => text.trim() !== ''), contactDetails: cell }), { minLength: 1, maxLength: 5 }),
        (rows) => {
          const read = readCsv(bytes(writeCsv(['name', 'contactDetails'], rows)), map)
          expect(read.rows.map((row) => ({ ...row.cells }))).toEqual(rows)
        },
      ),
      { numRuns: 500 },
    )
  })
})

// oxlint-disable-next-line no-control-regex -- a CSV cannot carry control characters, so none are generated
const CONTROLS = /[\u0000-\u001f]/

describe('three-way merge of a cell', () => {
  const base = readFingerprint(fingerprint({ name: 'old', details: 'a\nb' }))

  it('ignores cells that are unchanged since the export', () => {
    expect(mergeCell('old', 'changed meanwhile', base.get('name'))).toBe('untouched')
    expect(mergeCell('a\r\nb', 'changed meanwhile', base.get('details'))).toBe('untouched')
  })

  it('accepts a change if the stored value is unchanged', () => {
    expect(mergeCell('new', 'old', base.get('name'))).toBe('changed')
  })

  it('reports a conflict only if the two values differ', () => {
    expect(mergeCell('mine', 'theirs', base.get('name'))).toBe('conflict')
    expect(mergeCell('both', 'both', base.get('name'))).toBe('same')
  })

  it('compares only file and stored value if the file has no fingerprint', () => {
    expect(mergeCell('new', 'old', undefined)).toBe('changed')
    expect(readFingerprint('name:!!! nonsense').size).toBe(0)
  })
})

describe('CSV cell values', () => {
  const typed = (type: CsvMap['columns'][number]['type'], options?: string[]): CsvMap['columns'][number] => ({
    ...column('x'),
    type,
    ...(options ? { enum: options } : {}),
  })

  it('match an option by value or label in any case; an unknown value is named in the error', () => {
    const labels = { msp: 'Fournisseur de services gérés' }
    expect(parseCell('MSP', typed('enum', ['msp']), labels)).toEqual({ value: 'msp' })
    expect(parseCell('fournisseur de services gérés', typed('enum', ['msp']), labels)).toEqual({ value: 'msp' })
    expect(parseCell('mps', typed('enum', ['msp']))).toEqual({ key: 'bulk.unknown.value', params: { value: 'mps' } })
  })

  it('are parsed strictly as numbers and booleans', () => {
    expect(parseCell('12', typed('integer'))).toEqual({ value: 12 })
    expect(parseCell('1.5', typed('integer'))).toEqual({ key: 'validation.field.integer' })
    expect(parseCell('Oui', typed('boolean'))).toEqual({ value: true })
    expect(parseCell('perhaps', typed('boolean'))).toMatchObject({ key: 'bulk.unknown.value' })
  })

  it('survive a round trip of writing and reading', () => {
    expect(formatCell(['a', 'b'], typed('list'))).toBe('a;b')
    expect(parseCell('a;b', typed('list'))).toEqual({ value: ['a', 'b'] })
    expect(formatCell(undefined, typed('string'))).toBe('')
  })
})
