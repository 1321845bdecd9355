import { describe, expect, it } from 'vitest'
import { importedSheet, record } from '../../../tests/support/csv/partner-sheet.ts'
import { viewRows } from './view.ts'

describe('the search of a sheet', () => {
  it('finds rows without case and diacritics', () => {
    const sheet = importedSheet([record('a', 'Überwachung'), record('b', 'Beta')], 'oid,name\n')
    const found = viewRows(sheet.all, { kind: 'all', search: 'UBERWACH' }, sheet.model)
    expect(found.map((row) => row.record?.oid)).toEqual(['a'])
  })
})
