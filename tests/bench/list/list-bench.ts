import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { ListAnswer } from '../../../schemas/plan.ts'
import { openDatabase } from '../../../server/db/database.ts'
import { keepHouse } from '../../support/api/keep-house.ts'
import { testServer } from '../../support/service/postgres.ts'
import { startService, type RunningService } from '../../support/service/service.ts'
import type { Bench } from '../bench.ts'
import { median, type Figure } from '../figure.ts'
import { runProcess, type BenchProcess } from '../processes.ts'
import { cases } from './cases.ts'
import { PAGE_SIZE, type ListCall, type ListCase } from './list-case.ts'
import type { Load, LoadOptions } from './load-process.ts'
import type { ReferenceOptions } from './reference-service.ts'

/** Bursts per side; the two sides alternate, so that a busy machine slows down both. */
const ROUNDS = 5
const SECONDS = 3
const WARM_UP_SECONDS = 2
/** Equals the size of the connection pools, so that throughput is limited by work, not by waiting. */
const CONNECTIONS = 10

/** BUDGETS L1: list calls with authorization, compared with bare Fastify and one prepared statement, on both databases. */
export const listBenches: readonly Bench[] = cases.map((list) => ({
  id: `L1-${list.name.toUpperCase()}`,
  about: `a list of ${list.about} with authorization, compared with one prepared statement`,
  async run(showProgress) {
    return [...(await onPostgres(list, showProgress)), ...(await embedded(list, showProgress))]
  },
}))

async function onPostgres(list: ListCase, showProgress: (step: string) => void): Promise<Figure[]> {
  const server = await testServer()
  const url = await server.createDatabase()
  const service = await startService({ env: { DATABASE_URL: url, SECRET_KEY: '01'.repeat(32) } })
  try {
    showProgress(`seeding ${list.about} on PostgreSQL`)
    const seeded = await list.seed(service)
    const administratorUrl = server.administratorUrl(url)
    await gatherStatistics(administratorUrl)
    return await compare('postgres', { list, service, at: { url: administratorUrl }, seeded, showProgress })
  } finally {
    await service.dispose()
    await server.stop()
  }
}

async function embedded(list: ListCase, showProgress: (step: string) => void): Promise<Figure[]> {
  const copy = join(mkdtempSync(join(tmpdir(), 'reference-')), 'data')
  const service = await startService()
  try {
    showProgress(`seeding ${list.about} in the embedded database`)
    const seeded = await list.seed(service)
    await service.end()
    const dataDir = join(service.dataDir, 'database')
    await lookAfterTables(dataDir)
    cpSync(dataDir, copy, { recursive: true })
    await service.restart()
    return await compare('embedded', { list, service, at: { dataDir: copy }, seeded, showProgress })
  } finally {
    await service.dispose()
    rmSync(join(copy, '..'), { recursive: true, force: true })
  }
}

/** PostgreSQL would run this itself about a minute after the inserts; running it now gives both sides the same statistics from the first call. */
async function gatherStatistics(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}

/** The same in the embedded database, where the service does it within minutes. */
async function lookAfterTables(dataDir: string): Promise<void> {
  const database = await openDatabase({ at: { dataDir }, secretKey: Buffer.alloc(32, 1) })
  await keepHouse(database, 'embedded_upkeep')
  await database.close()
}

interface Comparison {
  list: ListCase
  service: RunningService
  at: ReferenceOptions['at']
  seeded: { tenantOid: string; mail: string }
  showProgress: (step: string) => void
}

async function compare(databaseName: string, { list, service, at, seeded, showProgress }: Comparison): Promise<Figure[]> {
  const reference = runProcess('list/reference-service.ts', { at } satisfies ReferenceOptions)
  try {
    const address = await reference.firstLine
    const headers = { authorization: `Bearer ${await service.token(seeded.mail)}`, ...list.requestOptions(seeded.tenantOid).headers }
    const figures: Figure[] = []
    for (const call of list.calls) {
      const ours: LoadOptions = {
        url: `${service.origin}${pathOf(list, call, seeded.tenantOid)}`,
        headers,
        connections: CONNECTIONS,
        seconds: SECONDS,
      }
      const theirs: LoadOptions = {
        ...ours,
        url: `${address}/${list.name}/${call.name}?tenant=${seeded.tenantOid}&page=1`,
        headers: {},
      }
      const rows = await assertSameRows(ours, theirs)
      showProgress(`${databaseName}, ${list.name}, ${call.name}: ${rows} rows match, ${ROUNDS} bursts of ${SECONDS} s each side`)
      figures.push(...(await compareLoads(`L1 ${databaseName}, ${list.name}, ${call.name}`, ours, theirs)))
    }
    return figures
  } finally {
    await reference.stop()
  }
}

function pathOf({ path, requestOptions, sort }: ListCase, { filter }: ListCall, tenantOid: string): string {
  const parameters = { ...requestOptions(tenantOid).parameters, page: '1', size: String(PAGE_SIZE), sort, ...(filter !== '' && { filter }) }
  return `${path(tenantOid)}?${new URLSearchParams(parameters)}`
}

/** Throws unless both sides return the same page and, if the service counts exactly, the same total. Returns the total. */
async function assertSameRows(ours: LoadOptions, theirs: LoadOptions): Promise<number> {
  const [ourPage, theirPage] = await Promise.all(
    [ours, theirs].map(async ({ url, headers }) => (await (await fetch(url, { headers })).json()) as Partial<ListAnswer>),
  )
  const isLowerBound = ourPage?.meta?.atLeast === true && ourPage.meta.totalCount <= (theirPage?.meta?.totalCount ?? 0)
  const summarize = (page?: Partial<ListAnswer>): string =>
    JSON.stringify([page?.data?.map(({ oid }) => oid), isLowerBound ? 'at least' : page?.meta?.totalCount])
  if (!ourPage?.data?.length || !ourPage.meta || summarize(ourPage) !== summarize(theirPage))
    throw new Error(
      `service and reference list different records: ${summarize(ourPage).slice(0, 300)} and ${summarize(theirPage).slice(0, 300)}`,
    )
  return theirPage?.meta?.totalCount ?? 0
}

async function compareLoads(id: string, ours: LoadOptions, theirs: LoadOptions): Promise<Figure[]> {
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
