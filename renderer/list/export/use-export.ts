import { useCallback, useRef, useState } from 'react'
import type { ServedRecord } from '../../../schemas/plan.ts'
import { errorTexts } from '../../data/error-texts.ts'
import { RequestError } from '../../data/data-source.ts'
import type { FileRefusal } from '../../data/file-error.ts'
import { useHost, type PageProps } from '../../host.tsx'
import type * as exportCode from './export-list.ts'
import type { ExportProgress, ExportRequest, Reading } from './export-request.ts'
import type { ColumnsModel } from '../columns/use-columns.ts'

/** Exports of one list: the running one, and how to cancel it. */
export interface ExportModel {
  progress: ExportProgress | undefined
  cancel: () => void
  run: (request: ExportRequest) => Promise<void>
  /** Reads what matches, for `printed`. */
  print: (query: ExportRequest['query']) => Promise<void>
  /** What is to be printed now. */
  printed: ServedRecord[] | undefined
  onPrinted: () => void
}

type ExportCode = typeof exportCode

interface ExportedList {
  columns: ColumnsModel
  fieldName: (field: string) => string
}

/** Hook: writes files of a list, with code that loads with the first one. */
export function useExport(shape: PageProps, { columns, fieldName }: ExportedList): ExportModel {
  const host = useHost()
  const [progress, setProgress] = useState<ExportProgress>()
  const stop = useRef<AbortController>(null)

  const [printed, setPrinted] = useState<ServedRecord[]>()
  const onPrinted = useCallback(() => setPrinted(undefined), [])

  /** Reads rows with code that is loaded for it, until the person cancels. */
  const read = async (work: (code: ExportCode, reading: Reading) => Promise<FileRefusal | undefined>): Promise<void> => {
    const controller = new AbortController()
    stop.current = controller
    setProgress({ done: 0, total: undefined })
    try {
      const refusal = await work(await import('./export-list.ts'), { signal: controller.signal, onProgress: setProgress })
      if (refusal) host.toast('danger', host.t(refusal.key, refusal.params))
    } catch (error) {
      if (controller.signal.aborted) return
      if (!(error instanceof RequestError)) throw error
      host.toast('danger', errorTexts(host, error).join(' '))
    } finally {
      setProgress(undefined)
    }
  }
  const list = { shape, host, visible: columns.visible, fieldName }
  return {
    progress,
    printed,
    onPrinted,
    cancel: () => stop.current?.abort(),
    run: (request) => read(({ exportList }, reading) => exportList(list, request, reading)),
    print: (query) =>
      read(async ({ readForPaper }, reading) => {
        const rows = await readForPaper(list, query, reading)
        if (Array.isArray(rows)) setPrinted(rows)
        return Array.isArray(rows) ? undefined : rows
      }),
  }
}
