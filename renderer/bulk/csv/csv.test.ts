import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectedDetails, expectedNames, spreadsheetFiles } from '../../../tests/support/csv/files.ts'
import type { CsvMap } from '../../../schemas/csv.ts'
import { canonicalCell, fingerprint, mergeCell, readFingerprint } from '../../data/fingerprint.ts'
import { matchHeaders } from './headers.ts'
import { neutralise, restoreCell } from '../../data/csv-file.ts'
import { FileError, readCsv } from './read.ts'
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

describe('files of other programs', () => {
  it.each(Object.entries(spreadsheetFiles))('%s yields its three rows', (_name, file) => {
    const read = readCsv(file, map)
    expect(read.rows.map((row) => row.cells['name'])).toEqual(expectedNames)
    expect(canonicalCell(read.rows[0]?.cells['contactDetails'] ?? '')).toBe(expectedDetails)
    expect(read.headers.problems).toEqual([])
  })

  it('numbers rows as a spreadsheet does, also behind a separator line', () => {
    expect(readCsv(bytes('name\na\n\nb\n'), map).rows.map((row) => row.line)).toEqual([2, 4])
    expect(readCsv(bytes('sep=,\nname\na\n'), map).rows.map((row) => row.line)).toEqual([3])
  })

  it('says which encoding it guessed', () => {
    const ansi = readCsv(spreadsheetFiles['excel-ansi-semicolon-crlf.csv'] ?? new Uint8Array(), map)
    expect([ansi.encoding, ansi.encodingGuessed]).toEqual(['windows-1252', true])
  })

  it('refuses what is no such file, naming the reason', { tags: ['S0-2.49'] }, () => {
    expect(keyOf(new Uint8Array())).toBe('bulk.file.empty')
    expect(keyOf(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1, 2, 3]))).toBe('bulk.file.binary')
    expect(keyOf(bytes('\n\n'))).toBe('bulk.file.noHeader')
    expect(keyOf(bytes('height,width\n1,2\n'))).toBe('bulk.file.noKnownColumn')
    expect(keyOf(bytes('name,type\n"never closed,vad\n'))).toBe('bulk.file.quotes')
  })

  it('counts cells beyond the header', { tags: ['S0-5.51', 'S0-8.23'] }, () => {
    expect(readCsv(bytes('name,type\na,vad,x,,y\n'), map).rows[0]?.surplus).toBe(2)
  })
})

describe('headers', () => {
  it('knows identifiers, aliases and labels of any language, whatever their case', () => {
    expect(matchHeaders(['NAME', 'contactMail', ' Parent '], map).ids).toEqual(['name', 'contactEmail', 'parentName'])
    expect(matchHeaders(['Nombre'], map).ids).toEqual(['name'])
  })

  it('reports unknown headers with the nearest known name, duplicates and empty ones', { tags: ['S0-5.50', 'S0-8.23'] }, () => {
    const { ids, problems } = matchHeaders(['nmae', 'name', 'Name', '', 'zzzzzz'], map)
    expect(ids).toEqual([undefined, 'name', undefined, undefined, undefined])
    expect(problems).toEqual([
      { kind: 'unknown', column: 0, header: 'nmae', nearest: 'name' },
      { kind: 'duplicate', column: 2, header: 'Name' },
      { kind: 'empty', column: 3, header: '' },
      { kind: 'unknown', column: 4, header: 'zzzzzz' },
    ])
  })

  it('looks for the nearest names of ten unknown headers, and repeats none that is long', { tags: ['H-6.2'] }, () => {
    const { problems } = matchHeaders([...Array.from({ length: 2_000 }, (_, at) => `nam${at}`), 'n'.repeat(1_000_000)], map)
    expect(problems.filter(({ nearest }) => nearest !== undefined)).toHaveLength(10)
    expect(problems.at(-1)?.header).toBe(`${'n'.repeat(64)}…`)
  })
})

describe('formula safety', () => {
  it('never writes a cell that a spreadsheet would run', () => {
    for (const cell of ['=1+1', '+49', '-x', '@sum', '\tx', '\rx', "'=x", "''@y"]) expect(neutralise(cell)).toMatch(/^'/)
    expect(neutralise('plain')).toBe('plain')
  })

  it('gives every text back as it was', () => {
    const tricky = fc.stringMatching(/^['=+\-@\t\r ab]{0,8}$/)
    fc.assert(
      fc.property(fc.oneof(tricky, fc.string()), (cell) => restoreCell(neutralise(cell)) === cell),
      { numRuns: 2000 },
    )
  })

  it('reads back whatever it wrote, line breaks and quotes included', () => {
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

  it('ignores cells that the file left as they were exported', () => {
    expect(mergeCell('old', 'changed meanwhile', base.get('name'))).toBe('untouched')
    expect(mergeCell('a\r\nb', 'changed meanwhile', base.get('details'))).toBe('untouched')
  })

  it('takes a change where nobody else changed', () => {
    expect(mergeCell('new', 'old', base.get('name'))).toBe('changed')
  })

  it('lists a true conflict, and none where both wrote the same', () => {
    expect(mergeCell('mine', 'theirs', base.get('name'))).toBe('conflict')
    expect(mergeCell('both', 'both', base.get('name'))).toBe('same')
  })

  it('compares two ways where the file has no fingerprint', () => {
    expect(mergeCell('new', 'old', undefined)).toBe('changed')
    expect(readFingerprint('name:!!! nonsense').size).toBe(0)
  })
})

describe('cell values', () => {
  const typed = (type: CsvMap['columns'][number]['type'], options?: string[]): CsvMap['columns'][number] => ({
    ...column('x'),
    type,
    ...(options ? { enum: options } : {}),
  })

  it('takes an option in any case or by its label, and names the value otherwise', () => {
    const labels = { msp: 'Fournisseur de services gérés' }
    expect(parseCell('MSP', typed('enum', ['msp']), labels)).toEqual({ value: 'msp' })
    expect(parseCell('fournisseur de services gérés', typed('enum', ['msp']), labels)).toEqual({ value: 'msp' })
    expect(parseCell('mps', typed('enum', ['msp']))).toEqual({ key: 'bulk.unknown.value', params: { value: 'mps' } })
  })

  it('reads numbers and booleans strictly', () => {
    expect(parseCell('12', typed('integer'))).toEqual({ value: 12 })
    expect(parseCell('1.5', typed('integer'))).toEqual({ key: 'validation.field.integer' })
    expect(parseCell('Oui', typed('boolean'))).toEqual({ value: true })
    expect(parseCell('perhaps', typed('boolean'))).toMatchObject({ key: 'bulk.unknown.value' })
  })

  it('writes what it reads', () => {
    expect(formatCell(['a', 'b'], typed('list'))).toBe('a;b')
    expect(parseCell('a;b', typed('list'))).toEqual({ value: ['a', 'b'] })
    expect(formatCell(undefined, typed('string'))).toBe('')
  })
})
