import { describe, expect, it } from 'vitest'
import { importedSheet, record } from '../../../tests/support/csv/partner-sheet.ts'
import { ranges, summarise } from './summary.ts'

describe('the summary of a sheet', () => {
  it('lists every error of every row, grouped by line ranges', { tags: ['S0-5.48'] }, () => {
    const sheet = importedSheet([], 'parentName,name,type\nPlatform,,vad\nPlatform,,vad\nPlatform,Ok,what\nPlatform,,vad\n')
    const { groups } = summarise(sheet.all, sheet.model)
    expect(groups.map(({ column: id, key, count, places }) => [id, key, count, places])).toEqual([
      ['name', 'validation.field.mandatory', 3, '2–3, 5'],
      ['type', 'bulk.unknown.value', 1, '4'],
    ])
  })

  it('names rows that are not in the file by label, and counts those without a label', () => {
    const sheet = importedSheet([record('a', 'Alpha')], 'oid\na\n')
    for (const name of ['Gamma', 'Delta', '']) {
      const { id } = sheet.add()
      sheet.edit(id, 'name', name)
      sheet.edit(id, 'type', 'what')
    }
    const { groups } = summarise(sheet.all, sheet.model)
    expect(groups.find(({ column: id }) => id === 'type')).toMatchObject({ count: 3, places: 'Gamma, Delta', unnamed: 1 })
  })

  it('uses the stored name of a record whose name was cleared in the sheet', () => {
    const sheet = importedSheet([record('a', 'Alpha')], 'oid\n')
    sheet.edit(1, 'name', '')
    expect(summarise(sheet.all, sheet.model).groups).toMatchObject([{ column: 'name', places: 'Alpha', unnamed: 0 }])
  })

  it('names twelve rows of a group and states that there are more', () => {
    const sheet = importedSheet(
      Array.from({ length: 14 }, (_, index) => record(`r${index}`, `R${index}`)),
      'oid\n',
    )
    for (const { id } of sheet.all) sheet.edit(id, 'type', 'what')
    for (const row of sheet.all) row.problems = [{ column: 'name', severity: 'error', key: 'x', from: 'service' }]
    expect(summarise(sheet.all, sheet.model).groups[0]?.places).toBe(
      `${Array.from({ length: 12 }, (_, index) => `R${index}`).join(', ')}, …`,
    )
  })

  it('writes row numbers as ranges', () => {
    expect(ranges([5, 2, 3, 9, 2])).toBe('2–3, 5, 9')
    expect(ranges([])).toBe('')
  })
})
