import { CellText, plainText } from '../cell-text.tsx'
import type { CellProps } from '../contract.ts'
import { monthText } from './month-text.ts'

/** A month as the reader writes it, short; whole on hover. */
export function MonthCell({ value, language }: CellProps) {
  const month = plainText(value)
  return <CellText text={monthText(month, language, 'short')} title={monthText(month, language)} />
}
