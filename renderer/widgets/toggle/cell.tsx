import { CellText } from '../cell-text.tsx'
import type { CellProps } from '../contract.ts'

/** Yes or no, in words. */
export function ToggleCell({ value, optionLabel }: CellProps) {
  return <CellText text={typeof value === 'boolean' ? optionLabel(value) : ''} />
}
