import type { ServedRecord } from '../../../schemas/plan.ts'

/**
 * The chosen rows of a list. `some`: these records, of any page. `all`: every row that matches the filters, wherever it is,
 * without the ones taken out again.
 */
export type Selection = { mode: 'some'; records: ReadonlyMap<string, ServedRecord> } | { mode: 'all'; except: ReadonlySet<string> }

export const noSelection: Selection = { mode: 'some', records: new Map() }
export const everyMatch: Selection = { mode: 'all', except: new Set() }

export function isSelected(selection: Selection, oid: string): boolean {
  return selection.mode === 'some' ? selection.records.has(oid) : !selection.except.has(oid)
}

/** How many rows are chosen; `total` is how many match. */
export function selectedCount(selection: Selection, total: number): number {
  return selection.mode === 'some' ? selection.records.size : Math.max(0, total - selection.except.size)
}

/** The selection with these rows chosen or not. */
export function withRows(selection: Selection, records: readonly ServedRecord[], chosen: boolean): Selection {
  if (selection.mode === 'all') {
    const except = new Set(selection.except)
    for (const { oid } of records) {
      if (chosen) except.delete(oid)
      else except.add(oid)
    }
    return { mode: 'all', except }
  }
  const kept = new Map(selection.records)
  for (const record of records) {
    if (chosen) kept.set(record.oid, record)
    else kept.delete(record.oid)
  }
  return { mode: 'some', records: kept }
}

/** State of the checkbox in the header: none, some or all rows of the page are chosen. */
export function headState(selection: Selection, rows: readonly ServedRecord[]): 'none' | 'some' | 'all' {
  const chosen = rows.filter((row) => isSelected(selection, row.oid)).length
  if (chosen === 0) return 'none'
  return chosen === rows.length ? 'all' : 'some'
}
