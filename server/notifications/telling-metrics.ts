import { Counter, Gauge, type Registry } from 'prom-client'

/** What waits to be told, and what became of it. */
export interface TellingMetrics {
  /** Changes in the outbox, and how long the oldest has waited. */
  waiting(rows: number, lagSeconds: number): void
  delivered(channel: 'mail' | 'webhook', outcome: 'delivered' | 'failed' | 'withdrawn'): void
}

/** Registers the metrics, with each series at 0: alerts do not fire on missing ones. */
export function tellingMetrics(registry: Registry): TellingMetrics {
  const registers = [registry]
  const rows = new Gauge({ name: 'outbox_rows', help: 'Changes that nobody has been told of yet.', registers })
  const lag = new Gauge({ name: 'outbox_lag_seconds', help: 'How long the oldest of them has waited.', registers })
  const attempts = new Counter({
    name: 'delivery_attempts_total',
    help: 'Attempts to deliver messages by mail and webhook, by outcome.',
    labelNames: ['channel', 'outcome'] as const,
    registers,
  })
  rows.set(0)
  lag.set(0)
  for (const channel of ['mail', 'webhook'])
    for (const outcome of ['delivered', 'failed', 'withdrawn']) attempts.inc({ channel, outcome }, 0)
  return {
    waiting: (count, seconds) => {
      rows.set(count)
      lag.set(seconds)
    },
    delivered: (channel, outcome) => attempts.inc({ channel, outcome }),
  }
}
