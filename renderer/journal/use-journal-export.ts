import { useRef, useState } from 'react'
import type { JournalEntry } from '../../schemas/plan.ts'
import { RequestError, type JournalQuery } from '../data/data-source.ts'
import { errorTexts } from '../data/error-texts.ts'
import { iterateEntries } from '../data/queries/iterate.ts'
import { saveFile } from '../data/csv-file.ts'
import { useHost } from '../host.tsx'
import { archiveText } from './archive-text.ts'

/** Maximum number of entries per file: about 100 MB, which a browser still handles. */
const exportLimit = 100_000

/** State of the journal export. */
export interface JournalExport {
  /** Number of exported entries while running. */
  done: number | undefined
  /** Saves all entries matching `query`, loaded or not, as `journal.json`. */
  run: (query: Omit<JournalQuery, 'limit'>) => Promise<void>
  cancel: () => void
}

export function useJournalExport(): JournalExport {
  const host = useHost()
  const [done, setDone] = useState<number>()
  const stop = useRef<AbortController>(null)

  const run: JournalExport['run'] = async (query) => {
    const controller = new AbortController()
    stop.current = controller
    setDone(0)
    const file = jsonFile()
    let begins: string | undefined
    try {
      for await (const { entries, archivedBefore } of iterateEntries(host.source, query, controller.signal)) {
        const isCut = file.count() + entries.length > exportLimit
        file.add(entries.slice(0, exportLimit - file.count()))
        setDone(file.count())
        begins = archivedBefore
        if (!isCut) continue
        host.toast('warning', host.t('journal.export.cut', { entries: new Intl.NumberFormat(host.language).format(exportLimit) }))
        break
      }
      saveFile('journal.json', file.blob())
      if (begins !== undefined) host.toast('warning', archiveText(host, begins))
    } catch (error) {
      if (controller.signal.aborted) return
      if (!(error instanceof RequestError)) throw error
      host.toast('danger', errorTexts(host, error).join(' '))
    } finally {
      setDone(undefined)
    }
  }
  return {
    done,
    run,
    cancel: () => {
      stop.current?.abort()
      setDone(undefined)
    },
  }
}

/** Builds a JSON list of entries. Pages are kept as text, so that a long journal becomes neither a huge string nor a list of objects. */
function jsonFile(): { add: (entries: readonly JournalEntry[]) => void; count: () => number; blob: () => Blob } {
  const parts: string[] = []
  let count = 0
  return {
    add: (entries) => {
      if (entries.length === 0) return
      // Strips the brackets of the page's own list.
      parts.push(count > 0 ? ',' : '', JSON.stringify(entries, null, 2).slice(1, -2))
      count += entries.length
    },
    count: () => count,
    blob: () => new Blob(['[', ...parts, '\n]\n'], { type: 'application/json' }),
  }
}
