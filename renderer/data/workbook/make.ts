// oxlint-disable-next-line import/default -- the bundler makes this module: the worker's address
import workerUrl from './workbook.worker.ts?worker&url'
import type { FileRefusal } from '../file-error.ts'
import { startWorker } from '../start-worker.ts'
import type { SheetTable } from './write.ts'

/** Makes a workbook in a worker, or says why it cannot be made. */
export async function makeWorkbook(tables: SheetTable[]): Promise<Blob | FileRefusal> {
  const worker = startWorker(workerUrl, { policy: 'workbook-worker', name: 'workbook' })
  try {
    return await new Promise((resolve, reject) => {
      worker.addEventListener('message', (event: MessageEvent<Blob | FileRefusal>) => resolve(event.data))
      worker.addEventListener('error', (event) => reject(new Error(event.message || 'the workbook worker failed')))
      worker.postMessage(tables)
    })
  } finally {
    worker.terminate()
  }
}
