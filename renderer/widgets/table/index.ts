import type { Widget } from '../contract.ts'
import { mainType } from '../property-type.ts'
import { TableCell } from './cell.tsx'

interface Options {
  columns?: unknown[]
  height?: number
  /** So many rows at the beginning stay. */
  fixedRows?: number
  /** Rows neither come nor go. */
  fixed?: boolean
  /** In lists each row is a mark, with its name and a text. */
  marks?: [name: string, text: string]
  /** Rows are ordered by the user; this column holds the position. */
  order?: string
  /** Placeholder for empty cells of a column. */
  blanks?: Record<string, string>
}

/** A list of records, edited in place, of any length. */
export const tableWidget: Widget<'table', readonly object[], Options> = {
  name: 'table',
  fits: (property) => mainType(property) === 'array' && property.items?.type === 'object',
  options: ['columns', 'height', 'fixedRows', 'fixed', 'marks', 'order', 'blanks'],
  cell: TableCell,
  field: async () => (await import('./control.tsx')).TableField,
}
