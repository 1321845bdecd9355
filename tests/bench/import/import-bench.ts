import type { PlanResult, ServedRecord } from '../../../schemas/plan.ts'
import { testServer } from '../../support/service/postgres.ts'
import { startService, type RunningService } from '../../support/service/service.ts'
import type { Bench } from '../bench.ts'
import { importBundled } from '../bundled.ts'
import type { Figure } from '../figure.ts'
import { cases, type ImportCase } from './import-case.ts'
import { MAIL, ownTenant } from './own-tenant.ts'
import { rawInsertSeconds } from './raw-insert.ts'
import type * as SheetInNode from './sheet-in-node.ts'

const ROWS = 100_000

/** BUDGETS B1, service part: importing a CSV file of 100,000 rows, from parsing to journal entries, compared with a raw insert of the same rows. */
export const importBenches: readonly Bench[] = cases.map((importCase) => ({
  id: importCase.id,
  about: `an import of ${ROWS.toLocaleString('en')} ${importCase.rows} compared with a raw batched insert`,
  async run(showProgress) {
    const server = await testServer()
    const url = await server.createDatabase()
    const service = await startService({ env: { DATABASE_URL: url, SECRET_KEY: '01'.repeat(32) } })
    try {
      return await measure({ importCase, service, administratorUrl: server.administratorUrl(url), showProgress })
    } finally {
      await service.dispose()
      await server.stop()
    }
  },
}))

interface MeasureOptions {
  importCase: ImportCase
  service: RunningService
  administratorUrl: string
  showProgress: (step: string) => void
}

async function measure({ importCase, service, administratorUrl, showProgress }: MeasureOptions): Promise<Figure[]> {
  const tenant = await ownTenant(service)
  const bytes = new TextEncoder().encode(importCase.file(tenant.name, ROWS))
  const { data: parents } = (await (await service.call(MAIL, `/api/v1/tenants/${tenant.oid}`)).json()) as { data: ServedRecord[] }
  const stepSeconds: Record<string, number> = {}
  const timed = async <T>(step: string, work: () => Promise<T> | T): Promise<T> => {
    const start = performance.now()
    const value = await work()
    stepSeconds[step] = (performance.now() - start) / 1000
    showProgress(`${step}: ${stepSeconds[step].toFixed(1)} s`)
    return value
  }
  const { sheetModelOf, sheetInNode } = await importBundled<typeof SheetInNode>('tests/bench/import/sheet-in-node.ts')
  const sheet = sheetInNode(importCase.entity)
  await sheet.open(sheetModelOf(importCase, tenant))
  await sheet.learn({ entity: 'tenant', labels: [tenant.name], records: parents, labelField: 'name' })
  const report = await timed('reading the file', () => sheet.importFile(bytes.buffer))
  if (typeof report === 'string' || 'key' in report || report.rows !== ROWS)
    throw new Error(`the file was refused: ${JSON.stringify(report)}`)
  await timed('checking every row', () => sheet.check())
  const summary = await sheet.summary()
  if (summary.kinds.new !== ROWS) throw new Error(`rows are wrong: ${JSON.stringify(summary).slice(0, 500)}`)
  const { body } = await timed('building the plan', () => sheet.plan('write'))
  await timed('dry run', () => send(service, body, true))
  await timed('applying', () => send(service, body, false))
  const ours = Object.values(stepSeconds).reduce((sum, value) => sum + value, 0)
  const steps = Object.entries(stepSeconds).map(([step, value]) => `${step} ${value.toFixed(1)} s`)
  const raw = await rawInsertSeconds(administratorUrl, tenant.oid, importCase.tables)
  const tableSeconds = importCase.tables.map(({ table }, index) => `${table} ${raw[index]?.toFixed(1)} s`)
  showProgress(`raw insert: ${tableSeconds.join(', ')}`)
  const reference = raw.reduce((sum, value) => sum + value, 0)
  const figure = (id: string, seconds: number, referenceSeconds: number): Figure => ({
    id,
    ours: ROWS / seconds,
    reference: ROWS / referenceSeconds,
    unit: 'rows/s',
  })
  const note = [...steps, `raw insert without journal: ${tableSeconds.join(', ')}`].join(', ')
  return [
    { ...figure(`B1 import of ${importCase.rows}`, ours, reference), budget: { of: 'ratio', atLeast: 0.4 }, note },
    {
      ...figure(`B1 import of ${importCase.rows}, against their records alone`, ours, raw[0] ?? 0),
      note: 'the raw insert fills only one of the tables that an imported row is stored in',
    },
    figure(`B1 apply of ${importCase.rows} alone`, stepSeconds['applying'] ?? 0, reference),
  ]
}

async function send(service: RunningService, body: Blob, dryRun: boolean): Promise<void> {
  const response = await service.call(MAIL, `/api/v1/plans${dryRun ? '?dryRun=true' : ''}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'idempotency-key': `bench-${dryRun}` },
  })
  const result = (await response.json()) as PlanResult
  if (!response.ok || result.counts.applied !== ROWS)
    throw new Error(`the plan was refused (${response.status}): ${JSON.stringify(result).slice(0, 800)}`)
}
