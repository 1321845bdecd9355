import type { ComponentType } from 'react'
import { AddressCell } from './address/cell.tsx'
import type { CellProps } from './contract.ts'
import { DateTimeCell } from './date-time/cell.tsx'
import { DualListCell } from './dual-list/cell.tsx'
import { EditableSelectCell } from './editable-select/cell.tsx'
import { IdentifierCell } from './identifier/cell.tsx'
import { InheritableCell } from './inheritable/cell.tsx'
import { MailCell } from './mail/cell.tsx'
import { MonthCell } from './month/cell.tsx'
import { NumberCell } from './number/cell.tsx'
import { ReferenceCell } from './reference/cell.tsx'
import { SecretCell } from './secret/cell.tsx'
import { SegmentedCell } from './segmented/cell.tsx'
import { SelectCell } from './select/cell.tsx'
import { StatusCell } from './status/cell.tsx'
import { TableCell } from './table/cell.tsx'
import { TagsCell } from './tags/cell.tsx'
import { TextCell } from './text/cell.tsx'
import { TextareaCell } from './textarea/cell.tsx'
import { ToggleCell } from './toggle/cell.tsx'

const cells: Readonly<Record<string, ComponentType<CellProps>>> = {
  address: AddressCell,
  'date-time': DateTimeCell,
  'dual-list': DualListCell,
  'editable-select': EditableSelectCell,
  identifier: IdentifierCell,
  inheritable: InheritableCell,
  mail: MailCell,
  month: MonthCell,
  number: NumberCell,
  reference: ReferenceCell,
  secret: SecretCell,
  segmented: SegmentedCell,
  select: SelectCell,
  status: StatusCell,
  table: TableCell,
  tags: TagsCell,
  text: TextCell,
  textarea: TextareaCell,
  toggle: ToggleCell,
}

/** The cell of a widget. Throws on a widget that has none. */
export function cellOf(widget: string): ComponentType<CellProps> {
  const cell = Object.hasOwn(cells, widget) ? cells[widget] : undefined
  if (!cell) throw new Error(`The widget "${widget}" has no cell in renderer/widgets/cells.ts`)
  return cell
}
