import type { FilterProps } from '../contract.ts'
import { RangeFilter } from '../range-filter.tsx'

/** A range of days, both included, in the reader's zone. */
export function DateTimeFilter({ id, label, value, language, t, onChange }: FilterProps) {
  const { from, to } = value?.kind === 'dates' ? value : {}
  const bounds = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
  return (
    <RangeFilter
      id={id}
      label={label}
      type="date"
      value={bounds}
      language={language}
      t={t}
      onChange={(next) => onChange(next.from === undefined && next.to === undefined ? undefined : { kind: 'dates', ...next })}
    />
  )
}
