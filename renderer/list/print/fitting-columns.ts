import type { ListColumn } from '../columns/list-columns.ts'

/** Room on a sheet of A4 laid on its side, in pixels of the screen: 273 mm of paper, with letters of 9 instead of 10.5 points. */
const ROOM = 1_200
/** Most that a column of free text takes: it has several lines there. */
const FREE_TEXT = 180

/** The columns that fit a sheet of paper, in their order, and those that are left out. The first one always fits. */
export function fittingColumns(columns: readonly ListColumn[]): { fitting: ListColumn[]; left: ListColumn[] } {
  let room = ROOM
  const fitting: ListColumn[] = []
  const left: ListColumn[] = []
  for (const column of columns) {
    const width = column.isFreeText ? Math.min(FREE_TEXT, Math.max(column.width, column.grow)) : column.width
    if (fitting.length > 0 && width > room) left.push(column)
    else fitting.push(column)
    if (fitting.includes(column)) room -= width
  }
  return { fitting, left }
}
