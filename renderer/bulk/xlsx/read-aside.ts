import { FileError, type FileRefusal } from '../../data/file-error.ts'
import type { WorkbookContents, WorkbookRequest } from './read.ts'

/** What the reader says: how many sheets there are, then what they hold or why they cannot be read. */
export type ReaderReply = { sheets: number } | { contents: WorkbookContents } | { refusal: FileRefusal }

/** How a workbook is read. */
export interface ReadingAside {
  /** Ends the reading at once. */
  signal: AbortSignal
  /** Called with the number of sheets once it is known. */
  onSheets: (count: number) => void
}

/**
 * Reads a workbook in a worker of its own, as the library reads without a pause: only so can it be cancelled. Takes the bytes over; answers
 * 'cancelled' once the signal is aborted. Throws `FileError`.
 */
export async function readAside(
  startReader: () => Worker,
  request: WorkbookRequest,
  { signal, onSheets }: ReadingAside,
): Promise<WorkbookContents | 'cancelled'> {
  if (signal.aborted) return 'cancelled'
  const worker = startReader()
  try {
    return await new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => resolve('cancelled'), { once: true })
      worker.addEventListener('message', ({ data }: MessageEvent<ReaderReply>) => {
        if ('sheets' in data) onSheets(data.sheets)
        else if ('contents' in data) resolve(data.contents)
        else reject(new FileError(data.refusal.key, data.refusal.params))
      })
      worker.addEventListener('error', (event) => reject(new Error(event.message || 'the workbook reader failed')))
      worker.postMessage(request, [request.bytes.buffer])
    })
  } finally {
    worker.terminate()
  }
}
