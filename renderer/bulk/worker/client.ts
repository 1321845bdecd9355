// oxlint-disable-next-line import/default -- the bundler makes this module: the worker's address
import workerUrl from './sheet.worker.ts?worker&url'
import { startWorker } from '../../data/start-worker.ts'
import { CANCEL, type CommandName, type Commands, type Progress, type Reply } from './protocol.ts'

interface Waiting {
  resolve: (answer: unknown) => void
  reject: (cause: Error) => void
  progress: ((progress: Progress) => void) | undefined
}

/** Client of the sheet worker: one promise per command. */
export interface SheetClient {
  /** Unique per client. */
  id: string
  call<N extends CommandName>(name: N, ...args: Commands[N]['args']): Promise<Commands[N]['answer']>
  /** Like `call`, with progress. */
  callWithProgress<N extends CommandName>(
    progress: (progress: Progress) => void,
    name: N,
    ...args: Commands[N]['args']
  ): Promise<Commands[N]['answer']>
  cancel(): void
  close(): void
}

/** Name of the Trusted Types policy; the service's Content-Security-Policy lists it. */
const POLICY = 'sheet-worker'

let clients = 0

/** Starts a worker; `close` terminates it. */
export function openSheetClient(): SheetClient {
  const worker = startWorker(workerUrl, { policy: POLICY, name: 'sheet' })
  const waiting = new Map<number, Waiting>()
  let calls = 0
  worker.addEventListener('message', (event: MessageEvent<Reply>) => settle(waiting, event.data))
  worker.addEventListener('error', (event) => {
    for (const one of waiting.values()) one.reject(new Error(event.message || 'the sheet worker failed'))
    waiting.clear()
  })
  const send = (progress: Waiting['progress'], name: CommandName, args: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      calls += 1
      waiting.set(calls, { resolve, reject, progress })
      worker.postMessage({ call: calls, name, args })
    })
  clients += 1
  return {
    id: `sheet${clients}`,
    call: (name, ...args) => send(undefined, name, args) as Promise<never>,
    callWithProgress: (progress, name, ...args) => send(progress, name, args) as Promise<never>,
    cancel: () => worker.postMessage(CANCEL),
    close: () => worker.terminate(),
  }
}

function settle(waiting: Map<number, Waiting>, reply: Reply): void {
  const one = waiting.get(reply.call)
  if (!one) return
  if (reply.kind === 'progress') {
    const { call: _call, kind: _kind, ...progress } = reply
    one.progress?.(progress)
    return
  }
  waiting.delete(reply.call)
  if (reply.kind === 'answer') one.resolve(reply.answer)
  else one.reject(new Error(reply.message))
}
