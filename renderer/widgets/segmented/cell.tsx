import type { CellProps } from '../contract.ts'
import { SelectCell } from '../select/cell.tsx'

/** The label of a value, as a selection shows it. */
export function SegmentedCell(props: CellProps) {
  return <SelectCell {...props} />
}
