import type { Browser, Page } from 'playwright'

/** A task of the page's main thread. */
export interface MainThreadTask {
  /** The phase in which it began. */
  phase: string
  /** Elapsed time; includes time in which other processes used the CPU. */
  wallMs: number
  /** CPU time of the thread. */
  cpuMs: number
}

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** Microseconds. */
  ts: number
  dur?: number
  tdur?: number
  args?: { name?: string; data?: { message?: string } }
}

const MARK = 'phase:'

/** Traces the main thread of the page while `work` runs; `work` calls `phase` at the start of each phase. */
export async function mainThreadTasksDuring(
  page: Page,
  browser: Browser,
  work: (phase: (name: string) => Promise<void>) => Promise<void>,
): Promise<MainThreadTask[]> {
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing', '__metadata'] })
  await work(async (name) => page.evaluate((mark) => void performance.mark(mark), MARK + name))
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  return mainThreadTasksOf(traceEvents)
}

/** The tasks of the thread that set the phase marks. */
function mainThreadTasksOf(events: readonly TraceEvent[]): MainThreadTask[] {
  const marks = events.filter(({ name }) => name.startsWith(MARK)).toSorted((a, b) => a.ts - b.ts)
  const main = marks[0]
  if (main === undefined) throw new Error('the trace has no phase')
  const tasks = events.filter(({ name, pid, tid }) => name.endsWith('RunTask') && pid === main.pid && tid === main.tid)
  return tasks.map(({ ts, dur = 0, tdur }) => ({
    phase: (marks.findLast((mark) => mark.ts <= ts)?.name ?? `${MARK}start`).slice(MARK.length),
    wallMs: dur / 1000,
    cpuMs: (tdur ?? dur) / 1000,
  }))
}
