import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PlanItem } from '../../../schemas/plan.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { testServer } from '../../support/service/postgres.ts'
import { startService, type RunningService } from '../../support/service/service.ts'
import type { Bench } from '../bench.ts'
import { median, type Figure } from '../figure.ts'
import { numbers, seed, tenantOf } from '../list/seed.ts'
import { seedPages } from './seed-pages.ts'

const SMALL = 50
const ROWS = 1_000
/** PostgreSQL plans a prepared statement on each of its first five calls on a connection, and may reuse a generic plan after that. */
const WARM_CALLS = 12
const CALLS = 7
const OWNER = 'owner@demo.test'
const KEY = '01'.repeat(32)

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  schema: { maximum?: number }
}
const { paths } = JSON.parse(readFileSync(new URL('../../../docs/generated/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, { get?: { parameters?: Parameter[] } }>
}

/** A list route of the service. */
interface ListRoute {
  path: string
  parameters: Parameter[]
  /** The query parameter for the page size. */
  size: Parameter
}

/** Every route of the OpenAPI document whose page size the caller can choose. */
const routes: ListRoute[] = Object.entries(paths).flatMap(([path, { get }]) => {
  const parameters = get?.parameters ?? []
  const size = parameters.find(({ name, in: where }) => where === 'query' && (name === 'size' || name === 'limit'))
  return size === undefined ? [] : [{ path, parameters, size }]
})

/** BUDGETS L4: response time for the largest page of every list, compared with a small page of the same list, after the statements are planned. */
export const pagesBench: Bench = {
  id: 'L4',
  about: 'the largest page of every list, compared with a small one',
  async run(showProgress) {
    return [...(await onPostgres(showProgress)), ...(await embedded(showProgress))]
  },
}

async function onPostgres(showProgress: (step: string) => void): Promise<Figure[]> {
  const server = await testServer()
  const url = await server.createDatabase()
  const service = await startService({ env: { DATABASE_URL: url, SECRET_KEY: KEY } })
  try {
    return await measure({ databaseName: 'postgres', service, at: { url }, showProgress })
  } finally {
    await service.dispose()
    await server.stop()
  }
}

async function embedded(showProgress: (step: string) => void): Promise<Figure[]> {
  const service = await startService({ env: { SECRET_KEY: KEY } })
  try {
    return await measure({ databaseName: 'embedded', service, at: { dataDir: join(service.dataDir, 'database') }, showProgress })
  } finally {
    await service.dispose()
  }
}

interface MeasureOptions {
  databaseName: string
  service: RunningService
  at: Parameters<typeof seedPages>[0]
  showProgress: (step: string) => void
}

async function measure({ databaseName, service, at, showProgress }: MeasureOptions): Promise<Figure[]> {
  showProgress(`${databaseName}: seeding ${ROWS} records of every entity`)
  const customerOid = await tenantOf(service, 'customer@demo.test')
  await seed(service, { mail: OWNER, tenantOid: 'platform' }, numbers(ROWS).flatMap(tenantsAndUser))
  await service.end()
  await seedPages(at, { customerOid, rows: ROWS, secretKey: Buffer.from(KEY, 'hex') })
  await service.restart()
  const boxes = (await fetchJson(service, '/api/v1/edgeBoxes?size=1000', customerOid)).data as Rec[]
  const siteOid = mostFrequent(boxes.map(({ site }) => String((site as Rec)['id'])))
  const figures: Figure[] = []
  for (const route of routes) {
    showProgress(`${databaseName}: ${route.path}`)
    figures.push({ id: `L4 ${databaseName}, ${route.path}`, ...(await measureRoute(service, route, { customerOid, siteOid })) })
  }
  return figures
}

/** A partner, a customer of that partner, and a user. */
function tenantsAndUser(number: number): PlanItem[] {
  const contact = { contactName: 'Ann', contactEmail: `ann${number}@example.test` }
  const msp = { type: 'msp', parentOid: 'platform', name: `Partner ${number}`, ...contact }
  const customer = { type: 'managed_customer', parentOid: `@msp${number}`, name: `Customer ${number}`, ...contact }
  return [
    { entity: 'partner', action: 'create', ref: `msp${number}`, changes: msp },
    { entity: 'customer', action: 'create', changes: customer },
    { entity: 'user-role', action: 'create', changes: { tenantOid: 'platform', mail: `person${number}@example.test`, role: 'viewer' } },
  ]
}

/** Ids that take the place of path parameters. */
interface PathIds {
  customerOid: string
  siteOid: string
}

async function measureRoute(service: RunningService, route: ListRoute, ids: PathIds): Promise<Omit<Figure, 'id'>> {
  const largestSize = Math.min(route.size.schema.maximum ?? ROWS, ROWS)
  const fetchPage = async (size: number): Promise<{ ms: number; rows: number }> => {
    const start = performance.now()
    const { data } = await fetchJson(service, addressOf(route, size, ids), ids.customerOid)
    return { ms: performance.now() - start, rows: data.length }
  }
  for (let call = 0; call < WARM_CALLS; call++) for (const size of [SMALL, largestSize]) await fetchPage(size)
  const times = { small: [] as number[], large: [] as number[] }
  let rows = { small: 0, large: 0 }
  for (let call = 0; call < CALLS; call++) {
    const [small, large] = [await fetchPage(SMALL), await fetchPage(largestSize)]
    times.small.push(small.ms)
    times.large.push(large.ms)
    rows = { small: small.rows, large: large.rows }
  }
  return {
    ours: median(times.large),
    reference: median(times.small),
    unit: 'ms',
    note: `${rows.large} rows compared with ${rows.small}`,
    ...(rows.large > rows.small && {
      budget: { of: 'ratio', atMost: Math.round((10 * sortCost(rows.large)) / sortCost(rows.small)) / 10 },
    }),
  }
}

function mostFrequent(values: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? ''
}

/** Cost of a page that grows with sorting: n log n. */
const sortCost = (rows: number): number => rows * Math.log2(rows)

function addressOf({ path, parameters, size }: ListRoute, rows: number, { siteOid }: PathIds): string {
  const query = new URLSearchParams({ [size.name]: String(rows) })
  for (const { name, in: where } of parameters) if (where === 'query' && /^(parentT|t)enantOid$/.test(name)) query.set(name, 'platform')
  const pathWithIds = path.replace('{tenantOid}', 'platform').replace('{theme}', 'Partners')
  return `${pathWithIds.replace('{oid}', path.startsWith('/api/v1/sites/') ? siteOid : 'teleEngine')}?${query}`
}

async function fetchJson(service: RunningService, address: string, customerOid: string): Promise<{ data: unknown[] }> {
  const response = await service.call(OWNER, address, { headers: { 'x-overlay-oid': customerOid } })
  const body = (await response.json()) as { data: unknown[] }
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${JSON.stringify(body).slice(0, 300)}`)
  return body
}
