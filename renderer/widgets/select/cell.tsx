import { CellText, plainText } from '../cell-text.tsx'
import type { CellProps } from '../contract.ts'

/** The label of a value; one that the schema no longer knows shows as it is stored. */
export function SelectCell({ value, property, optionLabel }: CellProps) {
  return <CellText text={property.enum?.includes(value) ? optionLabel(value) : plainText(value)} />
}
