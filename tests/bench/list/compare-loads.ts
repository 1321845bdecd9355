import { median, type Figure } from '../figure.ts'
import { runProcess, type BenchProcess } from '../processes.ts'
import type { Load, LoadOptions } from './load-process.ts'

/** Bursts per side; the two sides alternate, so that a busy machine slows down both. */
export const ROUNDS = 5
const WARM_UP_SECONDS = 2

/** Alternates bursts of calls on both sides; throughput and p99, each with the budget of L1. */
export async function compareLoads(id: string, ours: LoadOptions, theirs: LoadOptions): Promise<Figure[]> {
  for (const side of [ours, theirs]) await burst({ ...side, seconds: WARM_UP_SECONDS })
  const loads: { ours: Load; theirs: Load }[] = []
  for (let round = 0; round < ROUNDS; round++) loads.push({ ours: await burst(ours), theirs: await burst(theirs) })
  const medians = (value: (load: Load) => number): { ours: number; reference: number } => ({
    ours: median(loads.map((load) => value(load.ours))),
    reference: median(loads.map((load) => value(load.theirs))),
  })
  return [
    { id: `${id}, throughput`, ...medians(({ perSecond }) => perSecond), unit: 'calls/s', budget: { of: 'ratio', atLeast: 0.7 } },
    { id: `${id}, p99`, ...medians(({ p99Ms }) => p99Ms), unit: 'ms', budget: { of: 'ratio', atMost: 1.5 } },
  ]
}

async function burst(options: LoadOptions): Promise<Load> {
  const load: BenchProcess = runProcess('list/load-process.ts', options)
  return JSON.parse(await load.output) as Load
}
