import { useRef, useState } from 'react'
import { errorTexts } from '../../data/error-texts.ts'
import { RequestError, type ListQuery } from '../../data/data-source.ts'
import { iteratePages } from '../../data/queries/iterate.ts'
import { saveFile } from '../../data/csv-file.ts'
import { useHost, type PageProps } from '../../host.tsx'
import { csvFile, type ExportColumn } from './list-export.ts'
import { isSelected, type Selection } from '../actions/selection.ts'

/** Progress of a running export: rows so far and in all. */
export interface ExportProgress {
  done: number
  total: number | undefined
}

/** Exports of one list: the running one, and how to cancel it. */
export interface ExportModel {
  progress: ExportProgress | undefined
  cancel: () => void
  /** Every row of `query`, or those of them that are chosen, page by page, as a CSV file. */
  run: (columns: ExportColumn[], query: Omit<ListQuery, 'page' | 'size'>, chosen?: Selection) => Promise<void>
}

export function useExport({ schema, screen }: PageProps): ExportModel {
  const host = useHost()
  const [progress, setProgress] = useState<ExportProgress>()
  const stop = useRef<AbortController>(null)
  const { name, plural } = schema['x-entity']

  const run: ExportModel['run'] = async (columns, query, chosen) => {
    const controller = new AbortController()
    stop.current = controller
    setProgress({ done: 0, total: undefined })
    const file = csvFile(columns)
    try {
      if (chosen?.mode === 'some') {
        file.add([...chosen.records.values()])
      } else {
        let done = 0
        for await (const { records, meta } of iteratePages(host.source, { entity: name, query, signal: controller.signal })) {
          file.add(chosen ? records.filter(({ oid }) => isSelected(chosen, oid)) : records)
          done += records.length
          setProgress({ done, total: meta.atLeast === true ? undefined : meta.totalCount })
        }
      }
      saveFile(`${screen.bulk?.file ?? plural}.csv`, file.blob())
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
