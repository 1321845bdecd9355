import type { InnerRow } from '../contract.ts'

/** By which column the rows are shown; the stored order does not change. */
export interface TableSort {
  column: string
  descending: boolean
}

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Addresses sort by their numbers, like everything else that holds numbers. */
function compareValues(one: unknown, other: unknown): number {
  if (isBlank(one) || isBlank(other)) return Number(isBlank(one)) - Number(isBlank(other))
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return String(one).localeCompare(String(other), undefined, { numeric: true })
}

/** Positions of the rows in the order in which they are shown; empty ones last, equal ones as stored. */
export function shownOrder(rows: readonly InnerRow[], sort: TableSort | undefined): number[] {
  const positions = rows.map((_row, index) => index)
  if (!sort) return positions
  const sign = sort.descending ? -1 : 1
  const at = (index: number) => rows[index]?.[sort.column]
  return positions.toSorted((one, other) => {
    const blank = Number(isBlank(at(one))) - Number(isBlank(at(other)))
    return blank || sign * compareValues(at(one), at(other)) || one - other
  })
}

/** The rows after one of them went to another position. */
export function movedRow<R>(rows: readonly R[], from: number, to: number): R[] {
  const row = rows[from]
  if (row === undefined) return [...rows]
  const others = rows.filter((_row, index) => index !== from)
  return [...others.slice(0, to), row, ...others.slice(to)]
}

/** Ascending, descending, as stored. */
export function nextSort(sort: TableSort | undefined, column: string): TableSort | undefined {
  if (sort?.column !== column) return { column, descending: false }
  return sort.descending ? undefined : { column, descending: true }
}
