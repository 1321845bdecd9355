import { Moment } from '../../parts/text/moment.tsx'
import { monthText } from '../../parts/text/date-texts.ts'
import { CellText, plainText } from '../cell-text.tsx'
import type { CellProps } from '../contract.ts'

/** A month as the reader writes it, short; whole on hover. */
export function MonthCell({ value, language, display = 'month' }: CellProps) {
  const month = plainText(value)
  if (display === 'relative' && month !== '') return <Moment className="cell-line" value={month} display={display} language={language} />
  return <CellText text={monthText(month, language, 'short')} title={monthText(month, language)} />
}
