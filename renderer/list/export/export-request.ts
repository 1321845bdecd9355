import type { ListQuery } from '../../data/data-source.ts'
import type { Selection } from '../actions/selection.ts'

/** `all`: what matches, every column, importable. `allVisible`: what matches as shown. `page`: the rows of this page as shown. */
export type ExportedRows = 'all' | 'allVisible' | 'page'
/** Kinds of files. */
export const fileKinds = ['csv', 'xlsx'] as const
export type FileKind = (typeof fileKinds)[number]

/** Progress of a running export: rows so far and in all. */
export interface ExportProgress {
  done: number
  total: number | undefined
}

/** What a file holds: which columns, and the chosen ones of the rows that match. */
export interface ExportRequest {
  /** `importable`: every column of a spreadsheet, as stored. `shown`: the columns of the list, as it shows them. */
  columns: 'importable' | 'shown'
  query: Omit<ListQuery, 'page' | 'size'>
  /** @default all */
  chosen?: Selection
  kind: FileKind
}

/** How far reading is, and whether it is to stop. */
export interface Reading {
  signal: AbortSignal
  onProgress: (progress: ExportProgress) => void
}
