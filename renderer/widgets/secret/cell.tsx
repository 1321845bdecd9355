import { CellText } from '../cell-text.tsx'
import type { CellProps } from '../contract.ts'

/** Says only whether a secret is there: dots for one, a dash for none. */
export function SecretCell({ value }: CellProps) {
  return <CellText text={value === undefined || value === null || value === false || value === '' ? '' : '••••••••'} />
}
