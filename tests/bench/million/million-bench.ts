import pg from 'pg'
import { searchFilter } from '../../../renderer/data/rsql.ts'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import type { ListAnswer } from '../../../schemas/plan.ts'
import { balanceRanks } from '../../../server/db/balance-ranks.ts'
import { openDatabase } from '../../../server/db/database.ts'
import { testServer } from '../../support/postgres.ts'
import { startService, type RunningService } from '../../support/service.ts'
import type { Bench } from '../bench.ts'
import { median, quantile, type Figure } from '../figure.ts'
import { plantMillion, ROWS } from './plant-million.ts'

const OWNER = 'owner@demo.test'
const PAGE = 50
const ROUNDS = 120
const DEEP = ROWS / 2 / PAGE + 1

/** What people type who look for one device or a few: parts of serial numbers, labels, owners; and terms of one and two letters. */
const TERMS = ['0499127', '-0731245', '1432-00', '2207-0', '900-0123', 'X4-0123-', '31-08812', '0777777', '55512', '0000042']
const SHORT = ['s', 'sd', '22', 'x', 'r', 'q', 'zz', '7']

/** BUDGETS L2 and L3: a million appliances of one platform, on PostgreSQL with row-level security. */
export const millionBench: Bench = {
  id: 'L2-L3',
  about: 'pages and searches of a million appliances',
  async run(tell) {
    const server = await testServer()
    const url = await server.createDatabase()
    const service = await startService({ env: { DATABASE_URL: url } })
    try {
      await plantMillion(url, tell)
      const database = await openDatabase({ at: { url }, secretKey: Buffer.alloc(32, 1) })
      await balanceRanks(database)
      await database.close()
      return [...(await pages(service, tell)), ...(await searches(service, url, tell))]
    } finally {
      await service.dispose()
      await server.stop()
    }
  },
}

async function timed(service: RunningService, token: string, query: Record<string, string>): Promise<{ ms: number; answer: ListAnswer }> {
  const from = performance.now()
  const response = await fetch(`${service.origin}/api/inventory/v1/appliances/platform?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const answer = (await response.json()) as ListAnswer
  if (!response.ok) throw new Error(`${response.status}: ${JSON.stringify(answer).slice(0, 300)}`)
  return { ms: performance.now() - from, answer }
}

/** Page 1 and a page in the middle in turn, so that a busy machine is busy for both. */
async function pages(service: RunningService, tell: (step: string) => void): Promise<Figure[]> {
  const token = await service.token(OWNER)
  const figures: Figure[] = []
  for (const [name, query] of [
    ['all', {}],
    ['tab', { condition: 'FilterStatusInstock' }],
    ['descending', { sort: '-serialNumber' }],
  ] as const) {
    const times = { first: [] as number[], deep: [] as number[] }
    const deep = name === 'tab' ? Math.floor(DEEP / 2) : DEEP
    for (let round = 0; round < ROUNDS + 10; round++) {
      const first = await timed(service, token, { ...query, page: '1', size: String(PAGE) })
      const far = await timed(service, token, { ...query, page: String(deep), size: String(PAGE) })
      if (far.answer.data.length !== PAGE) throw new Error('the page far down is not full')
      if (round >= 10) {
        times.first.push(first.ms)
        times.deep.push(far.ms)
      }
    }
    tell(`${name}: page 1 ${median(times.first).toFixed(1)} ms, page ${deep} ${median(times.deep).toFixed(1)} ms`)
    figures.push({
      id: `L2 appliances, ${name}, row ${((deep - 1) * PAGE).toLocaleString('en')}`,
      ours: median(times.deep),
      reference: median(times.first),
      unit: 'ms',
      budget: { of: 'ratio', atMost: 1.3 },
      note: 'reference: page 1',
    })
  }
  return figures
}

async function searches(service: RunningService, url: string, tell: (step: string) => void): Promise<Figure[]> {
  const token = await service.token(OWNER)
  const fields = entitySchemas.appliance['x-search']
  const figures: Figure[] = []
  for (const [name, terms] of [
    ['three letters and more', TERMS],
    ['one and two letters', SHORT],
  ] as const) {
    const times: number[] = []
    for (let round = 0; round < 12; round++)
      for (const term of terms) {
        const { ms, answer } = await timed(service, token, { page: '1', size: String(PAGE), filter: searchFilter(fields, term) ?? '' })
        if (round === 0) tell(`'${term}': ${answer.meta.totalCount} rows, ${ms.toFixed(1)} ms`)
        if (round > 1) times.push(ms)
      }
    figures.push({ id: `L3 appliances, ${name}, p95`, ours: quantile(times, 0.95), unit: 'ms', budget: { of: 'ours', atMost: 10 } })
  }
  return [...figures, await withoutIsolation(url)]
}

/** The same search by somebody for whom no row-level security holds. */
async function withoutIsolation(url: string): Promise<Figure> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const times: number[] = []
  for (let round = 0; round < 12; round++)
    for (const term of TERMS) {
      const from = performance.now()
      await client.query(
        `with found as materialized (select oid, tenant_oid, sort_keys->>'serialNumber' as key, data->>'status' as status from entity.appliance where search_text ilike $1)
        select (select json_agg(p) from (select r.* from found f join entity.appliance r on r.tenant_oid = f.tenant_oid and r.oid = f.oid order by f.key limit 50) p), (select count(*) from found)`,
        [`%${term}%`],
      )
      if (round > 1) times.push(performance.now() - from)
    }
  await client.end()
  return { id: 'L3 appliances, statement without isolation, p95', ours: quantile(times, 0.95), unit: 'ms' }
}
