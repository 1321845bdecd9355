import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { ListAnswer } from '../../../schemas/plan.ts'
import { testServer } from '../../support/service/postgres.ts'
import { startService, type RunningService } from '../../support/service/service.ts'
import type { Bench } from '../bench.ts'
import { median, type Figure } from '../figure.ts'
import { runProcess, type OwnProcess } from '../processes.ts'
import { cases } from './cases.ts'
import { PAGE_SIZE, type ListCall, type ListCase } from './list-case.ts'
import type { Load, LoadOptions } from './load-process.ts'
import type { ReferenceOptions } from './reference-service.ts'

/** Bursts of each side, one after the other in turn, so that a busy machine is busy for both. */
const ROUNDS = 5
const SECONDS = 3
const WARM_UP_SECONDS = 2
/** As many as the pools have connections: throughput is bound by work, not by waiting. */
const CONNECTIONS = 10

/** BUDGETS L1: guarded list calls against bare Fastify with one prepared statement, on both databases. */
export const listBenches: readonly Bench[] = cases.map((list) => ({
  id: `L1-${list.name.toUpperCase()}`,
  about: `a guarded list of ${list.about} against one prepared statement`,
  async run(tell) {
    return [...(await onPostgres(list, tell)), ...(await embedded(list, tell))]
  },
}))

async function onPostgres(list: ListCase, tell: (step: string) => void): Promise<Figure[]> {
  const server = await testServer()
  const url = await server.createDatabase()
  const service = await startService({ env: { DATABASE_URL: url, SECRET_KEY: '01'.repeat(32) } })
  try {
    tell(`planting ${list.about} on PostgreSQL`)
    const planted = await list.plant(service)
    const administratorUrl = server.administratorUrl(url)
    await gatherStatistics(administratorUrl)
    return await compare('postgres', { list, service, at: { url: administratorUrl }, planted, tell })
  } finally {
    await service.dispose()
    await server.stop()
  }
}

async function embedded(list: ListCase, tell: (step: string) => void): Promise<Figure[]> {
  const copy = join(mkdtempSync(join(tmpdir(), 'reference-')), 'data')
  const service = await startService()
  try {
    tell(`planting ${list.about} in the embedded database`)
    const planted = await list.plant(service)
    await service.end()
    cpSync(join(service.dataDir, 'database'), copy, { recursive: true })
    await service.restart()
    return await compare('embedded', { list, service, at: { dataDir: copy }, planted, tell })
  } finally {
    await service.dispose()
    rmSync(join(copy, '..'), { recursive: true, force: true })
  }
}

/** What the server does by itself a minute after so many rows; both sides are to have it from the first call. */
async function gatherStatistics(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}

interface Sides {
  list: ListCase
  service: RunningService
  at: ReferenceOptions['at']
  planted: { tenantOid: string; mail: string }
  tell: (step: string) => void
}

async function compare(place: string, { list, service, at, planted, tell }: Sides): Promise<Figure[]> {
  const reference = runProcess('list/reference-service.ts', { at } satisfies ReferenceOptions)
  try {
    const address = await reference.line
    const headers = { authorization: `Bearer ${await service.token(planted.mail)}`, ...list.named(planted.tenantOid).headers }
    const figures: Figure[] = []
    for (const call of list.calls) {
      const ours: LoadOptions = {
        url: `${service.origin}${pathOf(list, call, planted.tenantOid)}`,
        headers,
        connections: CONNECTIONS,
        seconds: SECONDS,
      }
      const theirs: LoadOptions = {
        ...ours,
        url: `${address}/${list.name}/${call.name}?tenant=${planted.tenantOid}&page=1`,
        headers: {},
      }
      const rows = await sameRows(ours, theirs)
      tell(`${place}, ${list.name}, ${call.name}: ${rows} rows match, ${ROUNDS} bursts of ${SECONDS} s each side`)
      figures.push(...(await inTurns(`L1 ${place}, ${list.name}, ${call.name}`, ours, theirs)))
    }
    return figures
  } finally {
    await reference.end()
  }
}

function pathOf({ path, named, sort }: ListCase, { filter }: ListCall, tenantOid: string): string {
  const parameters = { ...named(tenantOid).parameters, page: '1', size: String(PAGE_SIZE), sort, ...(filter !== '' && { filter }) }
  return `${path(tenantOid)}?${new URLSearchParams(parameters)}`
}

/** Both sides must answer the same page, or nothing is compared; the same count, too, where ours is no bound. */
async function sameRows(ours: LoadOptions, theirs: LoadOptions): Promise<number> {
  const [own, other] = await Promise.all(
    [ours, theirs].map(async ({ url, headers }) => (await (await fetch(url, { headers })).json()) as Partial<ListAnswer>),
  )
  const isBound = own?.meta?.atLeast === true && own.meta.totalCount <= (other?.meta?.totalCount ?? 0)
  const listed = (answer?: Partial<ListAnswer>): string =>
    JSON.stringify([answer?.data?.map(({ oid }) => oid), isBound ? 'at least' : answer?.meta?.totalCount])
  if (!own?.data?.length || !own.meta || listed(own) !== listed(other))
    throw new Error(`service and reference list different records: ${listed(own).slice(0, 300)} and ${listed(other).slice(0, 300)}`)
  return other?.meta?.totalCount ?? 0
}

async function inTurns(id: string, ours: LoadOptions, theirs: LoadOptions): Promise<Figure[]> {
  for (const side of [ours, theirs]) await burst({ ...side, seconds: WARM_UP_SECONDS })
  const loads: { ours: Load; theirs: Load }[] = []
  for (let round = 0; round < ROUNDS; round++) loads.push({ ours: await burst(ours), theirs: await burst(theirs) })
  const middle = (value: (load: Load) => number): { ours: number; reference: number } => ({
    ours: median(loads.map((load) => value(load.ours))),
    reference: median(loads.map((load) => value(load.theirs))),
  })
  return [
    { id: `${id}, throughput`, ...middle(({ perSecond }) => perSecond), unit: 'calls/s', budget: { of: 'ratio', atLeast: 0.7 } },
    { id: `${id}, p99`, ...middle(({ p99Ms }) => p99Ms), unit: 'ms', budget: { of: 'ratio', atMost: 1.5 } },
  ]
}

async function burst(options: LoadOptions): Promise<Load> {
  const load: OwnProcess = runProcess('list/load-process.ts', options)
  return JSON.parse(await load.done) as Load
}
