import { defaultDateDisplay } from '../../descriptor/date-display.ts'
import { Moment } from '../../parts/text/moment.tsx'
import { CellText } from '../cell-text.tsx'
import type { CellProps } from '../contract.ts'

/** A date-time or a date; all of it on hover. */
export function DateTimeCell({ value, property, language, display = defaultDateDisplay(property) ?? 'planned' }: CellProps) {
  if (typeof value !== 'string' || value === '') return <CellText text="" />
  return <Moment className="cell-line" value={value} display={display} language={language} />
}
