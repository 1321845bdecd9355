import { CellText, plainText } from '../cell-text.tsx'
import type { CellProps } from '../contract.ts'

/** A chosen or typed value. */
export function EditableSelectCell({ value, property, optionLabel }: CellProps) {
  const known = property.enum?.includes(value) === true
  return <CellText text={known ? optionLabel(value) : plainText(value)} />
}
