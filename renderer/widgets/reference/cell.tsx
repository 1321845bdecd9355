import { CellText, plainText } from '../cell-text.tsx'
import type { CellProps } from '../contract.ts'

/** The name of the record referred to; its identifier where the record does not carry the name. */
export function ReferenceCell({ value, property, record }: CellProps) {
  const field = property['x-ref']?.label
  const label = field === undefined ? undefined : record[field]
  return label === undefined || label === null ? <CellText mono text={plainText(value)} /> : <CellText text={String(label)} />
}
