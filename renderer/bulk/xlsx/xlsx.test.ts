import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import type { CsvMap } from '../../../schemas/csv.ts'
import { column } from '../../../tests/support/csv/partner-sheet.ts'
import { FileError } from '../../data/file-error.ts'
import { type SheetTable, writeWorkbook } from '../../data/workbook/write.ts'
import type { KnownSheet } from '../csv/lines.ts'
import { readWorkbook, type WorkbookContents } from './read.ts'

const map: CsvMap = {
  entity: 'partner',
  file: 'partners.csv',
  key: ['name'],
  columns: [
    column('name'),
    column('contactDetails'),
    column('count', { type: 'integer' }),
    column('ratio', { type: 'number' }),
    column('isMain', { type: 'boolean' }),
  ],
}
const inner: CsvMap = { entity: 'partner', file: 'sites.csv', key: [], columns: [column('site'), column('town')] }
const partners: KnownSheet = { name: 'partner', map }
const sites: KnownSheet = { name: 'sites', map: inner }
const header = map.columns.map(({ id, type }) => ({ header: id, type }))
const row = (name: string, ...rest: string[]): string[] => [name, ...rest, '', '', '', ''].slice(0, 5)
const table = (rows: string[][], name = 'partner'): SheetTable => ({ name, columns: header, rows })
const bytesOf = async (tables: SheetTable[]): Promise<Uint8Array> => {
  const file = await writeWorkbook(tables)
  return new Uint8Array(await file.arrayBuffer())
}
const read = (bytes: Uint8Array, sheets = [partners], active = 'partner'): Promise<WorkbookContents> =>
  readWorkbook({ bytes: new Uint8Array(bytes), sheets, active })
const keyOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'read',
    (cause: unknown) => (cause instanceof FileError ? cause.key : String(cause)),
  )
const cellsOf = ({ parts }: WorkbookContents): Record<string, string>[] => parts.flatMap(({ file }) => file.rows.map(({ cells }) => cells))

describe('a workbook', () => {
  const texts = [
    '=1+1',
    "'=x",
    '+49 30',
    '00123',
    '2026-11',
    '1.10',
    ' both ends ',
    'two\nlines',
    'a\tb',
    '_x0041_',
    '<&">',
    'Ł\u0301ódź 🛰️',
    'TRUE',
    '1e5',
  ]

  it('keeps every text, number and boolean as it is', async () => {
    const rows = texts.map((text, index) => row(`n${index}`, text, String(index * 1_000_003), '0.1', String(index % 2 === 0)))
    const contents = await read(await bytesOf([table(rows)]))
    expect(cellsOf(contents).map(({ name, contactDetails, count, ratio, isMain }) => [name, contactDetails, count, ratio, isMain])).toEqual(
      rows,
    )
    expect(contents).toMatchObject({ formulas: [], ignored: [] })
  })

  it('holds numbers and booleans as such, and text as text', async () => {
    const { readXlsx } = await import('hucre/xlsx')
    const { sheets } = await readXlsx(await bytesOf([table([row('00123', '=1', '7', '1.5', 'true')])]), { readStyles: true })
    expect(sheets[0]?.rows[1]).toEqual(['00123', '=1', 7, 1.5, true])
    expect(sheets[0]?.cells?.get('1,0')?.style?.numFmt).toBe('@')
  })

  it('has a sheet for each table, read by its name, whatever their order', async () => {
    const other: SheetTable = { name: 'sites', columns: [{ header: 'site' }, { header: 'town' }], rows: [['HQ', 'Lyon']] }
    const { parts } = await read(await bytesOf([other, table([row('Alpha')])]), [partners, sites])
    expect(parts.map(({ sheet, file }) => [sheet, file.rows.length])).toEqual([
      ['partner', 1],
      ['sites', 1],
    ])
  })

  it('without a known name of a sheet is read by its columns, and the other sheets are named', async () => {
    const notes: SheetTable = { name: 'Notes', columns: [{ header: 'todo' }], rows: [['call']] }
    const { parts, ignored } = await read(await bytesOf([notes, table([row('Alpha')], 'Tabelle1')]), [sites, partners])
    expect(parts.map(({ sheet }) => sheet)).toEqual(['partner'])
    expect(ignored).toEqual(['Notes'])
  })

  it('leaves out cells with formulas and names them', async () => {
    const rows = [map.columns.map(({ id }) => id), ['Alpha', 'x', 1, 0.5, true]]
    const cells = new Map([['1,1', { value: 'taken?', formula: 'A2&"!"', formulaResult: 'Alpha!', type: 'formula' as const }]])
    const contents = await read(await writeXlsx({ sheets: [{ name: 'partner', rows, cells }] }))
    expect(contents.formulas).toEqual(['B2'])
    expect(Object.keys(cellsOf(contents)[0] ?? {})).not.toContain('contactDetails')
    expect(cellsOf(contents)[0]).toMatchObject({ name: 'Alpha', count: '1' })
  })

  it('takes true and false of LibreOffice, which are formulas there', async () => {
    const rows = [
      ['name', 'isMain'],
      ['Alpha', true],
    ]
    const cells = new Map([['1,1', { value: true, formula: 'TRUE()', formulaResult: true, type: 'formula' as const }]])
    const contents = await read(await writeXlsx({ sheets: [{ name: 'partner', rows, cells }] }))
    expect([contents.formulas, cellsOf(contents)]).toEqual([[], [{ name: 'Alpha', isMain: 'true' }]])
  })

  it('takes days as days, and skips hidden sheets', async () => {
    const rows = [
      ['name', 'contactDetails'],
      ['Alpha', new Date(Date.UTC(2026, 10, 29))],
    ]
    const contents = await read(
      await writeXlsx({
        sheets: [
          { name: 'partner', rows },
          { name: 'sites', rows: [['site'], ['HQ']], hidden: true },
        ],
      }),
      [partners, sites],
    )
    expect(cellsOf(contents)[0]?.['contactDetails']).toBe('2026-11-29')
    expect(contents.parts.map(({ sheet }) => sheet)).toEqual(['partner'])
    expect(contents.ignored).toEqual(['sites'])
  })

  it('numbers rows as spreadsheets do, and reports unknown columns', async () => {
    const { parts } = await read(
      await writeXlsx({
        sheets: [
          {
            name: 'partner',
            rows: [
              ['name', 'hue'],
              ['a', null],
              [null, null],
              ['b', 'red'],
            ],
          },
        ],
      }),
    )
    expect(parts[0]?.file.rows.map(({ line }) => line)).toEqual([2, 4])
    expect(parts[0]?.file.headers.problems).toMatchObject([{ kind: 'unknown', header: 'hue' }])
  })
})

describe('a file that is refused', () => {
  /** The size that the central directory says a part has, changed. */
  async function saying(size: number): Promise<Uint8Array> {
    const bytes = await bytesOf([table(Array.from({ length: 500 }, (_, index) => row(`name ${index}`)))])
    const view = new DataView(bytes.buffer)
    for (let at = 0; at + 46 < bytes.length; at++) {
      if (view.getUint32(at, true) !== 0x02014b50) continue
      const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + view.getUint16(at + 28, true)))
      if (name.endsWith('sheet1.xml')) view.setUint32(at + 24, size, true)
    }
    return bytes
  }

  it.each([
    ['is empty', new Uint8Array(), 'bulk.file.empty'],
    ['is text', new TextEncoder().encode('name\nAlpha\n'), 'bulk.file.notWorkbook'],
    ['is no archive', new Uint8Array([0x50, 0x4b, 3, 4, ...Array.from({ length: 60 }, () => 7)]), 'bulk.file.notWorkbook'],
  ])('%s', async (_title, bytes, key) => {
    expect(await keyOf(read(bytes))).toBe(key)
  })

  it('would be too large once unpacked, or does not say how large it is', async () => {
    expect(await keyOf(read(await saying(300 * 1024 * 1024)))).toBe('bulk.file.tooLargeUnpacked')
    expect(await keyOf(read(await saying(0)))).toBe('bulk.file.tooLargeUnpacked')
  })

  it('says that a part is smaller than it is', async () => {
    expect(await keyOf(read(await saying(100)))).toBe('bulk.file.notWorkbook')
  })

  it('has a cell in the last corner of a sheet', async () => {
    const rows = [['name'], ['Alpha']]
    const bytes = await writeXlsx({ sheets: [{ name: 'partner', rows, cells: new Map([['900000,16000', { value: 'far' }]]) }] })
    expect(await keyOf(read(bytes))).toBe('bulk.file.notWorkbook')
  })

  it('has no columns of this list', async () => {
    expect(await keyOf(read(await writeXlsx({ sheets: [{ name: 'x', rows: [['height'], [1]] }] })))).toBe('bulk.file.noKnownColumn')
    expect(await keyOf(read(await writeXlsx({ sheets: [{ name: 'partner', rows: [['height'], [1]] }] })))).toBe('bulk.file.noKnownColumn')
  })

  it('would hold more than a sheet can', async () => {
    expect(await keyOf(writeWorkbook([table([row('a', 'x'.repeat(32_768))])]))).toBe('bulk.xlsx.longCell')
    expect(await keyOf(writeWorkbook([table(Array.from({ length: 1_048_576 }, () => []))]))).toBe('bulk.xlsx.tooManyRows')
  })
})
