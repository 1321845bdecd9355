import { CellText, plainText } from '../cell-text.tsx'
import type { CellProps } from '../contract.ts'

/** An address, a prefix or a port range, monospaced. */
export function AddressCell({ value }: CellProps) {
  return <CellText mono text={plainText(value)} />
}
