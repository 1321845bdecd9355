import type { FilterProps } from '../contract.ts'
import { RangeFilter } from '../range-filter.tsx'

/** A range of dates of the calendar, both included. */
export function DateFilter({ id, label, value, language, t, onChange }: FilterProps) {
  const { from, to } = value?.kind === 'days' ? value : {}
  return (
    <RangeFilter
      id={id}
      label={label}
      type="date"
      value={{ ...(from !== undefined && { from }), ...(to !== undefined && { to }) }}
      language={language}
      t={t}
      onChange={(next) => onChange(next.from === undefined && next.to === undefined ? undefined : { kind: 'days', ...next })}
    />
  )
}
