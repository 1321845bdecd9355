import { expect, it } from 'vitest'
import { importedSheet, record } from '../../../tests/support/csv/partner-sheet.ts'
import { kindOf } from './row.ts'

it('new rows become those of records that a service made before it refused another row', { tags: ['D-1.8'] }, () => {
  const sheet = importedSheet([record('a', 'Alpha')], 'parentName,name,type,contactName\nPlatform,Beta,vad,Bea\nPlatform,Gamma,vad,Gil\n')
  const shown = () => sheet.all.map((row) => [kindOf(row), row.record?.oid, row.selected])
  sheet.load([record('a', 'Alpha'), record('b', 'Beta', 'Bea')])
  expect(shown()).toEqual([
    ['unchanged', 'a', false],
    ['unchanged', 'b', false],
    ['new', undefined, true],
  ])

  // What the service has made of the row differs from what was sent.
  sheet.load([record('c', 'Gamma', 'Gus')])
  expect(shown()).toEqual([
    ['unchanged', 'a', false],
    ['unchanged', 'b', false],
    ['changed', 'c', true],
  ])
  expect(sheet.planItems(sheet.all.slice(2, 3))).toMatchObject([{ action: 'update', oid: 'c', changes: { contactName: 'Gil' } }])
})
