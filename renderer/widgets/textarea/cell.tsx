import { CellText, plainText } from '../cell-text.tsx'
import type { CellProps } from '../contract.ts'

/** Several lines drawn as one; hover shows them as they are. */
export function TextareaCell({ value }: CellProps) {
  return <CellText text={plainText(value).trim()} />
}
