import { expect, it } from 'vitest'
import { stretched } from './sheet-columns.ts'

const text = (width: number) => ({ width, cellEditor: 'agTextCellEditor' })

it('columns of text share what a wide sheet leaves; a narrow one is scrolled', () => {
  const columns = [{ width: 80 }, text(210), { width: 150, cellEditor: 'agSelectCellEditor' }, text(210)]
  const widths = (sheetWidthPx: number) => stretched(columns, sheetWidthPx).map(({ width }) => width)
  expect(widths(600)).toEqual([80, 210, 150, 210])
  expect(widths(868)).toEqual([80, 310, 150, 310])
})
