import { AsyncLocalStorage } from 'node:async_hooks'

const signals = new AsyncLocalStorage<AbortSignal>()

/** What was read for somebody who hung up meanwhile: nobody waits for the answer, and nothing has failed. */
export class CallerGone extends Error {
  constructor(cause?: unknown) {
    super('the caller hung up', { cause })
    this.name = 'CallerGone'
  }
}

/** Runs work for a caller; the signal says that the caller hung up. */
export function forCaller<T>(signal: AbortSignal, work: () => T): T {
  return signals.run(signal, work)
}

/** Whether the caller for whom this runs hung up. */
export function isCallerGone(): boolean {
  return signals.getStore()?.aborted === true
}

/** Calls back when the caller for whom this runs hangs up; the answer forgets that. Work for nobody is never given up. */
export function callerGone(work: () => unknown): () => void {
  const signal = signals.getStore()
  if (signal === undefined) return () => undefined
  signal.addEventListener('abort', work, { once: true })
  return () => signal.removeEventListener('abort', work)
}
