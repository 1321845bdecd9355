import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PlanItem } from '../../../schemas/plan.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { testServer } from '../../support/service/postgres.ts'
import { startService, type RunningService } from '../../support/service/service.ts'
import type { Bench } from '../bench.ts'
import { median, type Figure } from '../figure.ts'
import { numbers, plant, tenantOf } from '../list/plant.ts'
import { plantPages } from './plant-pages.ts'

const SMALL = 50
const ROWS = 1_000
/** A database plans a statement anew for its first five calls on a connection, then once for all. */
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

/** A list of the service, and how the largest page of it is asked for. */
interface ListRoute {
  path: string
  parameters: Parameter[]
  size: Parameter
}

/** Every route that answers a page of as many records as the caller wants, from the service's own description of itself. */
const routes: ListRoute[] = Object.entries(paths).flatMap(([path, { get }]) => {
  const parameters = get?.parameters ?? []
  const size = parameters.find(({ name, in: where }) => where === 'query' && (name === 'size' || name === 'limit'))
  return size === undefined ? [] : [{ path, parameters, size }]
})

/** BUDGETS L4: what the largest page of every list costs against a small one of the same list, statements prepared and planned for all. */
export const pagesBench: Bench = {
  id: 'L4',
  about: 'the largest page of every list against a small one',
  async run(tell) {
    return [...(await onPostgres(tell)), ...(await embedded(tell))]
  },
}

async function onPostgres(tell: (step: string) => void): Promise<Figure[]> {
  const server = await testServer()
  const url = await server.createDatabase()
  const service = await startService({ env: { DATABASE_URL: url, SECRET_KEY: KEY } })
  try {
    return await measure({ place: 'postgres', service, at: { url }, tell })
  } finally {
    await service.dispose()
    await server.stop()
  }
}

async function embedded(tell: (step: string) => void): Promise<Figure[]> {
  const service = await startService({ env: { SECRET_KEY: KEY } })
  try {
    return await measure({ place: 'embedded', service, at: { dataDir: join(service.dataDir, 'database') }, tell })
  } finally {
    await service.dispose()
  }
}

interface Side {
  place: string
  service: RunningService
  at: Parameters<typeof plantPages>[0]
  tell: (step: string) => void
}

async function measure({ place, service, at, tell }: Side): Promise<Figure[]> {
  tell(`${place}: planting ${ROWS} records of every kind`)
  const customerOid = await tenantOf(service, 'customer@demo.test')
  await plant(service, { mail: OWNER, tenantOid: 'platform' }, numbers(ROWS).flatMap(people))
  await service.end()
  await plantPages(at, { customerOid, rows: ROWS, secretKey: Buffer.from(KEY, 'hex') })
  await service.restart()
  const boxes = (await answerOf(service, '/api/v1/edgeBoxes?size=1000', customerOid)).data as Rec[]
  const siteOid = mostFrequent(boxes.map(({ site }) => String(site)))
  const figures: Figure[] = []
  for (const route of routes) {
    tell(`${place}: ${route.path}`)
    figures.push({ id: `L4 ${place}, ${route.path}`, ...(await measureRoute(service, route, { customerOid, siteOid })) })
  }
  return figures
}

/** A partner, a customer and a person, each with what belongs to it. */
function people(at: number): PlanItem[] {
  const contact = { contactName: 'Ann', contactEmail: `ann${at}@example.test` }
  const msp = { type: 'msp', parentOid: 'platform', name: `Partner ${at}`, ...contact }
  const customer = { type: 'managed_customer', parentOid: `@msp${at}`, name: `Customer ${at}`, ...contact }
  return [
    { entity: 'partner', action: 'create', ref: `msp${at}`, changes: msp },
    { entity: 'customer', action: 'create', changes: customer },
    { entity: 'user-role', action: 'create', changes: { tenantOid: 'platform', mail: `person${at}@example.test`, role: 'viewer' } },
  ]
}

interface Names {
  customerOid: string
  siteOid: string
}

async function measureRoute(service: RunningService, route: ListRoute, names: Names): Promise<Omit<Figure, 'id'>> {
  const most = Math.min(route.size.schema.maximum ?? ROWS, ROWS)
  const ask = async (size: number): Promise<{ ms: number; rows: number }> => {
    const from = performance.now()
    const { data } = await answerOf(service, addressOf(route, size, names), names.customerOid)
    return { ms: performance.now() - from, rows: data.length }
  }
  for (let call = 0; call < WARM_CALLS; call++) for (const size of [SMALL, most]) await ask(size)
  const times = { small: [] as number[], large: [] as number[] }
  let rows = { small: 0, large: 0 }
  for (let call = 0; call < CALLS; call++) {
    const [small, large] = [await ask(SMALL), await ask(most)]
    times.small.push(small.ms)
    times.large.push(large.ms)
    rows = { small: small.rows, large: large.rows }
  }
  return {
    ours: median(times.large),
    reference: median(times.small),
    unit: 'ms',
    note: `${rows.large} rows against ${rows.small}`,
    ...(rows.large > rows.small && { budget: { of: 'ratio', atMost: Math.round((10 * work(rows.large)) / work(rows.small)) / 10 } }),
  }
}

function mostFrequent(values: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? ''
}

const work = (rows: number): number => rows * Math.log2(rows)

function addressOf({ path, parameters, size }: ListRoute, rows: number, { siteOid }: Names): string {
  const query = new URLSearchParams({ [size.name]: String(rows) })
  for (const { name, in: where } of parameters) if (where === 'query' && /^(parentT|t)enantOid$/.test(name)) query.set(name, 'platform')
  const named = path.replace('{tenantOid}', 'platform').replace('{theme}', 'Partners')
  return `${named.replace('{oid}', path.startsWith('/api/v1/sites/') ? siteOid : 'teleEngine')}?${query}`
}

async function answerOf(service: RunningService, address: string, customerOid: string): Promise<{ data: unknown[] }> {
  const answer = await service.call(OWNER, address, { headers: { 'x-overlay-oid': customerOid } })
  const body = (await answer.json()) as { data: unknown[] }
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${JSON.stringify(body).slice(0, 300)}`)
  return body
}
