import type { PlanResult, ServedRecord } from '../../../schemas/plan.ts'
import { testServer } from '../../support/postgres.ts'
import { startService, type RunningService } from '../../support/service.ts'
import type { Bench } from '../bench.ts'
import { bundled } from '../bundled.ts'
import type { Figure } from '../figure.ts'
import { customersFile } from './customers-file.ts'
import { MAIL, ownTenant } from './own-tenant.ts'
import { rawInsertSeconds } from './raw-insert.ts'
import type * as SheetInNode from './sheet-in-node.ts'

const ROWS = 100_000

/** BUDGETS B1, the service's part: a spreadsheet of 100,000 customers from its bytes to the journal, against inserting the same customers. */
export const importBench: Bench = {
  id: 'B1',
  about: `an import of ${ROWS.toLocaleString('en')} customers against a raw batched insert`,
  async run(tell) {
    const server = await testServer()
    const url = await server.createDatabase()
    const service = await startService({ env: { DATABASE_URL: url } })
    try {
      return await measure(service, url, tell)
    } finally {
      await service.dispose()
      await server.stop()
    }
  },
}

async function measure(service: RunningService, url: string, tell: (step: string) => void): Promise<Figure[]> {
  const tenant = await ownTenant(service)
  const bytes = new TextEncoder().encode(customersFile(tenant.name, ROWS))
  const parent = (await (await service.call(MAIL, `/api/v1/tenants/${tenant.oid}`)).json()) as ServedRecord
  const seconds: Record<string, number> = {}
  const timed = async <T>(step: string, work: () => Promise<T> | T): Promise<T> => {
    const from = performance.now()
    const value = await work()
    seconds[step] = (performance.now() - from) / 1000
    tell(`${step}: ${seconds[step].toFixed(1)} s`)
    return value
  }
  const { customersModel, sheetInNode } = await bundled<typeof SheetInNode>('tests/bench/import/sheet-in-node.ts')
  const sheet = sheetInNode()
  await sheet.open(customersModel(tenant))
  await sheet.learn({ entity: 'tenant', labels: [tenant.name], records: [parent], labelField: 'name' })
  const report = await timed('reading the file', () => sheet.importFile(bytes.buffer))
  if (typeof report === 'string' || 'key' in report || report.rows !== ROWS)
    throw new Error(`the file was refused: ${JSON.stringify(report)}`)
  await timed('checking every row', () => sheet.check())
  const summary = await sheet.summary()
  if (summary.kinds.new !== ROWS) throw new Error(`rows are wrong: ${JSON.stringify(summary).slice(0, 500)}`)
  const { body } = await timed('making the plan', () => sheet.plan('write'))
  await timed('dry run', () => send(service, body, true))
  await timed('applying', () => send(service, body, false))
  const ours = Object.values(seconds).reduce((sum, each) => sum + each, 0)
  const steps = Object.entries(seconds).map(([step, each]) => `${step} ${each.toFixed(1)} s`)
  const raw = await rawInsertSeconds(url, tenant.oid)
  tell(`raw insert: ${raw.customers.toFixed(1)} s and ${raw.tenants.toFixed(1)} s`)
  const reference = raw.customers + raw.tenants
  const compared = `raw insert without journal: customers ${raw.customers.toFixed(1)} s, their nodes in the tree ${raw.tenants.toFixed(1)} s`
  const figure = (id: string, time: number, than: number): Figure => ({ id, ours: ROWS / time, reference: ROWS / than, unit: 'rows/s' })
  return [
    { ...figure('B1 import', ours, reference), budget: { of: 'ratio', atLeast: 0.4 }, note: [...steps, compared].join(', ') },
    { ...figure('B1 import, nodes not in the reference', ours, raw.customers), note: 'the raw insert stores half of what a customer is' },
    figure('B1 apply alone', seconds['applying'] ?? 0, reference),
  ]
}

async function send(service: RunningService, body: Blob, dryRun: boolean): Promise<void> {
  const answer = await service.call(MAIL, `/api/v1/plans${dryRun ? '?dryRun=true' : ''}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'idempotency-key': `bench-${dryRun}` },
  })
  const result = (await answer.json()) as PlanResult
  if (!answer.ok || result.counts.applied !== ROWS)
    throw new Error(`the plan was refused (${answer.status}): ${JSON.stringify(result).slice(0, 800)}`)
}
