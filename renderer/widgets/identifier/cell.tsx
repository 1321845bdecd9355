import { CellText, plainText } from '../cell-text.tsx'
import type { CellProps } from '../contract.ts'

/** An identifier or serial number, monospaced. */
export function IdentifierCell({ value }: CellProps) {
  return <CellText mono text={plainText(value)} />
}
