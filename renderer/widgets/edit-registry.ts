import type { ComponentType } from 'react'
import { AddressEdit } from './address/edit.tsx'
import type { EditProps } from './contract.ts'
import { DateTimeEdit } from './date-time/edit.tsx'
import { DualListEdit } from './dual-list/edit.tsx'
import { EditableSelectEdit } from './editable-select/edit.tsx'
import { IdentifierEdit } from './identifier/edit.tsx'
import { InheritableEdit } from './inheritable/edit.tsx'
import { MailEdit } from './mail/edit.tsx'
import { MonthEdit } from './month/edit.tsx'
import { NumberEdit } from './number/edit.tsx'
import { ReferenceEdit } from './reference/edit.tsx'
import { SecretEdit } from './secret/edit.tsx'
import { SegmentedEdit } from './segmented/edit.tsx'
import { SelectEdit } from './select/edit.tsx'
import { StatusEdit } from './status/edit.tsx'
import { TableEdit } from './table/edit.tsx'
import { TagsEdit } from './tags/edit.tsx'
import { TextEdit } from './text/edit.tsx'
import { TextareaEdit } from './textarea/edit.tsx'
import { ToggleEdit } from './toggle/edit.tsx'

const controls: Record<string, unknown> = {
  address: AddressEdit,
  'date-time': DateTimeEdit,
  'dual-list': DualListEdit,
  'editable-select': EditableSelectEdit,
  identifier: IdentifierEdit,
  inheritable: InheritableEdit,
  mail: MailEdit,
  month: MonthEdit,
  number: NumberEdit,
  reference: ReferenceEdit,
  secret: SecretEdit,
  segmented: SegmentedEdit,
  select: SelectEdit,
  status: StatusEdit,
  table: TableEdit,
  tags: TagsEdit,
  text: TextEdit,
  textarea: TextareaEdit,
  toggle: ToggleEdit,
}

/** Names of the widgets that can be edited with; a test holds it against the registry. */
export const editableNames: readonly string[] = Object.keys(controls)

/** The form control of a widget. Throws on an unknown name. */
export function editControl(name: string): ComponentType<EditProps> {
  const control = controls[name]
  if (!control) throw new Error(`No widget called "${name}" can be edited with`)
  return control as ComponentType<EditProps>
}
