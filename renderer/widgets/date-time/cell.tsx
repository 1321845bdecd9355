import { CellText } from '../cell-text.tsx'
import type { CellProps } from '../contract.ts'
import { exactTime, relativeTime, useNow } from './times.ts'

/** How long ago, with the exact time on hover. */
export function DateTimeCell({ value, language }: CellProps) {
  const now = useNow()
  if (typeof value !== 'string' || value === '') return <CellText text="" />
  return (
    <time className="cell-line" dateTime={value} title={exactTime(value, language)}>
      {relativeTime(value, now, language)}
    </time>
  )
}
