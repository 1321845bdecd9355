import { contains, searchFilter } from '../../../renderer/data/filters/rsql.ts'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import { keepHouse } from '../../support/api/keep-house.ts'
import { openDatabase } from '../../../server/db/database.ts'
import { runSql } from '../../support/service/administrator.ts'
import { testServer, type TestServer } from '../../support/service/postgres.ts'
import { startService, type RunningService } from '../../support/service/service.ts'
import type { Bench } from '../bench.ts'
import { tenantOf } from '../list/seed.ts'
import { quantile, type Figure } from '../figure.ts'
import { DISTRIBUTOR, seedTree } from './seed-tree.ts'

const OWNER = 'owner@demo.test'
const DEMO_DISTRIBUTOR = 'vad@demo.test'
/** Calls per side, after those that warm up; the two sides alternate, so that a busy machine slows down both. */
const ROUNDS = 60
const WARM_UP = 10

/** A call that is made on both trees. */
interface TreeCall {
  name: string
  path: string
}

const list = (route: string, query: Record<string, string>): string =>
  `${route}?${new URLSearchParams({ page: '1', size: '10', ...query })}`
const search = (entity: 'customer' | 'partner' | 'user-role' | 'appliance', term: string): string =>
  searchFilter(entitySchemas[entity]['x-search'], term) ?? ''

interface Terms {
  /** Is in the names of many tenants. */
  term: string
  /** Is in the names or addresses of many people. */
  person: string
}

/** The calls of somebody who works in a tenant with the whole tree, or a part of it, below. */
function callsOf(tenantOid: string, { term, person }: Terms): TreeCall[] {
  const partners = { parentTenantOid: tenantOid }
  return [
    { name: 'context', path: `/api/user/v2/context?tenantOid=${tenantOid}` },
    { name: 'rights on a resource', path: `/api/user/v2/context?tenantOid=${tenantOid}&resource=customers` },
    { name: 'picker', path: '/api/user/v2/tenants?page=0&size=10' },
    {
      name: 'picker, a name',
      path: `/api/user/v2/tenants?${new URLSearchParams({ page: '0', size: '10', filter: contains('name', term) })}`,
    },
    { name: 'tenants', path: list('/api/v1/tenants', { tenantOid }) },
    { name: 'partners', path: list('/api/v1/partners', partners) },
    { name: 'partners, a search', path: list('/api/v1/partners', { ...partners, filter: search('partner', term) }) },
    { name: 'customers', path: list('/api/v1/customers', partners) },
    { name: 'customers, a search', path: list('/api/v1/customers', { ...partners, filter: search('customer', term) }) },
    { name: 'people', path: list('/api/v1/userroles', partners) },
    { name: 'people, a search', path: list('/api/v1/userroles', { ...partners, filter: search('user-role', person) }) },
    { name: 'appliances', path: list(`/api/inventory/v1/appliances/${tenantOid}`, {}) },
    { name: 'appliances, a search', path: list(`/api/inventory/v1/appliances/${tenantOid}`, { filter: search('appliance', '-0012') }) },
  ]
}

/** A tree of 100,000 tenants compared with the demo tree of some 260, by the owner of the platform and by a distributor. */
export const treeBench: Bench = {
  id: 'TREE',
  about: 'picker, rights, lists and searches in a tree of 100,000 tenants, compared with the demo tree',
  async run(showProgress) {
    const server = await testServer()
    const large = await startOn(server, (url) => seedTree(url, showProgress))
    const demo = await startOn(server, async () => undefined)
    try {
      const figures: Figure[] = []
      for (const [who, mails] of Object.entries({ owner: [OWNER, OWNER], distributor: [DISTRIBUTOR, DEMO_DISTRIBUTOR] } as const)) {
        const [ours, theirs] = await Promise.all([
          sideOf(large, mails[0], { term: 'Harbour', person: 'Harbour' }),
          sideOf(demo, mails[1], { term: 'GmbH', person: 'gmbh' }),
        ])
        for (const [index, { name }] of ours.calls.entries()) {
          const times: [ours: number[], theirs: number[]] = [[], []]
          for (let round = -WARM_UP; round < ROUNDS; round++)
            for (const [at, side] of [ours, theirs].entries()) {
              const ms = await timed(side, index)
              if (round >= 0) times[at]?.push(ms)
            }
          const [one, other] = times.map((side) => ({ p50: quantile(side, 0.5), p95: quantile(side, 0.95) }))
          if (one === undefined || other === undefined) continue
          showProgress(`${who}, ${name}: p50 ${one.p50.toFixed(1)} ms, in the demo tree ${other.p50.toFixed(1)} ms`)
          figures.push({
            id: `TREE ${who}, ${name}, p95`,
            ours: one.p95,
            reference: other.p95,
            unit: 'ms',
            budget: { of: 'ratio', atMost: 1.5 },
          })
        }
      }
      return figures
    } finally {
      await large.dispose()
      await demo.dispose()
      await server.stop()
    }
  },
}

async function startOn(server: TestServer, seed: (administratorUrl: string) => Promise<void>): Promise<RunningService> {
  const url = await server.createDatabase()
  const service = await startService({ env: { DATABASE_URL: url, SECRET_KEY: '01'.repeat(32) } })
  await seed(server.administratorUrl(url))
  const database = await openDatabase({ at: { url }, secretKey: Buffer.alloc(32, 1) })
  await keepHouse(database, 'list_ranks')
  await database.close()
  await runSql(server.administratorUrl(url), 'vacuum analyze')
  return service
}

interface Side {
  origin: string
  headers: Record<string, string>
  calls: TreeCall[]
}

async function timed({ origin, headers, calls }: Side, index: number): Promise<number> {
  const start = performance.now()
  const response = await fetch(`${origin}${calls[index]?.path ?? ''}`, { headers })
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status} at ${calls[index]?.path}: ${text.slice(0, 300)}`)
  return performance.now() - start
}

async function sideOf(service: RunningService, mail: string, terms: Terms): Promise<Side> {
  const headers = { authorization: `Bearer ${await service.token(mail)}` }
  return { origin: service.origin, headers, calls: callsOf(await tenantOf(service, mail), terms) }
}
