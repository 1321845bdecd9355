import { Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import type { Plan } from '../../schemas/plan.ts'
import { HttpProblem } from '../plugins/problem.ts'
import { measuredPlan, registerPlanMetrics } from './plan-metrics.ts'

const registry = new Registry()
registerPlanMetrics(registry)

/** What a call has changed; the metrics are those of the process. */
async function changes(work: () => Promise<unknown>): Promise<string[]> {
  const before = new Set((await registry.metrics()).split('\n'))
  await work().catch(() => undefined)
  const after = (await registry.metrics()).split('\n')
  return after.filter((line) => !before.has(line) && !/_bucket|_sum/.test(line)).map((line) => line.replace(/ \d+$/, ''))
}
const plan = (source: Plan['source'], count = 1): Pick<Plan, 'source' | 'items'> => ({
  source,
  items: Array.from({ length: count }, () => ({ entity: 'site', action: 'create' })),
})
const running = async (): Promise<number> => Number(/^imports_running (\d+)$/m.exec(await registry.metrics())?.[1])
const done = { status: 200 }

describe('the metrics of plans', () => {
  it.each([
    ['applied', false, async () => done],
    ['checked', true, async () => done],
    ['refused', false, async () => ({ status: 422 })],
    ['refused', true, async () => Promise.reject(new HttpProblem(400, 'no plan'))],
    ['failed', false, async () => Promise.reject(new HttpProblem(503, 'away'))],
    ['failed', false, async () => Promise.reject(new Error('broken'))],
  ])('count one that is %s (dry run: %s), with its items and its time', async (outcome, dryRun, work) => {
    expect(await changes(() => measuredPlan({ plan: plan('bulk'), dryRun }, work))).toEqual([
      `plan_items_count{kind="bulk",dry_run="${dryRun}"}`,
      `plan_seconds_count{kind="bulk",dry_run="${dryRun}"}`,
      `plans_total{outcome="${outcome}"}`,
    ])
  })

  it('do not count the items of one that was answered before', async () => {
    const again = async (repeated: () => void) => {
      repeated()
      return done
    }
    expect(await changes(() => measuredPlan({ plan: plan('api'), dryRun: false }, again))).toEqual(['plans_total{outcome="repeated"}'])
  })

  it.each([
    ['succeeds', plan('import'), () => done],
    ['is refused', plan('import'), () => ({ status: 422 })],
    [
      'fails',
      plan('api', 1_001),
      () => {
        throw new Error('broken')
      },
    ],
  ])('tell imports that are under way, until the import %s', async (_how, imported, end) => {
    let finish = (): void => undefined
    const ready = new Promise<void>((resolve) => (finish = resolve))
    const result = measuredPlan({ plan: imported, dryRun: false }, () => ready.then(end)).catch(() => undefined)
    expect(await running()).toBe(1)
    finish()
    await result
    expect(await running()).toBe(0)
  })

  it('do not take a small plan for an import', async () => {
    await measuredPlan({ plan: plan('api', 1_000), dryRun: false }, async () => {
      expect(await running()).toBe(0)
      return done
    })
  })

  it('have every kind before the first plan of it', async () => {
    const text = await registry.metrics()
    for (const kind of ['editor', 'inline', 'bulk', 'import', 'restore', 'api'])
      expect(text).toContain(`plan_items_count{kind="${kind}",dry_run="true"}`)
  })
})
