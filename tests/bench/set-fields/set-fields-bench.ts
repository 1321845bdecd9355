import type { Plan, PlanResult, ServedRecord } from '../../../schemas/plan.ts'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import { previewOf, settingPlan, toBeChanged } from '../../../renderer/record-tools/setting-plan.ts'
import { testServer } from '../../support/service/postgres.ts'
import { startService, type RunningService } from '../../support/service/service.ts'
import type { Bench } from '../bench.ts'
import { importBundled } from '../bundled.ts'
import { median, type Figure } from '../figure.ts'
import { cases } from '../import/import-case.ts'
import { MAIL, ownTenant } from '../import/own-tenant.ts'
import type * as SheetInNode from '../import/sheet-in-node.ts'

const ROWS = 10_000
const ROUNDS = 5
const [importCase] = cases.filter(({ entity }) => entity === 'customer')

/** *Set fields* on many records, from the chosen value to the journal entries, compared with the import of a CSV file that says the same. */
export const setFieldsBench: Bench = {
  id: 'SET-FIELDS',
  about: `one field of ${ROWS.toLocaleString('en')} customers, set and imported`,
  async run(showProgress) {
    const server = await testServer()
    const service = await startService({ env: { DATABASE_URL: await server.createDatabase(), SECRET_KEY: '01'.repeat(32) } })
    try {
      return await measure(service, showProgress)
    } finally {
      await service.dispose()
      await server.stop()
    }
  },
}

async function measure(service: RunningService, showProgress: (step: string) => void): Promise<Figure[]> {
  if (importCase === undefined) throw new Error('no import of customers is measured')
  const tenant = await ownTenant(service)
  const { sheetModelOf, sheetInNode } = await importBundled<typeof SheetInNode>('tests/bench/import/sheet-in-node.ts')
  const { data: parents } = (await (await service.call(MAIL, `/api/v1/tenants/${tenant.oid}`)).json()) as { data: ServedRecord[] }
  const file = importCase.file(tenant.name, ROWS)
  const made = new Set(file.split('\r\n').map((line) => line.split(',')[1]))
  const imported = async (text: string, records: ServedRecord[]): Promise<number> => {
    const sheet = sheetInNode(importCase.entity)
    await sheet.open(sheetModelOf(importCase, tenant))
    await sheet.learn({ entity: 'tenant', labels: [tenant.name], records: parents, labelField: 'name' })
    await sheet.load(records)
    const start = performance.now()
    await sheet.importFile(new TextEncoder().encode(text).buffer)
    await sheet.check()
    const { body } = await sheet.plan('write')
    for (const dryRun of [true, false]) await send(service, body, dryRun)
    return performance.now() - start
  }
  const set = async (details: string, records: ServedRecord[]): Promise<number> => {
    const values = new Map([['/contactDetails', details]])
    const start = performance.now()
    const concerned = toBeChanged(records, values)
    const plan: Plan = settingPlan(entitySchemas.customer, concerned, { values, tenantOid: tenant.oid })
    const { items } = await send(service, new Blob([JSON.stringify(plan)]), true)
    previewOf(concerned, values, items)
    await send(service, new Blob([JSON.stringify(plan)]), false)
    return performance.now() - start
  }
  showProgress(`importing ${ROWS} customers`)
  await imported(file, [])
  const times = { set: [] as number[], imported: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    times.set.push(await set(`set in round ${round}`, await recordsOf(service, tenant.oid, made)))
    const text = file.replaceAll(/,(?:"[^"]*")?\r\n/g, `,imported in round ${round}\r\n`)
    times.imported.push(await imported(text, await recordsOf(service, tenant.oid, made)))
    showProgress(`set ${times.set.at(-1)?.toFixed(0)} ms, imported ${times.imported.at(-1)?.toFixed(0)} ms`)
  }
  return [
    {
      id: `SET-FIELDS ${ROWS} customers`,
      ours: median(times.set),
      reference: median(times.imported),
      unit: 'ms',
      budget: { of: 'ratio', atMost: 1.3 },
      note: 'preview and change; reference: the import of a file with the same values, from reading to change',
    },
  ]
}

/** The customers of a tenant with these names. */
async function recordsOf(service: RunningService, tenantOid: string, names: ReadonlySet<string | undefined>): Promise<ServedRecord[]> {
  const records: ServedRecord[] = []
  for (let after = ''; ;) {
    const response = await service.call(MAIL, `/api/v1/customers?${new URLSearchParams({ tenantOid, size: '500', after })}`)
    const { data, meta } = (await response.json()) as { data: ServedRecord[]; meta: { next?: string } }
    records.push(...data.filter(({ name }) => names.has(String(name))))
    if (meta.next === undefined) return records
    after = meta.next
  }
}

let sent = 0

async function send(service: RunningService, body: Blob, dryRun: boolean): Promise<PlanResult> {
  const response = await service.call(MAIL, `/api/v1/plans${dryRun ? '?dryRun=true' : ''}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'idempotency-key': `bench-${++sent}` },
  })
  const result = (await response.json()) as PlanResult
  if (!response.ok || result.counts.applied !== ROWS)
    throw new Error(`the plan was refused (${response.status}): ${JSON.stringify(result).slice(0, 800)}`)
  return result
}
