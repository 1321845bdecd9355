import { CellText, plainText } from '../cell-text.tsx'
import type { CellProps } from '../contract.ts'

/** One line of text. */
export function TextCell({ value }: CellProps) {
  return <CellText text={plainText(value)} />
}
