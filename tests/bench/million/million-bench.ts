import { searchFilter } from '../../../renderer/data/filters/rsql.ts'
import { keepHouse } from '../../support/api/keep-house.ts'
import { openDatabase, type Database, type Queries } from '../../../server/db/database.ts'
import { catalogueOf } from '../../../server/entities/model/catalogue.ts'
import { listStatement, placeOf } from '../../../server/entities/list/list-statement.ts'
import { loadCaller } from '../../../server/policies/load-caller.ts'
import { testServer } from '../../support/service/postgres.ts'
import { startService, type RunningService } from '../../support/service/service.ts'
import type { Bench } from '../bench.ts'
import { median, quantile, type Figure } from '../figure.ts'
import { inTurns } from '../in-turns.ts'
import { tenantOf } from '../list/seed.ts'
import { PAGE } from './bare-query.ts'
import { searchFigures } from './search-figures.ts'
import { seedMillion, ROWS } from './seed-million.ts'
import { BROAD_TERMS, search, SELECTIVE_TERMS, SHORT_TERMS } from './terms.ts'
import { timedList } from './timed-list.ts'

const OWNER = 'owner@demo.test'
const VAD = 'vad@demo.test'
const ROUNDS = 120
/** Number of the page in the middle of the list. */
const MIDDLE_PAGE = ROWS / 2 / PAGE + 1

const DISTRIBUTOR_QUERIES: Record<string, Record<string, string>> = {
  'by serial number': {},
  'by model': { sort: 'model' },
  'by last change': { sort: '-updatedAt' },
  'one state': { condition: 'FilterStatusAssigned' },
  'a search': { filter: search('0499127') },
  'a search that finds all': { filter: search('SDX') },
}

/** BUDGETS L2 and L3: paging and searching in a million appliances, on PostgreSQL with row-level security. */
export const millionBench: Bench = {
  id: 'L2-L3',
  about: 'paging and searching in a million appliances',
  async run(showProgress) {
    const server = await testServer()
    const url = await server.createDatabase()
    const urls: DatabaseUrls = { url, administratorUrl: server.administratorUrl(url) }
    const service = await startService({ env: { DATABASE_URL: url, SECRET_KEY: '01'.repeat(32) } })
    try {
      await seedMillion(urls.administratorUrl, showProgress)
      const database = await openDatabase({ at: { url }, secretKey: Buffer.alloc(32, 1) })
      await keepHouse(database, 'list_ranks')
      await database.close()
      return [
        ...(await pageFigures(service, showProgress)),
        ...(await searchFigures({ service, token: await service.token(OWNER) }, urls.administratorUrl, showProgress)),
        await isolationFigure(urls),
        ...(await everythingFigures(service, showProgress)),
        ...(await distributorFigures(service, showProgress)),
      ]
    } finally {
      await service.dispose()
      await server.stop()
    }
  },
}

/** URLs of the same database for the user of the service and for the administrator. */
interface DatabaseUrls {
  url: string
  administratorUrl: string
}

/** Alternates between page 1 and a page in the middle, so that a busy machine slows down both. */
async function pageFigures(service: RunningService, showProgress: (step: string) => void): Promise<Figure[]> {
  const token = await service.token(OWNER)
  const figures: Figure[] = []
  for (const [name, query] of [
    ['all', {}],
    ['tab', { condition: 'FilterStatusInstock' }],
    ['descending', { sort: '-serialNumber' }],
  ] as const) {
    const times = { first: [] as number[], middle: [] as number[] }
    const middlePage = name === 'tab' ? Math.floor(MIDDLE_PAGE / 2) : MIDDLE_PAGE
    for (let round = 0; round < ROUNDS + 10; round++) {
      const first = await timedList({ service, token }, { ...query, page: '1', size: String(PAGE) })
      const middle = await timedList({ service, token }, { ...query, page: String(middlePage), size: String(PAGE) })
      if (middle.page.data.length !== PAGE) throw new Error('the page in the middle is not full')
      if (round >= 10) {
        times.first.push(first.ms)
        times.middle.push(middle.ms)
      }
    }
    showProgress(`${name}: page 1 ${median(times.first).toFixed(1)} ms, page ${middlePage} ${median(times.middle).toFixed(1)} ms`)
    figures.push({
      id: `L2 appliances, ${name}, row ${((middlePage - 1) * PAGE).toLocaleString('en')}`,
      ours: median(times.middle),
      reference: median(times.first),
      unit: 'ms',
      budget: { of: 'ratio', atMost: 1.3 },
      note: 'reference: page 1',
    })
  }
  return figures
}

/** Most that the answer of the search over all entities may take. */
const EVERYTHING_MS = 100

/** The search over all entities, of which one has a million records; names of the other entities are looked for besides. */
async function everythingFigures(service: RunningService, showProgress: (step: string) => void): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const mail of [OWNER, VAD]) {
    const token = await service.token(mail)
    const tenantOid = mail === OWNER ? 'platform' : await tenantOf(service, mail)
    const times: number[] = []
    for (let round = 0; round < 8; round++)
      for (const term of [
        ...SELECTIVE_TERMS,
        ...BROAD_TERMS,
        ...SHORT_TERMS.filter((each) => each.length > 1),
        'gmbh',
        'buro',
        'nobody at all',
      ]) {
        const start = performance.now()
        const response = await fetch(`${service.origin}/api/v1/search?${new URLSearchParams({ term, tenantOid })}`, {
          headers: { authorization: `Bearer ${token}` },
        })
        const { data } = (await response.json()) as { data: { entity: string }[] }
        const ms = performance.now() - start
        if (!response.ok) throw new Error(`${response.status} for '${term}'`)
        if (round === 0) showProgress(`${mail} '${term}': ${data.map(({ entity }) => entity).join(', ')}, ${ms.toFixed(1)} ms`)
        if (round > 1) times.push(ms)
      }
    showProgress(`${mail}: p50 ${quantile(times, 0.5).toFixed(1)} ms`)
    figures.push({
      id: `search over everything, ${mail === OWNER ? 'platform owner' : 'distributor'}, p95`,
      ours: quantile(times, 0.95),
      unit: 'ms',
      budget: { of: 'ours', atMost: EVERYTHING_MS },
    })
  }
  return figures
}

/**
 * Runs the list statements of the service as its database user and as the administrator, who bypasses row-level security. The two
 * alternate, each on its own connection: switching the role of a connection would discard its cached query plans.
 */
async function isolationFigure(urls: DatabaseUrls): Promise<Figure> {
  const open = (url: string): Promise<Database> => openDatabase({ at: { url }, secretKey: Buffer.alloc(32, 1), poolSize: 1 })
  const [database, administratorDatabase] = await Promise.all([open(urls.url), open(urls.administratorUrl)])
  try {
    const caller = (await loadCaller(database, { mail: OWNER }))?.caller
    const tenant = caller?.memberships[0]?.tenant
    if (caller === undefined || tenant === undefined) throw new Error(`${OWNER} has no tenant`)
    const model = catalogueOf(database).model('appliance')
    const times = { ours: [] as number[], reference: [] as number[] }
    for (let round = 0; round < 12; round++)
      for (const term of SELECTIVE_TERMS) {
        const request = { tenant, page: 1, size: PAGE, filter: searchFilter(model.schema['x-search'], term) ?? '' }
        const parts = { caller, rights: caller.rightsOn(tenant), request }
        const run = async (queries: Queries): Promise<number> => {
          const start = performance.now()
          await listStatement(model, { ...parts, place: await placeOf(queries, model, parts) }).execute(queries)
          return performance.now() - start
        }
        const { ours, reference } = await inTurns(round, {
          ours: () => database.withScope(caller.scopes(), run),
          reference: () => administratorDatabase.asOwner(run),
        })
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
    await Promise.all([database.close(), administratorDatabase.close()])
  }
}

/** Response times for a distributor that owns a quarter of all appliances; for information only, there is no budget. */
async function distributorFigures(service: RunningService, showProgress: (step: string) => void): Promise<Figure[]> {
  const token = await service.token(VAD)
  const tenantOid = await tenantOf(service, VAD)
  const figures: Figure[] = []
  for (const [name, query] of Object.entries(DISTRIBUTOR_QUERIES)) {
    const times: number[] = []
    for (let round = 0; round < 25; round++) {
      const { ms, page } = await timedList({ service, token, tenantOid }, { page: '1', size: String(PAGE), ...query })
      if (round === 0) showProgress(`distributor, ${name}: ${page.meta.totalCount} rows, ${ms.toFixed(1)} ms`)
      if (round > 4) times.push(ms)
    }
    figures.push({ id: `appliances of a distributor, ${name}, p95`, ours: quantile(times, 0.95), unit: 'ms' })
  }
  return figures
}
