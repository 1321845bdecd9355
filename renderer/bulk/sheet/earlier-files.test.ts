import { describe, expect, it } from 'vitest'
import type { CsvMap } from '../../../schemas/csv.ts'
import type { ServedRecord } from '../../../schemas/plan.ts'
import { column, model, record, runSteps, validators } from '../../../tests/support/csv/partner-sheet.ts'
import { fingerprint } from '../../data/fingerprint.ts'
import { readBook, readCsv } from '../csv/read.ts'
import { kindOf } from './row.ts'
import { Sheet } from './sheet.ts'

/** Columns after a release that renamed two fields and an option, took one field away and found records by another key. */
const map: CsvMap = {
  entity: 'partner',
  was: ['company'],
  file: 'partners.csv',
  key: ['code', 'parentName'],
  formerKeys: [['parentName', 'name'], ['name']],
  columns: [
    column('code', { aliases: ['number'] }),
    column('parentOid', { id: 'parentName', via: 'parentName', createOnly: true }),
    column('name', { aliases: ['title'], required: true }),
    column('type', { type: 'enum', enum: ['distributor', 'msp'], was: { vad: 'distributor', VAR: 'distributor' } }),
    column('contactPerson', { aliases: ['contactName'] }),
  ],
  ignored: ['fax', 'Fax number'],
}

const present = (oid: string, name: string, more: Partial<ServedRecord> = {}): ServedRecord => {
  const { contactName, ...others } = record(oid, name)
  return { ...others, code: `C-${oid}`, type: 'distributor', contactPerson: contactName, ...more } as ServedRecord
}

function imported(records: ServedRecord[], csv: string): Sheet {
  const sheet = new Sheet({ ...model(), map }, validators)
  sheet.load(records)
  const file = readCsv(new TextEncoder().encode(csv), map)
  expect(file.headers.problems).toEqual([])
  runSteps(sheet.importFile(file))
  return sheet
}

const editsOf = (sheet: Sheet) => sheet.all.map((row) => [row.record?.oid, ...row.edits])

describe('a file of an earlier release', () => {
  const base = fingerprint({ parentName: 'Platform', title: 'Alpha', type: 'vad', contactName: 'Ann' })
  const line = (changes: Record<string, string> = {}): string => {
    const cells = { oid: 'a', parentName: 'Platform', title: 'Alpha', type: 'vad', contactName: 'Ann', fax: '12', _base: base, ...changes }
    return `${Object.keys(cells).join(',')}\n${Object.values(cells).join(',')}\n`
  }

  it('changes nothing as long as nobody edited it, with its fingerprint and without', () => {
    expect(imported([present('a', 'Alpha')], line()).all.map(kindOf)).toEqual(['unchanged'])
    expect(imported([present('a', 'Alpha')], line({ _base: '' })).all.map(kindOf)).toEqual(['unchanged'])
    expect(imported([present('a', 'Alpha')], line({ type: 'var', _base: '' })).all.map(kindOf)).toEqual(['unchanged'])
  })

  it('leaves what the service changed meanwhile, and brings what was edited in it', () => {
    const meanwhile = present('a', 'Alpha', { contactPerson: 'Zoe', type: 'msp' })
    expect(editsOf(imported([meanwhile], line()))).toEqual([['a']])
    expect(editsOf(imported([meanwhile], line({ title: 'Omega' })))).toEqual([['a', ['name', 'Omega']]])
    expect(editsOf(imported([present('a', 'Alpha')], line({ type: 'msp', contactName: 'Bob' })))).toEqual([
      ['a', ['type', 'msp'], ['contactPerson', 'Bob']],
    ])
    const conflicts = imported([meanwhile], line({ contactName: 'Bob' })).all[0]?.conflicts
    expect([...(conflicts ?? [])]).toEqual([['contactPerson', { mine: 'Bob', theirs: 'Zoe' }]])
  })

  it('finds its records by the key of its time, which must mean one of them', () => {
    const records = [present('a', 'Alpha'), present('b', 'Beta'), present('c', 'Same'), present('d', 'Same', { parentName: 'Elsewhere' })]
    expect(editsOf(imported(records, 'parentName,title,contactName\nPlatform,Beta,Bob\nElsewhere,Same,Cy\n'))).toEqual([
      ['a'],
      ['b', ['contactPerson', 'Bob']],
      ['c'],
      ['d', ['contactPerson', 'Cy']],
    ])
    const twins = [present('a', 'Same'), present('b', 'Same')]
    expect(imported(twins, 'parentName,title\nPlatform,Same\n').all[2]?.problems).toMatchObject([{ key: 'bulk.row.ambiguousKey' }])
    const byCode = imported([present('a', 'Alpha')], 'number,parentName,title\nC-a,Platform,Omega\nC-new,Platform,Alpha\n')
    expect(byCode.all.map(kindOf)).toEqual(['changed', 'new'])
  })

  it('may call its sheet by an earlier name of the entity', () => {
    const boats: CsvMap = { ...map, entity: 'partner', columns: [column('seats')] }
    const sheets = [
      { name: 'partner', map },
      { name: 'boats', map: boats },
    ]
    const text = 'sheet,title\ncompany,Alpha\nsheet,seats\nboats,4\n'
    expect(readBook(new TextEncoder().encode(text), sheets, 'partner').map(({ sheet, file }) => [sheet, file.rows[0]?.cells])).toEqual([
      ['partner', { name: 'Alpha' }],
      ['boats', { seats: '4' }],
    ])
  })
})
