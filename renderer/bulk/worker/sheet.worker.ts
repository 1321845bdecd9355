// oxlint-disable-next-line import/default -- the bundler makes this module: the worker's address
import readerUrl from '../xlsx/workbook-reader.worker.ts?worker&url'
import { compileRules } from '../../../schemas/rules/compile/compile.ts'
import { settle } from '../../../schemas/rules/settle.ts'
import { isEntityName } from '../../../schemas/generated/entity-names.ts'
import { loadValidator } from '../../../schemas/generated/validators/load.ts'
import type { RowValidators } from '../sheet/check.ts'
import type { StepProgress } from '../sheet/sheet.ts'
import type { SheetModel } from '../sheet/sheet-model.ts'
import { startWorker } from '../../data/start-worker.ts'
import { readAside } from '../xlsx/read-aside.ts'
import type { ReadSheets } from './files.ts'
import { CANCEL, type Reply, type Request } from './protocol.ts'
import { createSheetService } from './sheet-service.ts'

/** Cancels the command under way, whichever part of it is running. */
let stop = new AbortController()
let current = 0

function reply(message: Reply): void {
  postMessage(message)
}

async function validatorsOf(model: SheetModel): Promise<RowValidators> {
  const { entity } = model.map
  if (!isEntityName(entity)) throw new Error(`unknown entity '${entity}'`)
  return { validate: await loadValidator(entity), settle, rules: compileRules(model.schema) }
}

/** Yields to pending messages such as a cancel. */
function yieldToMessages(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}

async function run(steps: Generator<StepProgress>): Promise<'done' | 'cancelled'> {
  for (const { done, total } of steps) {
    reply({ call: current, kind: 'progress', done, total })
    await yieldToMessages()
    if (stop.signal.aborted) return 'cancelled'
  }
  return 'done'
}

const startReader = (): Worker => startWorker(readerUrl, { policy: 'workbook-reader', name: 'workbook-reader' })
const readSheets: ReadSheets = (request) =>
  readAside(startReader, request, {
    signal: stop.signal,
    onSheets: (sheets) => reply({ call: current, kind: 'progress', done: 0, total: 0, sheets }),
  })

const service = createSheetService(validatorsOf, run, readSheets)
let queue: Promise<void> = Promise.resolve()

async function answer(request: Request): Promise<void> {
  current = request.call
  stop = new AbortController()
  try {
    const handler = service[request.name] as (...args: unknown[]) => unknown
    const result = await handler(...request.args)
    reply({ call: request.call, kind: 'answer', answer: result })
  } catch (cause) {
    reply({ call: request.call, kind: 'failure', message: cause instanceof Error ? cause.message : String(cause) })
  }
}

addEventListener('message', (event: MessageEvent<Request | typeof CANCEL>) => {
  if (event.data === CANCEL) {
    stop.abort()
    return
  }
  const request = event.data
  queue = queue.then(() => answer(request))
})
