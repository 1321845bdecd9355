import { runSuite } from '../../scripts/tooling/suite.mjs'
import type { Bench } from './bench.ts'

interface SuiteOptions {
  id: string
  about: string
  /** Arguments of vitest: files, and which of their tests. */
  args: string[]
  env?: Record<string, string>
  onRequest?: boolean
}

/** A promise of BUDGETS that a suite of generated cases keeps: told as failures, of which there must be none. */
function suiteBench({ id, about, args, env = {}, onRequest = false }: SuiteOptions): Bench {
  return {
    id,
    about,
    onRequest,
    async run() {
      const from = performance.now()
      const { passed, failed } = await runSuite(args, env)
      const note = `${passed} suites of generated cases hold, in ${((performance.now() - from) / 1000).toFixed(0)} s`
      return [{ id, ours: passed === 0 ? Number.NaN : failed, unit: 'failures', budget: { of: 'ours', atMost: 0 }, note }]
    },
  }
}

/** Browser and service give the same verdict on 10,000 generated objects per schema. */
export const parityBench = suiteBench({
  id: 'PARITY',
  about: 'the same verdict of console and service on 10,000 generated objects',
  args: ['schemas/rules/parity.property.test.ts'],
})

/** 100,000 generated filters against an oracle in memory, on each database; takes ten minutes. */
export const filtersBench = suiteBench({
  id: 'FILTERS',
  about: '100,000 generated filters against an oracle',
  args: ['tests/api/lists/filters.test.ts', '-t', 'oracle'],
  env: { FILTER_RUNS: '100000' },
  onRequest: true,
})
