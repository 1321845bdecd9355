import { ZoneLine } from '../../parts/controls/zone-line.tsx'
import type { FilterProps } from '../contract.ts'
import { RangeFilter } from '../range-filter.tsx'

/** A range of days by the reader's clock, both included. */
export function DateTimeFilter({ id, label, value, language, t, onChange }: FilterProps) {
  const { from, to } = value?.kind === 'dates' ? value : {}
  return (
    <>
      <RangeFilter
        id={id}
        label={label}
        type="date"
        describedBy={`${id}-zone`}
        value={{ ...(from !== undefined && { from }), ...(to !== undefined && { to }) }}
        language={language}
        t={t}
        onChange={(next) => onChange(next.from === undefined && next.to === undefined ? undefined : { kind: 'dates', ...next })}
      />
      <ZoneLine id={`${id}-zone`} label={t('editor.time.zone')} />
    </>
  )
}
