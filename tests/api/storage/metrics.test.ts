import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiWorld, places, OWNER, type ApiWorld } from '../../support/api/api-world.ts'
import { wholeService, type WholeService } from '../../support/api/whole-service.ts'

describe.each(places)('the metrics of a service on %s', (place) => {
  let world: ApiWorld
  let service: WholeService
  let token = ''
  beforeAll(async () => {
    world = await apiWorld(place, { distributed: false })
    const registry = new Registry()
    world.database.activity.registerIn(registry)
    service = await wholeService(world.database, {}, { registry })
    token = await service.token(OWNER)
    await service.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await service.close()
    await world.dispose()
  })

  const headers = () => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' })
  const metrics = async (): Promise<string> => (await service.app.inject('/metrics')).body
  const value = async (line: string): Promise<number> => {
    const found = (await metrics()).split('\n').find((one) => one.startsWith(`${line} `))
    return found === undefined ? Number.NaN : Number(found.slice(line.length + 1))
  }
  /** How much each line has grown; the metrics of plans are those of the process. */
  const growth = async (work: () => Promise<void>, ...lines: string[]): Promise<number[]> => {
    const before = await Promise.all(lines.map(value))
    await work()
    return (await Promise.all(lines.map(value))).map((now, at) => now - (before[at] ?? 0))
  }
  const partner = (name: string) => ({ parentOid: 'platform', name, type: 'msp', contactName: 'C', contactEmail: 'c@world.test' })
  const plan = (source: string, names: readonly string[]) => ({
    source,
    tenantOid: 'all',
    items: names.map((name) => ({ entity: 'partner', action: 'create', changes: partner(name) })),
  })
  const send = (payload: object, url = '/api/v1/plans') => service.app.inject({ method: 'POST', url, headers: headers(), payload })

  it('show plans by outcome, with their items', async () => {
    const calls = async (): Promise<void> => {
      expect((await send(plan('bulk', ['Counted 1', 'Counted 2']), '/api/v1/plans?dryRun=true')).statusCode).toBe(200)
      expect((await send(plan('editor', ['Counted 3']))).statusCode).toBe(200)
      expect((await send(plan('editor', ['Counted 3']))).statusCode).toBeGreaterThanOrEqual(400)
    }
    const lines = ['plan_items_sum{kind="bulk",dry_run="true"}', 'plan_seconds_count{kind="editor",dry_run="false"}']
    const outcomes = ['checked', 'applied', 'refused', 'failed'].map((outcome) => `plans_total{outcome="${outcome}"}`)
    expect(await growth(calls, ...lines, ...outcomes)).toEqual([2, 2, 1, 1, 1, 0])
  })

  it('show ends of transactions, the limit of connections and that no request is left', async () => {
    expect(await value('database_statements_total{statement="commit"}')).toBeGreaterThan(0)
    expect(await value('database_connections_max{pool="primary"}')).toBe(place === 'embedded' ? 1 : 20)
    await expect.poll(() => value('http_requests_in_flight')).toBe(0)
  })

  it('count a call whose answer is repeated, but not its items', async () => {
    const repeated = { method: 'POST', url: '/api/v1/plans', payload: plan('inline', ['Counted 4']) } as const
    const calls = async (): Promise<void> => {
      for (let times = 0; times < 2; times++) {
        const { statusCode } = await service.app.inject({ ...repeated, headers: { ...headers(), 'idempotency-key': 'again' } })
        expect(statusCode).toBe(200)
      }
    }
    expect(await growth(calls, 'plans_total{outcome="repeated"}', 'plan_items_sum{kind="inline",dry_run="false"}')).toEqual([1, 1])
  })

  it('tell of an import that is under way, also when its client has gone', async () => {
    await world.database.asOwner(async (queries) => {
      await sql
        .raw(`create function public.dawdle() returns trigger language plpgsql as $$ begin perform pg_sleep(0.5); return new; end $$`)
        .execute(queries)
      await sql`create trigger dawdle before insert on journal for each row execute function public.dawdle()`.execute(queries)
    })
    const { port } = service.app.server.address() as AddressInfo
    const call = request({ port, host: '127.0.0.1', method: 'POST', path: '/api/v1/plans', headers: headers() })
    call.on('error', () => undefined)
    const importing = async (): Promise<void> => {
      call.end(JSON.stringify(plan('import', ['Counted 5'])))
      await expect.poll(() => value('imports_running')).toBe(1)
      call.destroy()
      await new Promise((closed) => call.once('close', closed))
      await expect.poll(() => value('http_requests_in_flight')).toBe(0)
      await expect.poll(() => value('imports_running'), { timeout: 5_000 }).toBe(0)
    }
    // A write that has begun is completed.
    expect(await growth(importing, 'plan_items_count{kind="import",dry_run="false"}', 'plans_total{outcome="applied"}')).toEqual([1, 1])
  })

  it('show what caches remember, and whether that helps', async () => {
    const list = async (): Promise<void> => {
      expect((await service.app.inject({ url: '/api/v1/partners', headers: headers() })).statusCode).toBe(200)
    }
    await list()
    const lines = ['callers', 'tokens', 'rights', 'statement_names'].map((name) => `cache_hits_total{cache="${name}"}`)
    const hits = await growth(list, ...lines)
    expect(hits.every((more) => more > 0)).toBe(true)
    expect(await growth(list, 'cache_misses_total{cache="tokens"}')).toEqual([0])
    // Other suites of the process have their tokens in it, too.
    expect(await value('cache_entries{cache="tokens"}')).toBeGreaterThan(0)
    expect(await value('cache_max_entries{cache="callers"}')).toBe(5_000)
  })

  it('name no person, no address and no record', async () => {
    expect(await metrics()).not.toMatch(/Counted|world\.test|platform/)
  })
})
