import type { MatrixAnswer, MatrixDetail } from '../../schemas/matrix.ts'
import type { MatrixTone } from '../descriptor/screen.ts'

/** One of the values that a cell may have, as it is shown. */
export interface MatrixOption {
  value: string
  /** One or two characters. Who types the first one chooses the value, or the next of those that share it. */
  letter: string
  tone: MatrixTone
  /** Translated. */
  text: string
}

/** What the grid draws; it knows no entity. */
export interface MatrixInput extends Pick<MatrixAnswer, 'rows' | 'columns' | 'shape' | 'values' | 'cells' | 'revisions' | 'details'> {
  /** One for each of `values`. */
  options: readonly MatrixOption[]
  /** Absent: cells are looked at and not changed. */
  write?: MatrixWrite | undefined
  /** Asks the service anew; called where an answer came too early to be of use. */
  reload?: () => void
}

/** One cell that a person wants otherwise. */
export interface MatrixChange {
  /** Place of the pair in `cells`. */
  cell: number
  oid: string
  revision: number
  value: string
}

/** What came of one change: what the record has besides now, or why it did not happen, with what is stored where somebody else was first. */
export type MatrixVerdict =
  | { cell: number; detail: MatrixDetail }
  | { cell: number; refused: string; current?: { value: string; revision: number } }

/** Writes all changes or none; resolves with a verdict for every change, and never rejects. */
export type MatrixWrite = (changes: readonly MatrixChange[]) => Promise<MatrixVerdict[]>
