import { useRef, useState } from 'react'
import { errorTexts } from '../../data/error-texts.ts'
import { RequestError, type ListQuery } from '../../data/data-source.ts'
import { useHost, type PageProps } from '../../host.tsx'
import type { Selection } from '../actions/selection.ts'
import type { ColumnsModel } from '../columns/use-columns.ts'

/** `all`: what matches, every column, importable. `allVisible`: what matches as shown. `page`: the rows of this page as shown. */
export type ExportedRows = 'all' | 'allVisible' | 'page'
/** Kinds of files. */
export type FileKind = 'csv' | 'xlsx'

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

/** Exports of one list: the running one, and how to cancel it. */
export interface ExportModel {
  progress: ExportProgress | undefined
  cancel: () => void
  run: (request: ExportRequest) => Promise<void>
}

interface ExportedList {
  columns: ColumnsModel
  fieldName: (field: string) => string
}

/** Hook: writes files of a list, with code that loads with the first one. */
export function useExport(shape: PageProps, { columns, fieldName }: ExportedList): ExportModel {
  const host = useHost()
  const [progress, setProgress] = useState<ExportProgress>()
  const stop = useRef<AbortController>(null)

  const run: ExportModel['run'] = async (request) => {
    const controller = new AbortController()
    stop.current = controller
    setProgress({ done: 0, total: undefined })
    try {
      const { exportList } = await import('./export-list.ts')
      const list = { shape, host, visible: columns.visible, fieldName }
      const refusal = await exportList(list, request, { signal: controller.signal, onProgress: setProgress })
      if (refusal) host.toast('danger', host.t(refusal.key, refusal.params))
    } catch (error) {
      if (controller.signal.aborted) return
      if (!(error instanceof RequestError)) throw error
      host.toast('danger', errorTexts(host, error).join(' '))
    } finally {
      setProgress(undefined)
    }
  }
  return { progress, run, cancel: () => stop.current?.abort() }
}
