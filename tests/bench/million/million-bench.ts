import { searchFilter } from '../../../renderer/data/filters/rsql.ts'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import type { ListAnswer } from '../../../schemas/plan.ts'
import { balanceRanks } from '../../../server/db/ddl/balance-ranks.ts'
import { openDatabase, type Database, type Queries } from '../../../server/db/database.ts'
import { catalogueOf } from '../../../server/entities/model/catalogue.ts'
import { listStatement, placeOf } from '../../../server/entities/list/list-statement.ts'
import { loadCaller } from '../../../server/policies/load-caller.ts'
import { testServer } from '../../support/service/postgres.ts'
import { startService, type RunningService } from '../../support/service/service.ts'
import type { Bench } from '../bench.ts'
import { median, quantile, type Figure } from '../figure.ts'
import { tenantOf } from '../list/plant.ts'
import { plantMillion, ROWS } from './plant-million.ts'

const OWNER = 'owner@demo.test'
const VAD = 'vad@demo.test'
const PAGE = 50
const ROUNDS = 120
const DEEP = ROWS / 2 / PAGE + 1

/** What people type who look for one device or a few: parts of serial numbers, labels, owners; and terms of one and two letters. */
const TERMS = ['0499127', '-0731245', '1432-00', '2207-0', '900-0123', 'X4-0123-', '31-08812', '0777777', '55512', '0000042']
/** What a large part of all devices has. */
const BROAD = ['SDX', 'rack', '21.4', '22.', '400', 'Stock']
const SHORT = ['s', 'sd', '22', 'x', 'r', 'q', 'zz', '7']

const search = (term: string): string => searchFilter(entitySchemas.appliance['x-search'], term) ?? ''
const BELOW: Record<string, Record<string, string>> = {
  'by serial number': {},
  'by model': { sort: 'model' },
  'by last change': { sort: '-updatedAt' },
  'one state': { condition: 'FilterStatusAssigned' },
  'a search': { filter: search('0499127') },
  'a search that finds all': { filter: search('SDX') },
}

/** BUDGETS L2 and L3: a million appliances of one platform, on PostgreSQL with row-level security. */
export const millionBench: Bench = {
  id: 'L2-L3',
  about: 'pages and searches of a million appliances',
  async run(tell) {
    const server = await testServer()
    const url = await server.createDatabase()
    const places: Places = { url, administratorUrl: server.administratorUrl(url) }
    const service = await startService({ env: { DATABASE_URL: url, SECRET_KEY: '01'.repeat(32) } })
    try {
      await plantMillion(places.administratorUrl, tell)
      const database = await openDatabase({ at: { url }, secretKey: Buffer.alloc(32, 1) })
      await balanceRanks(database)
      await database.close()
      return [...(await pages(service, tell)), ...(await searches(service, places, tell)), ...(await below(service, tell))]
    } finally {
      await service.dispose()
      await server.stop()
    }
  },
}

/** The database for its ordinary user and for the administrator. */
interface Places {
  url: string
  administratorUrl: string
}

/** Who calls, as what, and in which tenant. */
interface Asking {
  service: RunningService
  token: string
  /** @default 'platform' */
  tenantOid?: string
}

async function timed(
  { service, token, tenantOid = 'platform' }: Asking,
  query: Record<string, string>,
): Promise<{ ms: number; answer: ListAnswer }> {
  const from = performance.now()
  const response = await fetch(`${service.origin}/api/inventory/v1/appliances/${tenantOid}?${new URLSearchParams(query)}`, {
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
      const first = await timed({ service, token }, { ...query, page: '1', size: String(PAGE) })
      const far = await timed({ service, token }, { ...query, page: String(deep), size: String(PAGE) })
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

async function searches(service: RunningService, places: Places, tell: (step: string) => void): Promise<Figure[]> {
  const token = await service.token(OWNER)
  const figures: Figure[] = []
  for (const [name, terms] of [
    ['three letters and more', TERMS],
    ['what many rows have', BROAD],
    ['one and two letters', SHORT],
  ] as const) {
    const times: number[] = []
    for (let round = 0; round < 12; round++)
      for (const term of terms) {
        const { ms, answer } = await timed({ service, token }, { page: '1', size: String(PAGE), filter: search(term) })
        if (round === 0) tell(`'${term}': ${answer.meta.totalCount} rows, ${ms.toFixed(1)} ms`)
        if (round > 1) times.push(ms)
      }
    tell(`${name}: p50 ${quantile(times, 0.5).toFixed(1)} ms`)
    figures.push({ id: `L3 appliances, ${name}, p95`, ours: quantile(times, 0.95), unit: 'ms', budget: { of: 'ours', atMost: 10 } })
  }
  return [...figures, await isolation(places)]
}

/**
 * The service's own statements, in its role and as the administrator, for whom no row-level security holds; in turn, each on a
 * connection of its own: one that changes its role plans everything anew, which no service does.
 */
async function isolation(places: Places): Promise<Figure> {
  const open = (url: string): Promise<Database> => openDatabase({ at: { url }, secretKey: Buffer.alloc(32, 1), poolSize: 1 })
  const [database, owned] = await Promise.all([open(places.url), open(places.administratorUrl)])
  try {
    const caller = (await loadCaller(database, { mail: OWNER }))?.caller
    const tenant = caller?.memberships[0]?.tenant
    if (caller === undefined || tenant === undefined) throw new Error(`${OWNER} has no tenant`)
    const model = catalogueOf(database).model('appliance')
    const times = { ours: [] as number[], reference: [] as number[] }
    for (let round = 0; round < 12; round++)
      for (const term of TERMS) {
        const request = { tenant, page: 1, size: PAGE, filter: searchFilter(model.schema['x-search'], term) ?? '' }
        const parts = { caller, rights: caller.rightsOn(tenant), request }
        const run = async (queries: Queries): Promise<number> => {
          const from = performance.now()
          await listStatement(model, { ...parts, place: await placeOf(queries, model, parts) }).execute(queries)
          return performance.now() - from
        }
        const ours = await database.withScope(caller.scopes(), run)
        const reference = await owned.asOwner(run)
        if (round > 1) times.ours.push(ours)
        if (round > 1) times.reference.push(reference)
      }
    return {
      id: 'L3 appliances, with tenant isolation',
      ours: quantile(times.ours, 0.5),
      reference: quantile(times.reference, 0.5),
      unit: 'ms',
      budget: { of: 'ratio', atMost: 1.15 },
      note: 'reference: the same statements without row-level security; medians',
    }
  } finally {
    await Promise.all([database.close(), owned.close()])
  }
}

/** What a distributor with a quarter of all appliances waits for; told, for no budget is set. */
async function below(service: RunningService, tell: (step: string) => void): Promise<Figure[]> {
  const token = await service.token(VAD)
  const tenantOid = await tenantOf(service, VAD)
  const figures: Figure[] = []
  for (const [name, query] of Object.entries(BELOW)) {
    const times: number[] = []
    for (let round = 0; round < 25; round++) {
      const { ms, answer } = await timed({ service, token, tenantOid }, { page: '1', size: String(PAGE), ...query })
      if (round === 0) tell(`distributor, ${name}: ${answer.meta.totalCount} rows, ${ms.toFixed(1)} ms`)
      if (round > 4) times.push(ms)
    }
    figures.push({ id: `appliances of a distributor, ${name}, p95`, ours: quantile(times, 0.95), unit: 'ms' })
  }
  return figures
}
