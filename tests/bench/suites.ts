import { runSuite } from '../../scripts/tooling/suite.mjs'
import type { Bench } from './bench.ts'

interface SuiteOptions {
  id: string
  about: string
  /** Arguments for vitest: files and test name filters. */
  args: string[]
  env?: Record<string, string>
  onRequest?: boolean
}

/** A budget that a suite of generated cases checks; the figure is the number of failures, which must be 0. */
function suiteBench({ id, about, args, env = {}, onRequest = false }: SuiteOptions): Bench {
  return {
    id,
    about,
    onRequest,
    async run() {
      const start = performance.now()
      const { passed, failed } = await runSuite(args, env)
      const note = `${passed} property tests passed in ${((performance.now() - start) / 1000).toFixed(0)} s`
      return [{ id, ours: passed === 0 ? Number.NaN : failed, unit: 'failures', budget: { of: 'ours', atMost: 0 }, note }]
    },
  }
}

/** Browser and service reach the same verdict on 10,000 generated objects per schema. */
export const parityBench = suiteBench({
  id: 'PARITY',
  about: 'console and service reach the same verdict on 10,000 generated objects',
  args: ['schemas/rules/parity.property.test.ts'],
})

/** Compares 100,000 generated filters with an in-memory oracle, on each database; takes ten minutes. */
export const filtersBench = suiteBench({
  id: 'FILTERS',
  about: '100,000 generated filters compared with an in-memory oracle',
  args: ['tests/api/lists/filters.test.ts', '-t', 'oracle'],
  env: { FILTER_RUNS: '100000' },
  onRequest: true,
})
