import { isFixed } from './import-file.ts'
import type { SheetRow } from './row.ts'
import type { Sheet } from './sheet.ts'
import { columnOf } from './sheet-model.ts'
import { cellText } from './view.ts'

/** What is replaced in one column. */
export interface Replacement {
  column: string
  /** Text within cells as they are shown; empty: whole cells. */
  find: string
  text: string
}

/** The rows that a person ticked among the given ones; all of them if there are none. */
export function rowsToFill(rows: readonly SheetRow[]): readonly SheetRow[] {
  const picked = rows.filter(({ selected, picked: isPicked }) => selected && isPicked === true)
  return picked.length > 0 ? picked : rows
}

/** Replaces text in the cells of a column, but for those that cannot be changed; returns how many changed. */
export function replaceIn(sheet: Sheet, rows: readonly SheetRow[], { column, find, text }: Replacement): number {
  const definition = columnOf(sheet.model, column)
  const labels = sheet.model.optionLabels[definition.field]
  let count = 0
  for (const row of rows) {
    if (row.gone || isFixed(definition, row)) continue
    const before = cellText(row, column, sheet.model)
    const shown = labels?.[before] ?? before
    const after = find === '' ? text : shown.replaceAll(find, text)
    if (after === shown) continue
    const isPicked = row.picked === true
    sheet.edit(row.id, column, after)
    if (isPicked) row.picked = true
    count += 1
  }
  return count
}
