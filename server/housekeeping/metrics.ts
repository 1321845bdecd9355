import { Counter, Gauge, type Registry } from 'prom-client'

/** Counts what housekeeping does on this copy of the service, by task. */
export interface HousekeepingMetrics {
  removed(task: string, rows: number): void
  worked(task: string, seconds: number): void
  ended(task: string): void
  failed(task: string): void
}

/** Registers the metrics, with each task at 0: alerts do not fire on missing series. */
export function housekeepingMetrics(registry: Registry, tasks: readonly string[]): HousekeepingMetrics {
  const shared = { labelNames: ['task'] as const, registers: [registry] }
  const rows = new Counter({ name: 'housekeeping_rows_total', help: 'Rows that housekeeping removed or put together, by task.', ...shared })
  const seconds = new Counter({ name: 'housekeeping_seconds_total', help: 'Time that steps of housekeeping took, by task.', ...shared })
  const failures = new Counter({ name: 'housekeeping_failures_total', help: 'Runs of housekeeping that failed, by task.', ...shared })
  const last = new Gauge({
    name: 'housekeeping_last_run_timestamp_seconds',
    help: 'When a task of housekeeping last ran to its end on this copy; 0 until then.',
    ...shared,
  })
  for (const task of tasks) {
    for (const counter of [rows, seconds, failures]) counter.inc({ task }, 0)
    last.set({ task }, 0)
  }
  return {
    removed: (task, count) => rows.inc({ task }, count),
    worked: (task, time) => seconds.inc({ task }, time),
    ended: (task) => last.set({ task }, Date.now() / 1000),
    failed: (task) => failures.inc({ task }),
  }
}
