import { CellText } from '../cell-text.tsx'
import type { CellProps } from '../contract.ts'

/** Shows only whether a secret is configured: dots for one, a dash for none. */
export function SecretCell({ value }: CellProps) {
  return <CellText text={value === undefined || value === null || value === false || value === '' ? '' : '••••••••'} />
}
