import { describe, expect, it } from 'vitest'
import { filled, record } from '../../../tests/support/csv/partner-sheet.ts'
import { ranges, summarise } from './summary.ts'
import { viewRows } from './view.ts'

describe('the summary of a sheet', () => {
  it('shows every error of every row, grouped with line ranges', { tags: ['S0-5.48'] }, () => {
    const sheet = filled([], 'parentName,name,type\nPlatform,,vad\nPlatform,,vad\nPlatform,Ok,what\nPlatform,,vad\n')
    const { groups } = summarise(sheet.all, sheet.model)
    expect(groups.map(({ column: id, key, count, places }) => [id, key, count, places])).toEqual([
      ['name', 'validation.field.mandatory', 3, '2–3, 5'],
      ['type', 'bulk.unknown.value', 1, '4'],
    ])
  })

  it('names rows that no file has a line for by their label, and counts those without one', () => {
    const sheet = filled([record('a', 'Alpha')], 'oid\na\n')
    for (const name of ['Gamma', 'Delta', '']) {
      const { id } = sheet.add()
      sheet.edit(id, 'name', name)
      sheet.edit(id, 'type', 'what')
    }
    const { groups } = summarise(sheet.all, sheet.model)
    expect(groups.find(({ column: id }) => id === 'type')).toMatchObject({ count: 3, places: 'Gamma, Delta', unnamed: 1 })
  })

  it('names a record whose name was deleted in the sheet by the stored one', () => {
    const sheet = filled([record('a', 'Alpha')], 'oid\n')
    sheet.edit(1, 'name', '')
    expect(summarise(sheet.all, sheet.model).groups).toMatchObject([{ column: 'name', places: 'Alpha', unnamed: 0 }])
  })

  it('names a dozen rows of a group, and says that there are more', () => {
    const sheet = filled(
      Array.from({ length: 14 }, (_, index) => record(`r${index}`, `R${index}`)),
      'oid\n',
    )
    for (const { id } of sheet.all) sheet.edit(id, 'type', 'what')
    for (const row of sheet.all) row.problems = [{ column: 'name', severity: 'error', key: 'x', from: 'service' }]
    expect(summarise(sheet.all, sheet.model).groups[0]?.places).toBe(
      `${Array.from({ length: 12 }, (_, index) => `R${index}`).join(', ')}, …`,
    )
  })

  it('counts a row that was changed elsewhere as a conflict, once, and not as an error', () => {
    const sheet = filled([record('a', 'Alpha'), record('b', 'Beta')], 'oid,name\na,New\nb,Also new\n')
    const stale = { pointer: '/items/0', key: 'service.revision.stale', message: '', params: { revision: 4 } }
    sheet.applyVerdict([{ index: 0, verdict: 'refused', errors: [stale] }], [...sheet.all])
    const { kinds, selectedInvalid } = summarise(sheet.all, sheet.model)
    expect({ ...kinds, selectedInvalid }).toEqual({ invalid: 0, conflict: 1, new: 0, changed: 1, unchanged: 0, selectedInvalid: 1 })
    expect(viewRows(sheet.all, { kind: 'conflict', search: '' }, sheet.model).map(({ id }) => id)).toEqual([1])
    sheet.row(1).problems.push({ column: 'name', severity: 'error', key: 'partner.name.taken', from: 'service' })
    expect(summarise(sheet.all, sheet.model).kinds).toMatchObject({ invalid: 1, conflict: 0 })
  })

  it('writes row numbers as ranges', () => {
    expect(ranges([5, 2, 3, 9, 2])).toBe('2–3, 5, 9')
    expect(ranges([])).toBe('')
  })
})
