/**
 * Answer of `GET <route>/matrix` of an entity that has one record for every pair of records of two others: all of them at once, small.
 * A change is an item of a plan: the pair's oid, its revision, and the one field.
 */
export interface MatrixAnswer {
  /** The entities whose records the axes are. */
  axes: { rows: string; columns: string }
  /** In the order in which they are shown. */
  rows: MatrixAxisEntry[]
  columns: MatrixAxisEntry[]
  /** `upper`: both axes are the same records in the same order, and cells before the diagonal are empty. */
  shape: MatrixShape
  /** What cells hold. */
  values: string[]
  /** One character for each pair, row after row, `rows.length * columns.length` in all: the place of its value in `values` (0 to 9), and a dot where a pair has no record. */
  cells: string
  /** One character per pair, as in `cells`: its record's revision in base 36, 1 if never changed; a larger one is in `details`. */
  revisions: string
  /** Values that most pairs do not have, by the index of the pair in `cells`. */
  details: Record<string, MatrixDetail>
  /** What the caller may do with the pairs. */
  can: { update: true | { because: string } }
}

export type MatrixShape = 'full' | 'upper'

export interface MatrixAxisEntry {
  oid: string
  name: string
}

export interface MatrixDetail {
  /** Revision of the pair's record. @default as `revisions` says */
  revision?: number
  alarm?: 'minor' | 'major' | 'critical'
  alarmMsg?: string
}

/** Identifier of the record of a pair: both oids with a slash between, those of an `upper` matrix in the order of the oids themselves. */
export function pairOid(shape: MatrixShape, rowOid: string, columnOid: string): string {
  return shape === 'upper' && columnOid < rowOid ? `${columnOid}/${rowOid}` : `${rowOid}/${columnOid}`
}

/** The largest revision that fits one character. */
export const MOST_SHORT_REVISION = 35

/** Revision of the record of a pair, by its place in `cells`. */
export const revisionAt = ({ revisions, details }: Pick<MatrixAnswer, 'revisions' | 'details'>, cell: number): number =>
  details[cell]?.revision ?? Number.parseInt(revisions.charAt(cell), MOST_SHORT_REVISION + 1)
