import { refused } from '../file-error.ts'
import { type SheetTable, writeWorkbook } from './write.ts'

addEventListener('message', (event: MessageEvent<SheetTable[]>) => {
  void refused(() => writeWorkbook(event.data)).then((answer) => postMessage(answer), reportError)
})
