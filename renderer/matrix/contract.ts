import type { MatrixAnswer } from '../../schemas/matrix.ts'

/** Colour of a value; the letter tells it from others of the same tone. */
export type MatrixTone = 'success' | 'danger' | 'warning' | 'info' | 'accent' | 'gray'

/** One of the values that a cell may have, as it is shown. */
export interface MatrixOption {
  value: string
  /** At most two characters, unlike those of every other option; a person who types its first one chooses the value. */
  letter: string
  tone: MatrixTone
  /** Translated. */
  text: string
}

/** What the grid draws; it knows no entity. */
export interface MatrixInput extends Omit<MatrixAnswer, 'axes' | 'can'> {
  options: readonly MatrixOption[]
  /** Absent: cells are looked at and not changed. */
  write?: MatrixWrite
}

/** One cell that a person wants otherwise. */
export interface MatrixChange {
  /** Place of the pair in `cells`. */
  cell: number
  oid: string
  revision: number
  value: string
}

/** What came of one change: the record's revision, or why it did not happen, with what is stored now where somebody else was first. */
export type MatrixVerdict =
  | { cell: number; revision: number }
  | { cell: number; refused: string; current?: { value: string; revision: number } }

/** Writes all changes or none; resolves with a verdict for every change, and never rejects. */
export type MatrixWrite = (changes: readonly MatrixChange[]) => Promise<MatrixVerdict[]>
