import { runSql } from '../../support/service/administrator.ts'
import { testServer } from '../../support/service/postgres.ts'
import { startService, type RunningService } from '../../support/service/service.ts'
import type { Bench } from '../bench.ts'
import { quantile, type Figure } from '../figure.ts'
import { MAIL, ownTenant } from '../import/own-tenant.ts'

const OWNER = 'owner@demo.test'
const SECRET_KEY = '01'.repeat(32)
/** Callers at the same time, each with one call under way. */
const CALLERS = 8
const SECONDS = 8
/** Entities of which the rows of the demo world are weighed; few rows fill pages and indexes badly, so more weigh less. */
const WEIGHED = ['user-role', 'edge-box', 'appliance']
/** Customers that are imported, and then changed, to weigh them and the entries of the journal. */
const ROWS = 10_000

/** What one process serves on each kind of database, and how large records and journal entries are there (docs/guides/sizes.md). */
export const stepsBench: Bench = {
  id: 'STEPS',
  about: 'calls of one process a second, bytes of a row',
  onRequest: true,
  async run(showProgress) {
    const embedded = await startService({ env: { SECRET_KEY } })
    const figures = await served(embedded, 'embedded', showProgress).finally(() => embedded.dispose())
    const server = await testServer({ distributed: false })
    const url = await server.createDatabase()
    const service = await startService({ env: { DATABASE_URL: url, SECRET_KEY } })
    try {
      figures.push(...(await served(service, 'PostgreSQL', showProgress)))
      return [...figures, ...(await weighed(service, server.administratorUrl(url)))]
    } finally {
      await service.dispose()
      await server.stop()
    }
  },
}

/** Calls a second of each kind, one kind after the other, and the memory of the process afterwards. */
async function served(service: RunningService, kind: string, showProgress: (step: string) => void): Promise<Figure[]> {
  const customers = await customersOf(service)
  const [any] = customers
  if (any === undefined) throw new Error('the demo world has no customers')
  const read = (path: string) => async (): Promise<void> => void (await answered(await service.call(OWNER, path)))
  const kinds: Record<string, (caller: number) => Promise<void>> = {
    'lists of 50 rows': read('/api/v1/customers?size=50'),
    'single records': read(`/api/v1/customers/${any.oid}`),
    changes: (caller) => change(service, customers[caller] ?? any),
  }
  const figures: Figure[] = []
  for (const [name, call] of Object.entries(kinds)) {
    const before = await measured(service, 'process_cpu_seconds_total')
    const times = await callsIn(call)
    const cpuMs = (1000 * ((await measured(service, 'process_cpu_seconds_total')) - before)) / times.length
    const note = `p95 ${quantile(times, 0.95).toFixed(0)} ms with ${CALLERS} callers`
    figures.push({ id: `STEPS ${kind}, ${name}`, ours: times.length / SECONDS, unit: 'calls/s', note })
    figures.push({ id: `STEPS ${kind}, ${name}, processor time`, ours: cpuMs, unit: 'ms' })
    showProgress(`${kind}, ${name}: ${(times.length / SECONDS).toFixed(0)} a second, ${cpuMs.toFixed(1)} ms of a core each`)
  }
  const bytes = await measured(service, 'process_resident_memory_bytes')
  return [...figures, { id: `STEPS ${kind}, memory`, ours: bytes / 2 ** 20, unit: 'MiB' }]
}

/** A metric of the process itself. */
async function measured(service: RunningService, name: string): Promise<number> {
  const metrics = await (await fetch(`${service.origin}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1])
}

/** How long each call took of those that callers made one after the other. */
async function callsIn(call: (caller: number) => Promise<void>): Promise<number[]> {
  const times: number[] = []
  const endMs = performance.now() + 1000 * SECONDS
  const callers = Array.from({ length: CALLERS }, async (_, caller) => {
    while (performance.now() < endMs) {
      const begunMs = performance.now()
      await call(caller)
      times.push(performance.now() - begunMs)
    }
  })
  await Promise.all(callers)
  return times
}

interface Customer {
  oid: string
  revision: number
}

async function customersOf(service: RunningService): Promise<Customer[]> {
  return (await answered<{ data: Customer[] }>(await service.call(OWNER, `/api/v1/customers?size=${CALLERS}`))).data
}

/** Changes one field, with all that belongs to it: rights, rules, journal. */
async function change(service: RunningService, customer: Customer): Promise<void> {
  const changes = { contactDetails: `Calls after ${customer.revision} o'clock.` }
  const items = [{ entity: 'customer', action: 'update', oid: customer.oid, revision: customer.revision, changes }]
  const body = JSON.stringify({ items, source: 'editor', tenantOid: 'platform' })
  const { items: done } = await answered<{ items: { record?: Customer }[] }>(
    await service.call(OWNER, '/api/v1/plans', { method: 'POST', body }),
  )
  customer.revision = done[0]?.record?.revision ?? customer.revision + 1
}

async function answered<T>(answer: Response): Promise<T> {
  if (!answer.ok) throw new Error(`${answer.status}: ${(await answer.text()).slice(0, 300)}`)
  return (await answer.json()) as T
}

interface Sizes {
  customers: number
  journal: number
}

/** Bytes of a further row, its share of all indexes included. */
async function weighed(service: RunningService, administratorUrl: string): Promise<Figure[]> {
  const tenantOid = (await ownTenant(service)).oid
  const sizes = async (): Promise<Sizes> => {
    const [row] = await runSql<Sizes>(
      administratorUrl,
      `select (select sum(pg_total_relation_size(relid))::float8 from pg_partition_tree('journal')) as journal,
         pg_total_relation_size('entity.customer')::float8 as customers`,
    )
    return row ?? { customers: 0, journal: 0 }
  }
  const apply = async (items: object[]): Promise<void> => {
    const body = JSON.stringify({ items, source: 'import', tenantOid })
    await answered(await service.call(MAIL, '/api/v1/plans', { method: 'POST', body }))
  }
  const figures: Figure[] = []
  for (const name of WEIGHED) {
    const table = `entity."${name}"`
    const [row] = await runSql<{ bytes: number }>(
      administratorUrl,
      `select pg_total_relation_size('${table}')::float8 / count(*) as bytes from ${table}`,
    )
    figures.push({ id: `STEPS size, ${name} of the demo world`, ours: row?.bytes ?? Number.NaN, unit: 'bytes' })
  }
  const before = await sizes()
  await apply(Array.from({ length: ROWS }, (_, row) => ({ entity: 'customer', action: 'create', changes: newCustomer(row) })))
  const created = await sizes()
  const rows = await runSql<{ oid: string; revision: number }>(
    administratorUrl,
    `select oid, revision from entity.customer where data->>'name' like 'Weighed %'`,
  )
  await apply(rows.map((row) => ({ entity: 'customer', action: 'update', ...row, changes: { contactName: 'Somebody Else' } })))
  const changed = await sizes()
  const figure = (name: string, bytes: number): Figure => ({ id: `STEPS size, ${name}`, ours: bytes / ROWS, unit: 'bytes' })
  return [
    ...figures,
    figure('a customer', created.customers - before.customers),
    figure('a journal entry, creation', created.journal - before.journal),
    figure('a journal entry, change', changed.journal - created.journal),
  ]
}

function newCustomer(row: number): object {
  return {
    name: `Weighed ${row}`,
    apoDomain: `weighed-${row}.example`,
    type: 'managed_customer',
    contactName: 'Somebody',
    contactEmail: `weighed-${row}@bench.example`,
  }
}
