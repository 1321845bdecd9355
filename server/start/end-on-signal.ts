import { setTimeout as sleep } from 'node:timers/promises'
import type { Env } from '../env/env.ts'

/** Whether this copy is about to end. */
export interface Lifecycle {
  /** Calls are still answered, but balancers are told to leave. */
  isDraining: boolean
  /** Aborted when calls that are still under way are cut off. */
  ending: AbortController
}

/** Calls that are cut off get the last fifth of the time to end in, this much at most, to undo what they did and to be answered. */
const MAX_CUT_OFF_MS = 5_000

const SIGNALS = ['SIGINT', 'SIGTERM'] as const
const SIGNAL_EXIT_CODES = { SIGINT: 130, SIGTERM: 143 }

/** Ends the process at once on a signal, until `endOnSignal` decides. Without a listener the first process of a container goes on. */
export function endAtOnceOnSignal(): void {
  for (const signal of SIGNALS) process.on(signal, endAtOnce)
}

function endAtOnce(signal: (typeof SIGNALS)[number]): void {
  process.exit(SIGNAL_EXIT_CODES[signal])
}

/**
 * Ends the process on SIGTERM after `drainSeconds`, in which balancers leave, and on SIGINT at once; both after requests in flight. A second
 * signal ends at once, and so does the time limit, shortly before which requests in flight are cut off.
 */
export function endOnSignal(
  end: () => Promise<void>,
  { lifecycle, env: { drainSeconds, shutdownSeconds } }: { lifecycle: Lifecycle; env: Pick<Env, 'drainSeconds' | 'shutdownSeconds'> },
): void {
  let ending = false
  const onSignal = (signal: NodeJS.Signals): void => {
    if (ending) process.exit(1)
    ending = true
    lifecycle.isDraining = true
    const drainMs = signal === 'SIGTERM' ? 1000 * drainSeconds : 0
    const limitMs = drainMs + 1000 * shutdownSeconds
    setTimeout(() => lifecycle.ending.abort(), limitMs - Math.min(MAX_CUT_OFF_MS, 200 * shutdownSeconds)).unref()
    setTimeout(() => process.exit(1), limitMs).unref()
    sleep(drainMs)
      .then(end)
      .then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`The service did not end cleanly: ${String(error)}\n`)
          process.exit(1)
        },
      )
  }
  for (const signal of SIGNALS) process.off(signal, endAtOnce).on(signal, onSignal)
}
