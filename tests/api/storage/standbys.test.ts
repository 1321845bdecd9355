import { setTimeout as sleep } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { ApiWorld } from '../../support/api/api-world.ts'
import { wholeService } from '../../support/api/whole-service.ts'
import { startStandbyWorld, type StandbyWorld } from '../../support/service/standbys.ts'

const MAX_LAG_MS = 1_500
const [READER, WRITER] = ['reader@world.test', 'writer@world.test']

// Servers of its own: the standby is a copy of everything that a server has.
describe('reads of copies of the service with a standby', () => {
  let world: StandbyWorld
  let one: ApiWorld
  let two: ApiWorld
  beforeAll(async () => {
    world = await startStandbyWorld({ standbys: 1, copies: 2, maxLagMs: MAX_LAG_MS })
    ;[one, two] = world.copies as [ApiWorld, ApiWorld]
    for (const mail of [READER, WRITER]) await world.elsewhere.grant(mail, 'platform', 'sa')
    await world.untilAsked(1)
  })
  afterAll(() => world.stop())
  afterEach(async () => {
    await world.on(standby(), 'select pg_wal_replay_resume()')
    await world.untilAsked(1)
  })
  const standby = () => world.standbys[0] ?? expect.fail('there is no standby')
  const create = async (copy: ApiWorld, name: string, as: string): Promise<void> => {
    const record = { parentOid: 'platform', type: 'msp', name, contactName: name, contactEmail: 'partner@world.test', createAdmin: false }
    const { status } = await copy.call('POST', '/api/v1/partners', { as, body: { data: [record] } })
    expect(status).toBe(201)
  }
  const list = async (copy: ApiWorld, as: string, headers: Record<string, string> = {}) => {
    const answer = await copy.call('GET', '/api/v1/partners?size=100', { as, headers })
    expect(answer.status).toBe(200)
    return { names: answer.body.data.map(({ name }) => name), position: String(answer.headers['x-read-position']) }
  }
  /** From now on the standby shows what both have seen. */
  const pauseReplay = async (): Promise<void> => {
    for (const copy of [one, two]) for (const mail of [READER, WRITER]) await list(copy, mail)
    await settled()
    for (const copy of [one, two]) for (const mail of [READER, WRITER]) await list(copy, mail)
    await world.pauseReplay(standby())
  }
  const settled = () => world.untilCaughtUp(standby())

  it('show own writes at once on each copy, and those of others after READ_MAX_LAG at the latest', async () => {
    await pauseReplay()
    await create(one, 'Of the writer', WRITER)
    expect((await list(one, WRITER)).names).toContain('Of the writer')
    expect((await list(two, WRITER)).names).toContain('Of the writer')
    // That somebody else does not see it yet proves that the standby answers.
    expect((await list(one, READER)).names).not.toContain('Of the writer')
    expect((await list(two, READER)).names).not.toContain('Of the writer')
    await sleep(MAX_LAG_MS)
    expect((await list(one, READER)).names).toContain('Of the writer')
    expect((await list(two, READER)).names).toContain('Of the writer')
  })

  it('never go back, on one copy, and on another for a client that sends the position along', async () => {
    await pauseReplay()
    await create(one, 'Seen', WRITER)
    // A single record is read on the primary.
    const { body } = await world.elsewhere.call('GET', '/api/v1/partners?size=100')
    const { oid } = body.data.find(({ name }) => name === 'Seen') as Rec
    const { headers } = await one.call('GET', `/api/v1/partners/${String(oid)}`, { as: READER })
    expect((await list(two, READER)).names).not.toContain('Seen')
    expect((await list(one, READER)).names).toContain('Seen')
    expect((await list(two, READER, { 'x-read-position': String(headers['x-read-position']) })).names).toContain('Seen')
  })

  it('are measured by who answered, and the standby by the age of its data', async () => {
    const registry = new Registry()
    one.database.activity.registerIn(registry)
    const value = async (pattern: RegExp): Promise<number> => Number(pattern.exec(await registry.metrics())?.[1])
    const byStandby = (): Promise<number> => value(/^standby_reads_total\{where="standby",reason="none"\} (\d+)$/m)
    const byPrimary = (): Promise<number> => value(/^standby_reads_total\{where="primary",reason="behind"\} (\d+)$/m)
    const lag = (): Promise<number> => value(new RegExp(`^standby_lag_seconds\\{server="127.0.0.1:${standby().port}"\\} (.+)$`, 'm'))
    await pauseReplay()
    const [standbyBefore, primaryBefore] = [await byStandby(), await byPrimary()]
    await list(one, READER)
    expect([(await byStandby()) - standbyBefore, (await byPrimary()) - primaryBefore]).toEqual([1, 0])
    await create(one, 'Measured', WRITER)
    await list(one, WRITER)
    expect([(await byStandby()) - standbyBefore, (await byPrimary()) - primaryBefore]).toEqual([1, 1])
    // The lag goes on growing where it can no longer be told exactly.
    await expect.poll(lag, { timeout: 4 * MAX_LAG_MS }).toBeGreaterThan((2.2 * MAX_LAG_MS) / 1000)
    expect(await lag()).toBeLessThan(60)
    expect(await registry.metrics()).toContain(`standby_up{server="127.0.0.1:${standby().port}"} 1`)
    expect(await registry.metrics()).toContain(`standby_is_primary{server="127.0.0.1:${standby().port}"} 0`)
    expect(await registry.metrics()).toContain(`standby_is_primary{server="127.0.0.1:${world.primary.port}"} 1`)
    expect(await registry.metrics()).toContain(`database_connections_max{pool="127.0.0.1:${standby().port}"} 10`)
  })

  it('know rights that were taken away at the next request', async () => {
    const mail = 'leaver@world.test'
    await world.elsewhere.grant(mail, 'platform', 'sa')
    await list(one, mail)
    await settled()
    await world.pauseReplay(standby())
    await list(one, mail)
    await world.elsewhere.revoke(mail)
    expect((await one.call('GET', '/api/v1/partners', { as: mail })).status).toBe(403)
  })

  it('are those of signed-in people, too, whose rights and writes hold at once', async () => {
    const mail = 'signed-in@world.test'
    await world.elsewhere.grant(mail, 'platform', 'sa')
    const service = await wholeService(one.database)
    const headers = { authorization: `Bearer ${await service.token(mail)}` }
    const url = '/api/v1/partners?size=100'
    const names = async (): Promise<string[]> =>
      (await service.app.inject({ url, headers })).json<{ data: { name: string }[] }>().data.map(({ name }) => name)
    await names()
    await settled()
    await world.pauseReplay(standby())
    await names()
    await create(two, 'Of somebody else', WRITER)
    expect(await names()).not.toContain('Of somebody else')
    const record = {
      parentOid: 'platform',
      type: 'msp',
      name: 'My own',
      contactName: 'My',
      contactEmail: 'my@world.test',
      createAdmin: false,
    }
    // Over the network, where the body arrives later than the head.
    const origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
    const body = new ReadableStream<Uint8Array>({
      async start(stream) {
        await sleep(50)
        stream.enqueue(new TextEncoder().encode(JSON.stringify({ data: [record] })))
        stream.close()
      },
    })
    const json = { ...headers, 'content-type': 'application/json' }
    expect((await fetch(`${origin}/api/v1/partners`, { method: 'POST', headers: json, body, duplex: 'half' } as RequestInit)).status).toBe(
      201,
    )
    expect(await names()).toContain('My own')
    await world.elsewhere.revoke(mail)
    expect((await service.app.inject({ url, headers })).statusCode).toBe(403)
    await service.close()
  })

  /** Lines that the copies have logged since, by what they say. */
  const said = (before: number): { missed: number; back: number } => {
    const lines = (start: string): number => world.log.slice(before).filter((line) => line.startsWith(start)).length
    return { missed: lines('warn no standby'), back: lines('info a standby') }
  }
  const untilSteady = (): Promise<void> => vi.waitFor(() => expect(said(0).back).toBe(said(0).missed), { timeout: 20_000, interval: 100 })

  it('go on without an error on the primary when the standby dies, which is said once, as is its return', async () => {
    await untilSteady()
    const before = world.log.length
    let isOver = false
    let reads = 0
    const readers = [READER, WRITER, READER, WRITER].map(async (mail, index) => {
      while (!isOver) {
        await list(index % 2 === 0 ? one : two, mail)
        reads++
      }
    })
    await sleep(200)
    await standby().end('SIGKILL')
    const done = reads
    await sleep(800)
    isOver = true
    await Promise.all(readers)
    expect(reads).toBeGreaterThan(done + 10)
    await standby().start()
    await untilSteady()
    // Each of the two copies says so.
    expect(said(before)).toEqual({ missed: 2, back: 2 })
    expect(world.log.slice(before)).toHaveLength(4)
  })

  it('say once that a standby is behind which catches up in between', async () => {
    await untilSteady()
    const before = world.log.length
    for (const name of ['Once', 'Again']) {
      await world.pauseReplay(standby())
      await create(one, name, WRITER)
      await world.untilAsked(0)
      await world.on(standby(), 'select pg_wal_replay_resume()')
      await world.untilAsked(1)
    }
    expect(said(before)).toEqual({ missed: 2, back: 0 })
    await untilSteady()
    expect(said(before)).toEqual({ missed: 2, back: 2 })
  })
})
