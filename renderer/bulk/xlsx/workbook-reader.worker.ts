import { refused } from '../../data/file-error.ts'
import { readWorkbook, type WorkbookRequest } from './read.ts'
import type { ReaderReply } from './read-aside.ts'

const reply = (message: ReaderReply): void => postMessage(message)

addEventListener('message', ({ data }: MessageEvent<WorkbookRequest>) => {
  void refused(() => readWorkbook(data, (count) => reply({ sheets: count }))).then(
    (answer) => reply('key' in answer ? { refusal: answer } : { contents: answer }),
    reportError,
  )
})
