import { CellText, plainText } from '../cell-text.tsx'
import type { CellProps } from '../contract.ts'

/** A mail address; no link, for the row is one. */
export function MailCell({ value }: CellProps) {
  return <CellText text={plainText(value)} />
}
