import { CellText } from '../cell-text.tsx'
import type { CellProps } from '../contract.ts'

/** How many are chosen. */
export function DualListCell({ value, language }: CellProps) {
  return <CellText text={Array.isArray(value) ? new Intl.NumberFormat(language).format(value.length) : ''} />
}
