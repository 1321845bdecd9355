import { StatusDot } from '../../parts/text/status-dot.tsx'
import { CellText } from '../cell-text.tsx'
import type { CellProps } from '../contract.ts'
import { statusTone } from './tone.ts'

/** A state as a mark and a word. */
export function StatusCell({ value, property, optionLabel }: CellProps) {
  if (value === undefined || value === null || value === '') return <CellText text="" />
  const label = property.enum?.includes(value) ? optionLabel(value) : String(value)
  return <StatusDot kind={statusTone(value)}>{label}</StatusDot>
}
