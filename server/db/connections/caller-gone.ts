import { AsyncLocalStorage } from 'node:async_hooks'

const signals = new AsyncLocalStorage<AbortSignal>()

/** Thrown when the client disconnected while its request was being handled; not a failure. */
export class CallerGone extends Error {
  constructor(cause?: unknown) {
    super('the caller hung up', { cause })
    this.name = 'CallerGone'
  }
}

/** Thrown when this copy of the service ends before a request was done. */
export class ServiceEnding extends CallerGone {
  constructor(cause?: unknown) {
    super(cause)
    this.message = 'this copy of the service ends'
    this.name = 'ServiceEnding'
  }
}

/** Runs `work` on behalf of a client; `signal` aborts when it disconnects, or with a `ServiceEnding` as its reason. */
export function forCaller<T>(signal: AbortSignal, work: () => T): T {
  return signals.run(signal, work)
}

/** Runs `work` on behalf of nobody, e.g. what several clients wait for. */
export function forNoCaller<T>(work: () => T): T {
  return signals.exit(work)
}

/** Whether nobody waits any more for what the current async context works on. */
export function isCallerGone(): boolean {
  return signals.getStore()?.aborted === true
}

/** The error of work that nobody waits for any more. */
export function goneError(cause?: unknown): CallerGone {
  return signals.getStore()?.reason instanceof ServiceEnding ? new ServiceEnding(cause) : new CallerGone(cause)
}

/** Calls `work` when nobody waits any more for what the current async context works on; returns the unsubscriber. Outside a request it never fires. */
export function callerGone(work: () => unknown): () => void {
  const signal = signals.getStore()
  if (signal === undefined) return () => undefined
  signal.addEventListener('abort', work, { once: true })
  return () => signal.removeEventListener('abort', work)
}
