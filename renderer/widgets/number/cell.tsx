import { CellText, plainText } from '../cell-text.tsx'
import type { CellProps } from '../contract.ts'
import { numberText } from './numbers.ts'

/** A number in the reader's notation. */
export function NumberCell({ value, property, language }: CellProps) {
  return <CellText text={typeof value === 'number' ? numberText(value, property, language) : plainText(value)} />
}
