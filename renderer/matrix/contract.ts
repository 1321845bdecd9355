import type { MatrixAnswer, MatrixDetail } from '../../schemas/matrix.ts'
import type { MatrixTone } from '../descriptor/screen.ts'

/** A value of cells and its presentation. */
export interface MatrixOption {
  value: string
  /** One or two characters. Typing the first one selects the value, or the next of those that share it. */
  letter: string
  tone: MatrixTone
  /** Translated. */
  text: string
}

/** Input of the grid, independent of the entity. */
export interface MatrixInput extends Pick<MatrixAnswer, 'rows' | 'columns' | 'shape' | 'values' | 'cells' | 'revisions' | 'details'> {
  /** One option per value. */
  options: readonly MatrixOption[]
  /** Absent: the matrix is read-only. */
  write?: MatrixWrite | undefined
  /** Reloads the matrix; called after an answer that came too early was discarded. */
  reload?: () => void
}

/** A change of one cell. */
export interface MatrixChange {
  /** Index of the pair in `cells`. */
  cell: number
  oid: string
  revision: number
  value: string
}

/** Outcome of a change: the record's new details, or why it failed, with the stored state if somebody else was first. */
export type MatrixVerdict =
  | { cell: number; detail: MatrixDetail }
  | { cell: number; refused: string; current?: { value: string; revision: number } }

/** Writes all changes or none; resolves with a verdict per change and never rejects. */
export type MatrixWrite = (changes: readonly MatrixChange[]) => Promise<MatrixVerdict[]>
