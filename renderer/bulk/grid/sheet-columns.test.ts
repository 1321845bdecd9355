// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import type { CsvMapColumn } from '../../../schemas/csv.ts'
import { sheetColumn } from './sheet-columns.ts'

const column: CsvMapColumn = { id: 'name', field: 'name', type: 'string', headers: { en: 'Name' } } as never
const around = { t: (key: string) => key, optionLabels: {}, language: 'en', isMono: () => false, onChoice: () => undefined }

it.each([
  ['as wide as texts need', 1200, 210],
  ['within a narrow window, where its texts end with dots', 174, 174],
  ['wide enough to read in the narrowest', 20, 110],
])('a column of texts is %s', (_name, roomPx, minWidth) => {
  expect(sheetColumn(column, { ...around, roomPx })).toMatchObject({ minWidth, flex: 1 })
})
