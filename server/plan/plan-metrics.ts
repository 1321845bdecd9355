import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Plan } from '../../schemas/plan.ts'
import { beginInner, inSpan } from '../tracing/spans.ts'
import { HttpProblem } from '../plugins/problem.ts'
import { SOURCES } from './read-plan.ts'

/** What became of plans: `checked` are dry runs that would be applied, `repeated` got the answer of their first call. */
const OUTCOMES = ['applied', 'checked', 'repeated', 'refused', 'failed'] as const

/** A plan of more items counts as an import, whatever sent it. */
const MANY_ITEMS = 1_000

const items = new Histogram({
  name: 'plan_items',
  help: 'Items of plans, by what sent the plan and whether it was a dry run.',
  labelNames: ['kind', 'dry_run'] as const,
  buckets: [1, 2, 5, 10, 50, 100, 1_000, 10_000, 100_000],
  registers: [],
})
const seconds = new Histogram({
  name: 'plan_seconds',
  help: 'Duration of plans, by what sent the plan and whether it was a dry run.',
  labelNames: ['kind', 'dry_run'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
  registers: [],
})
const plans = new Counter({ name: 'plans_total', help: 'Plans by outcome.', labelNames: ['outcome'] as const, registers: [] })
const imports = new Gauge({
  name: 'imports_running',
  help: `Imports of files and other plans of more than ${MANY_ITEMS} items that are under way on this copy.`,
  registers: [],
})

for (const outcome of OUTCOMES) plans.inc({ outcome }, 0)
for (const kind of SOURCES) for (const dryRun of [true, false]) for (const metric of [items, seconds]) metric.zero(labelsOf(kind, dryRun))

export function registerPlanMetrics(registry: Registry): void {
  registry.registerMetric(items)
  registry.registerMetric(seconds)
  registry.registerMetric(plans)
  registry.registerMetric(imports)
}

/** Measures the work on a plan, which calls `repeated` where it answers as it did before. */
export async function measuredPlan<T extends { status: number }>(
  { plan, dryRun }: { plan: Pick<Plan, 'source' | 'items'>; dryRun: boolean },
  work: (repeated: () => void) => Promise<T>,
): Promise<T> {
  const from = performance.now()
  const isImport = plan.source === 'import' || plan.items.length > MANY_ITEMS
  let outcome: (typeof OUTCOMES)[number] = 'failed'
  let isRepeated = false
  if (isImport) imports.inc()
  const facts = { 'plan.source': plan.source, 'plan.items': plan.items.length, 'plan.dry_run': dryRun }
  const span = beginInner({ name: 'plan', kind: 'internal', facts })
  try {
    const done = await inSpan(span, () => work(() => (isRepeated = true)))
    outcome = done.status === 200 ? storedAs(dryRun, isRepeated) : 'refused'
    return done
  } catch (error) {
    if (error instanceof HttpProblem && error.status < 500) outcome = 'refused'
    throw error
  } finally {
    if (isImport) imports.dec()
    span?.end({ 'plan.outcome': outcome }, outcome === 'failed' ? 'failed' : undefined)
    plans.inc({ outcome })
    if (!isRepeated) {
      items.observe(labelsOf(plan.source, dryRun), plan.items.length)
      seconds.observe(labelsOf(plan.source, dryRun), (performance.now() - from) / 1000)
    }
  }
}

function storedAs(dryRun: boolean, isRepeated: boolean): 'applied' | 'checked' | 'repeated' {
  if (isRepeated) return 'repeated'
  return dryRun ? 'checked' : 'applied'
}

function labelsOf(kind: Plan['source'], dryRun: boolean): { kind: string; dry_run: string } {
  return { kind, dry_run: String(dryRun) }
}
