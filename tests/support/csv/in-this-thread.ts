import type { ReadSheets } from '../../../renderer/bulk/worker/files.ts'
import type { RunSteps } from '../../../renderer/bulk/worker/sheet-service.ts'
import { readWorkbook } from '../../../renderer/bulk/xlsx/read.ts'

/** Reads a workbook without a worker. */
export const readHere: ReadSheets = (request) => readWorkbook(request)

/** Runs a long step to its end. */
export const runHere: RunSteps = (steps) => {
  for (const step of steps) void step
  return Promise.resolve('done')
}
