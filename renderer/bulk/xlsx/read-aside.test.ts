import { describe, expect, it } from 'vitest'
import { column } from '../../../tests/support/csv/partner-sheet.ts'
import { FileError, refused } from '../../data/file-error.ts'
import { writeWorkbook } from '../../data/workbook/write.ts'
import { readAside, type ReaderReply } from './read-aside.ts'
import { readWorkbook, type WorkbookRequest } from './read.ts'

const map = { entity: 'partner', file: 'partners.csv', key: ['name'], columns: [column('name')] }
const workbook = async (): Promise<WorkbookRequest> => {
  const tables = ['partner', 'notes'].map((name) => ({ name, columns: [{ header: 'name' }], rows: [['Acme']] }))
  const file = await writeWorkbook(tables)
  return { bytes: new Uint8Array(await file.arrayBuffer()), sheets: [{ name: 'partner', map }], active: 'partner' }
}

/** A reader that works in this thread, if it works at all. */
class Reader extends EventTarget {
  isEnded = false
  constructor(readonly works: boolean) {
    super()
  }
  postMessage(request: WorkbookRequest): void {
    const reply = (data: ReaderReply) => this.dispatchEvent(new MessageEvent('message', { data }))
    if (this.works)
      void refused(() => readWorkbook(request, (sheets) => reply({ sheets }))).then((answer) =>
        reply('key' in answer ? { refusal: answer } : { contents: answer }),
      )
  }
  terminate(): void {
    this.isEnded = true
  }
}
const started = (reader: Reader) => () => reader as unknown as Worker

describe('a workbook that is read in a worker of its own', () => {
  it('tells how many sheets it has before they are read, and ends the worker', async () => {
    const [reader, counts] = [new Reader(true), [] as number[]]
    const contents = await readAside(started(reader), await workbook(), {
      signal: new AbortController().signal,
      onSheets: (count) => counts.push(count),
    })
    expect(counts.at(-1)).toBe(2)
    expect(contents).toMatchObject({ parts: [{ sheet: 'partner' }], ignored: ['notes'] })
    expect(reader.isEnded).toBe(true)
  })

  it('can be cancelled while the library reads without a pause, which ends the worker', async () => {
    const [reader, stop] = [new Reader(false), new AbortController()]
    const reading = readAside(started(reader), await workbook(), { signal: stop.signal, onSheets: () => undefined })
    stop.abort()
    expect(await reading).toBe('cancelled')
    expect(reader.isEnded).toBe(true)
  })

  it('is not begun once it was cancelled', async () => {
    const request = await workbook()
    const start = (): Worker => {
      throw new Error('started')
    }
    expect(await readAside(start, request, { signal: AbortSignal.abort(), onSheets: () => undefined })).toBe('cancelled')
  })

  it('is refused with the sentence of the reader', async () => {
    const request = { ...(await workbook()), bytes: new Uint8Array([1, 2, 3]) }
    const reading = readAside(started(new Reader(true)), request, { signal: new AbortController().signal, onSheets: () => undefined })
    await expect(reading).rejects.toEqual(new FileError('bulk.file.notWorkbook'))
  })
})
