import type { EditProps, InnerCell, InnerValue } from '../contract.ts'
import type { TableColumn } from './columns.ts'

/** One cell of a list. */
export interface EditCellProps {
  inner: InnerValue
  path: string
  column: TableColumn
  /** Position in the stored list, from 1: part of the cell's name, as it is of errors. */
  number: number
  readOnly: boolean
  t: EditProps['t']
}

/** What the control of one kind of cell is given. */
export interface CellControlProps extends EditCellProps {
  cell: InnerCell
  attributes: Record<string, unknown>
}
