import type { PlanResult, ServedRecord } from '../../../schemas/plan.ts'
import { testServer } from '../../support/service/postgres.ts'
import { startService, type RunningService } from '../../support/service/service.ts'
import type { Bench } from '../bench.ts'
import { bundled } from '../bundled.ts'
import type { Figure } from '../figure.ts'
import { cases, type ImportCase } from './import-case.ts'
import { MAIL, ownTenant } from './own-tenant.ts'
import { rawInsertSeconds } from './raw-insert.ts'
import type * as SheetInNode from './sheet-in-node.ts'

const ROWS = 100_000

/** BUDGETS B1, the service's part: a spreadsheet of 100,000 rows from its bytes to the journal, against inserting the same rows. */
export const importBenches: readonly Bench[] = cases.map((one) => ({
  id: one.id,
  about: `an import of ${ROWS.toLocaleString('en')} ${one.rows} against a raw batched insert`,
  async run(tell) {
    const server = await testServer()
    const url = await server.createDatabase()
    const service = await startService({ env: { DATABASE_URL: url, SECRET_KEY: '01'.repeat(32) } })
    try {
      return await measure({ one, service, administratorUrl: server.administratorUrl(url), tell })
    } finally {
      await service.dispose()
      await server.stop()
    }
  },
}))

interface Measured {
  one: ImportCase
  service: RunningService
  administratorUrl: string
  tell: (step: string) => void
}

async function measure({ one, service, administratorUrl, tell }: Measured): Promise<Figure[]> {
  const tenant = await ownTenant(service)
  const bytes = new TextEncoder().encode(one.file(tenant.name, ROWS))
  const { data: parents } = (await (await service.call(MAIL, `/api/v1/tenants/${tenant.oid}`)).json()) as { data: ServedRecord[] }
  const seconds: Record<string, number> = {}
  const timed = async <T>(step: string, work: () => Promise<T> | T): Promise<T> => {
    const from = performance.now()
    const value = await work()
    seconds[step] = (performance.now() - from) / 1000
    tell(`${step}: ${seconds[step].toFixed(1)} s`)
    return value
  }
  const { sheetModelOf, sheetInNode } = await bundled<typeof SheetInNode>('tests/bench/import/sheet-in-node.ts')
  const sheet = sheetInNode(one.entity)
  await sheet.open(sheetModelOf(one, tenant))
  await sheet.learn({ entity: 'tenant', labels: [tenant.name], records: parents, labelField: 'name' })
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
  const raw = await rawInsertSeconds(administratorUrl, tenant.oid, one.stored)
  const tables = one.stored.map(({ table }, at) => `${table} ${raw[at]?.toFixed(1)} s`)
  tell(`raw insert: ${tables.join(', ')}`)
  const reference = raw.reduce((sum, each) => sum + each, 0)
  const figure = (id: string, time: number, than: number): Figure => ({ id, ours: ROWS / time, reference: ROWS / than, unit: 'rows/s' })
  const note = [...steps, `raw insert without journal: ${tables.join(', ')}`].join(', ')
  return [
    { ...figure(`B1 import of ${one.rows}`, ours, reference), budget: { of: 'ratio', atLeast: 0.4 }, note },
    {
      ...figure(`B1 import of ${one.rows}, against their records alone`, ours, raw[0] ?? 0),
      note: 'the raw insert stores a part of what a row is',
    },
    figure(`B1 apply of ${one.rows} alone`, seconds['applying'] ?? 0, reference),
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
