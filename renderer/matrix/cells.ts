import { pairOid } from '../../schemas/matrix.ts'
import type { MatrixInput } from './contract.ts'

/** Value index of a pair without record. */
export const NO_CELL = 255

/** Decodes the value indexes of all pairs. Throws unless there is one per pair. */
export function readCells({ rows, columns, values, cells }: Pick<MatrixInput, 'rows' | 'columns' | 'values' | 'cells'>): Uint8Array {
  const count = rows.length * columns.length
  if (cells.length !== count) throw new Error(`A matrix of ${rows.length} x ${columns.length} came with ${cells.length} cells`)
  const places = new Uint8Array(count).fill(NO_CELL)
  for (let cell = 0; cell < count; cell++) {
    const sign = cells.charCodeAt(cell)
    if (sign === DOT) continue
    const place = sign - ZERO
    if (place < 0 || place >= values.length) throw new Error(`Cell ${cell} of a matrix has the unknown value "${cells[cell] ?? ''}"`)
    places[cell] = place
  }
  return places
}

const DOT = '.'.charCodeAt(0)
const ZERO = '0'.charCodeAt(0)

/** Oid of a cell's record. */
export function cellOid({ rows, columns, shape }: Pick<MatrixInput, 'rows' | 'columns' | 'shape'>, cell: number): string {
  const row = rows[Math.floor(cell / columns.length)]
  const column = columns[cell % columns.length]
  if (!row || !column) throw new Error(`A matrix has no cell ${cell}`)
  return pairOid(shape, row.oid, column.oid)
}
