import { AsyncLocalStorage } from 'node:async_hooks'

const signals = new AsyncLocalStorage<AbortSignal>()

/** Thrown when the client disconnected while its request was being handled; not a failure. */
export class CallerGone extends Error {
  constructor(cause?: unknown) {
    super('the caller hung up', { cause })
    this.name = 'CallerGone'
  }
}

/** Runs `work` on behalf of a client; `signal` aborts when it disconnects. */
export function forCaller<T>(signal: AbortSignal, work: () => T): T {
  return signals.run(signal, work)
}

/** Whether the client of the current async context has disconnected. */
export function isCallerGone(): boolean {
  return signals.getStore()?.aborted === true
}

/** Calls `work` when the client of the current async context disconnects; returns the unsubscriber. Outside a request it never fires. */
export function callerGone(work: () => unknown): () => void {
  const signal = signals.getStore()
  if (signal === undefined) return () => undefined
  signal.addEventListener('abort', work, { once: true })
  return () => signal.removeEventListener('abort', work)
}
