import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Registry } from 'prom-client'
import type { Database } from '../db/database.ts'
import type { JournalRetention } from '../journal/archive/archiving-task.ts'
import { housekeepingMetrics, type HousekeepingMetrics } from './metrics.ts'
import { runStep, type Task } from './task.ts'
import { housekeepingTasks } from './tasks.ts'

interface Housekeeping {
  database: Database
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  registry: Registry
  /** @default the journal is kept for ever */
  retention?: JournalRetention | undefined
  /** @default all that the service has */
  tasks?: readonly Task[]
  /** When the first tasks are due. @default half a minute to a minute, so that copies that start together do not begin together */
  firstAfterMs?: number
}

/** A step is followed by a pause of so many times its length, so that requests get the connection, and at least by so many milliseconds. */
const PAUSE = { times: 4, leastMs: 20 }

/**
 * Does what is due now and then, one step at a time. Safe on many copies of the service: of each task one runs at a time. Returns a function
 * that stops it, and resolves when the step under way has ended.
 */
export function startHousekeeping({ database, log, registry, ...rest }: Housekeeping): () => Promise<void> {
  const { retention, tasks = housekeepingTasks(database, retention), firstAfterMs = randomInt(30_000, 60_000) } = rest
  const ending = new AbortController()
  const metrics = housekeepingMetrics(
    registry,
    tasks.map(({ name }) => name),
  )
  const loop = keepHouse({ database, log, metrics, signal: ending.signal }, { tasks, firstAfterMs })
  return async () => {
    ending.abort()
    await loop
  }
}

interface Run {
  database: Database
  log: Housekeeping['log']
  metrics: HousekeepingMetrics
  signal: AbortSignal
}

async function keepHouse(run: Run, { tasks, firstAfterMs }: { tasks: readonly Task[]; firstAfterMs: number }): Promise<void> {
  const due = new Map(tasks.map((task) => [task, performance.now() + firstAfterMs]))
  while (!run.signal.aborted) {
    const next = Math.min(...due.values())
    await pause(next - performance.now(), run.signal)
    for (const [task, at] of due) {
      if (run.signal.aborted || at > performance.now()) continue
      await runTask(task, run)
      due.set(task, performance.now() + task.everyMs)
    }
  }
}

/** Runs steps until nothing is left. A failure is logged, and the task tried again when it is next due. */
async function runTask(task: Task, { database, log, metrics, signal }: Run): Promise<void> {
  let rows = 0
  let seconds = 0
  try {
    for (;;) {
      const begunAtMs = performance.now()
      const step = await runStep(database, task)
      if (step === undefined) break
      const tookMs = performance.now() - begunAtMs
      rows += step.rows
      seconds += tookMs / 1000
      metrics.removed(task.name, step.rows)
      metrics.worked(task.name, tookMs / 1000)
      if (!step.isMore) {
        metrics.ended(task.name)
        break
      }
      await pause(Math.max(PAUSE.leastMs, (task.rest ?? PAUSE.times) * tookMs), signal)
      if (signal.aborted) break
    }
  } catch (error) {
    metrics.failed(task.name)
    log.warn({ err: error, task: task.name }, 'a task of housekeeping failed')
  }
  if (rows > 0) log.info({ task: task.name, rows, seconds: Number(seconds.toFixed(3)) }, 'housekeeping')
}

/** Ends at once when the signal aborts; keeps no process alive. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)
}
