// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import type { CsvMapColumn } from '../../../schemas/csv.ts'
import { exactText } from '../../parts/text/date-texts.ts'
import { sheetColumn } from './sheet-columns.ts'

const column: CsvMapColumn = { id: 'name', field: 'name', type: 'string', headers: { en: 'Name' } } as never
const around = { t: (key: string) => key, optionLabels: {}, language: 'en', isMono: () => false, onChoice: () => undefined }

it.each([
  ['as wide as its texts need', 1200, 210],
  ['limited to a narrow window, with its texts truncated', 174, 174],
  ['still readable in the narrowest window', 20, 110],
])('a text column is %s', (_name, roomPx, minWidth) => {
  expect(sheetColumn(column, { ...around, roomPx })).toMatchObject({ minWidth, flex: 1 })
})

it('a date-time keeps its text, which imports again, and tells the reader’s time on hover', () => {
  const at = '2026-01-12T22:00:05.000Z'
  const row = { cells: { name: at }, problems: [], conflicts: {}, before: {} } as never
  const tooltip = (type: CsvMapColumn['type'], language = 'de') => {
    const { tooltipValueGetter } = sheetColumn({ ...column, type }, { ...around, language, roomPx: 500 })
    return tooltipValueGetter?.({ data: row, valueFormatted: at } as never)
  }
  expect(tooltip('date-time')).toBe(exactText(at, { language: 'de' }))
  expect(tooltip('string')).toBeUndefined()
})
