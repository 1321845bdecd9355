import type { FilterProps } from '../contract.ts'
import { RangeFilter } from '../range-filter.tsx'

/** A range of numbers. */
export function NumberFilter({ id, label, value, language, t, onChange }: FilterProps) {
  const { from, to } = value?.kind === 'range' ? value : {}
  const bounds = { ...(from === undefined ? {} : { from: String(from) }), ...(to === undefined ? {} : { to: String(to) }) }
  return (
    <RangeFilter
      id={id}
      label={label}
      type="number"
      value={bounds}
      language={language}
      t={t}
      onChange={(next) => {
        const lower = next.from === undefined ? {} : { from: Number(next.from) }
        const upper = next.to === undefined ? {} : { to: Number(next.to) }
        onChange(next.from === undefined && next.to === undefined ? undefined : { kind: 'range', ...lower, ...upper })
      }}
    />
  )
}
