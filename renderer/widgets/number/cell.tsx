import { CellText, plainText } from '../cell-text.tsx'
import type { CellProps } from '../contract.ts'

/** A number in the reader's notation. */
export function NumberCell({ value, language }: CellProps) {
  return <CellText text={typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : plainText(value)} />
}
