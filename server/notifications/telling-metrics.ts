import { Counter, Gauge, type Registry } from 'prom-client'
import type { OutboxFigures } from '../../schemas/operations.ts'

/** What waits to be told, and what became of it. */
export interface TellingMetrics {
  /** Changes in the outbox, and how long the oldest has waited. */
  waiting(rows: number, lagSeconds: number): void
  /** Messages by mail and webhook that have not arrived. */
  unsent(figures: readonly OutboxFigures[]): void
  delivered(channel: 'mail' | 'webhook', outcome: 'delivered' | 'failed' | 'withdrawn'): void
}

/** Registers the metrics, with each series at 0: alerts do not fire on missing ones. */
export function tellingMetrics(registry: Registry): TellingMetrics {
  const registers = [registry]
  const rows = new Gauge({ name: 'outbox_rows', help: 'Changes that nobody has been told of yet.', registers })
  const lag = new Gauge({ name: 'outbox_lag_seconds', help: 'How long the oldest of them has waited.', registers })
  const unsent = new Gauge({
    name: 'deliveries',
    help: 'Messages by mail and webhook that have not arrived, by what becomes of them.',
    labelNames: ['channel', 'state'] as const,
    registers,
  })
  const unsentLag = new Gauge({
    name: 'delivery_lag_seconds',
    help: 'How long the oldest message that is still to be delivered has been there.',
    labelNames: ['channel'] as const,
    registers,
  })
  const attempts = new Counter({
    name: 'delivery_attempts_total',
    help: 'Attempts to deliver messages by mail and webhook, by outcome.',
    labelNames: ['channel', 'outcome'] as const,
    registers,
  })
  rows.set(0)
  lag.set(0)
  for (const channel of ['mail', 'webhook']) {
    for (const outcome of ['delivered', 'failed', 'withdrawn']) attempts.inc({ channel, outcome }, 0)
    for (const state of ['waiting', 'retrying', 'failed']) unsent.set({ channel, state }, 0)
    unsentLag.set({ channel }, 0)
  }
  return {
    waiting: (count, seconds) => {
      rows.set(count)
      lag.set(seconds)
    },
    unsent: (figures) => {
      for (const { stage: channel, waiting, retrying, failed, oldestSeconds } of figures) {
        unsent.set({ channel, state: 'waiting' }, waiting)
        unsent.set({ channel, state: 'retrying' }, retrying)
        unsent.set({ channel, state: 'failed' }, failed ?? 0)
        unsentLag.set({ channel }, oldestSeconds ?? 0)
      }
    },
    delivered: (channel, outcome) => attempts.inc({ channel, outcome }),
  }
}
