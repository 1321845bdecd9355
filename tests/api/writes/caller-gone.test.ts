import { request, type ClientRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import { openDatabase, type Database } from '../../../server/db/database.ts'
import { migrate } from '../../../server/db/ddl/migrate.ts'
import { ensurePlatform, PLATFORM_OID } from '../../../server/domain/platform.ts'
import { runSql } from '../../support/service/administrator.ts'
import { testServer, type TestServer } from '../../support/service/postgres.ts'
import { wholeService, type WholeService } from '../../support/api/whole-service.ts'

const OWNER = 'owner@world.test'
const PARTNERS = '/api/v1/partners'
const JOURNAL = '/journal/api/v1/journal/entries/platform/Partners'
const PROFILE = '/api/v1/profile'

const CANCEL_DELAY_MS = 1_500

/** The service has a single database connection, so that the next call uses the connection of the aborted one. */
describe('a caller who hangs up', () => {
  let server: TestServer
  let database: Database
  let service: WholeService
  let administratorUrl = ''
  let port = 0
  let token = ''
  beforeAll(async () => {
    // The tests change a function of the server itself.
    server = await testServer({ distributed: false })
    const url = await server.createDatabase()
    administratorUrl = server.administratorUrl(url)
    database = await openDatabase({ at: { url }, secretKey: Buffer.alloc(32, 7), poolSize: 1 })
    await migrate(database, entitySchemas)
    await ensurePlatform(database, { name: 'Platform', owner: { mail: OWNER, name: 'Olga Owner' } })
    service = await wholeService(database)
    await service.app.listen({ host: '127.0.0.1', port: 0 })
    port = (service.app.server.address() as AddressInfo).port
    token = await service.token(OWNER)
    expect((await call(PROFILE)).status).toBe(200)
  })
  afterAll(async () => {
    await service.close()
    await database.close()
    await server.stop()
  })

  const call = (path: string): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } })

  /** Starts a call that the test can abort; its answer is ignored. */
  function startCall(path: string, { method = 'GET', body = '' } = {}): ClientRequest {
    const headers = { authorization: `Bearer ${token}`, ...(body !== '' && { 'content-type': 'application/json' }) }
    const outgoing = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (answer) => answer.resume())
    outgoing.on('error', () => undefined)
    outgoing.end(body)
    return outgoing
  }

  /** Backend process ids of the service's connections whose statement waits for a lock. */
  async function waitingPids(): Promise<number[]> {
    const rows = await runSql<{ pid: number }>(
      administratorUrl,
      `select pid from pg_stat_activity where datname = current_database() and application_name = 'sdwan-service' and state = 'active' and wait_event_type = 'Lock'`,
    )
    return rows.map(({ pid }) => pid)
  }

  /** Locks the table during the work, so that every statement on it waits. */
  async function whileLocked(table: 'entity.partner' | 'journal', work: () => Promise<void>): Promise<void> {
    const locker = new pg.Client({ connectionString: administratorUrl })
    await locker.connect()
    try {
      await locker.query(`begin; lock table ${table} in access exclusive mode`)
      await work()
    } finally {
      await locker.end()
    }
  }

  /** Delays every request to cancel a statement during the work. */
  async function whileCancelsAreDelayed(work: () => Promise<void>): Promise<void> {
    await runSql(
      administratorUrl,
      `alter function pg_catalog.pg_cancel_backend(int) rename to cancel_at_once;
       create function pg_catalog.pg_cancel_backend(pid int) returns boolean language sql as $$
         select cancel_at_once(pid) from pg_sleep(${CANCEL_DELAY_MS / 1000}) $$`,
    )
    try {
      await work()
    } finally {
      await runSql(
        administratorUrl,
        'drop function pg_catalog.pg_cancel_backend(int); alter function pg_catalog.cancel_at_once(int) rename to pg_cancel_backend',
      )
    }
  }

  it('has its reading statement cancelled, and the next call uses the same connection', { tags: ['H-6.8'] }, async () => {
    await whileLocked('entity.partner', async () => {
      const aborted = startCall(PARTNERS)
      await expect.poll(waitingPids, { timeout: 10_000 }).toHaveLength(1)
      const [pid] = await waitingPids()
      const next = call(PROFILE)
      aborted.destroy()
      // The lock is still held, so only the hang-up can end the statement.
      await expect.poll(waitingPids, { timeout: 10_000 }).toEqual([])
      expect((await next).status).toBe(200)
      const another = startCall(PARTNERS)
      await expect.poll(waitingPids, { timeout: 10_000 }).toEqual([pid])
      another.destroy()
    })
    expect((await call(PARTNERS)).status).toBe(200)
  })

  it('no longer waits for a connection', { tags: ['H-6.8'] }, async () => {
    await whileLocked('entity.partner', async () => {
      const first = startCall(PARTNERS)
      await expect.poll(waitingPids, { timeout: 10_000 }).toHaveLength(1)
      const texts: string[] = []
      const stop = database.onStatement((text) => texts.push(text))
      const queued = Array.from({ length: 5 }, () => startCall(PARTNERS))
      await sleep(200)
      for (const one of queued) one.destroy()
      await sleep(200)
      first.destroy()
      expect((await call(PROFILE)).status).toBe(200)
      stop()
      expect(texts.filter((text) => text.includes('"entity"."partner"'))).toEqual([])
    })
  })

  it('does not cancel the next statement on the same connection, even if the server cancels late', { tags: ['H-6.9'] }, async () => {
    await whileCancelsAreDelayed(async () => {
      let next: Promise<Response> | undefined
      await whileLocked('entity.partner', async () => {
        await whileLocked('journal', async () => {
          const aborted = startCall(JOURNAL)
          await expect.poll(waitingPids, { timeout: 10_000 }).toHaveLength(1)
          next = call(PARTNERS)
          aborted.destroy()
          await sleep(CANCEL_DELAY_MS / 5)
        })
        // The statement of the caller has ended by itself; the request to cancel it arrives now.
        await sleep(2 * CANCEL_DELAY_MS)
      })
      expect((await next)?.status).toBe(200)
    })
  })

  it(
    'has its transaction ended once its cancel request is done, so that the next call finds no open transaction',
    { tags: ['H-6.9'] },
    async () => {
      await whileCancelsAreDelayed(async () => {
        let pid = 0
        await whileLocked('journal', async () => {
          const aborted = startCall(JOURNAL)
          await expect.poll(waitingPids, { timeout: 10_000 }).toHaveLength(1)
          pid = (await waitingPids())[0] ?? 0
          aborted.destroy()
          await sleep(CANCEL_DELAY_MS / 5)
        })
        const state = async (): Promise<string | undefined> =>
          (await runSql<{ state: string }>(administratorUrl, 'select state from pg_stat_activity where pid = $1', [pid]))[0]?.state
        await expect.poll(state, { timeout: CANCEL_DELAY_MS / 2, interval: 10 }).toBe('idle in transaction')
        await expect.poll(state, { timeout: 10_000 }).toBe('idle')
      })
    },
  )

  it('does not stop a write that has begun', { tags: ['H-6.8'] }, async () => {
    const partner = {
      parentOid: PLATFORM_OID,
      type: 'msp',
      name: 'Begun',
      contactName: 'C',
      contactEmail: 'c@world.test',
      createAdmin: false,
    }
    await whileLocked('entity.partner', async () => {
      const aborted = startCall(PARTNERS, { method: 'POST', body: JSON.stringify({ data: [partner] }) })
      await expect.poll(waitingPids, { timeout: 10_000 }).toHaveLength(1)
      aborted.destroy()
      await sleep(500)
      expect(await waitingPids()).toHaveLength(1)
    })
    const { data } = (await (await call(PARTNERS)).json()) as { data: { name: string }[] }
    expect(data.map(({ name }) => name)).toEqual(['Begun'])
  })

  it('causes no error in the log or for other callers, at whatever moment', { tags: ['H-6.9'] }, async () => {
    const logged = service.log.length
    const refusals = async (): Promise<string[]> =>
      (await (await call('/metrics')).text()).split('\n').filter((line) => /^database_refusals_total\{.*\} [1-9]/.test(line))
    const statuses = new Map<number, number>()
    let rounds = 0
    const until = performance.now() + 5_000
    const reader = async (): Promise<void> => {
      while (performance.now() < until) {
        const { status } = await call(PARTNERS)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    const leaver = async (): Promise<void> => {
      for (; performance.now() < until; rounds++) {
        const aborted = startCall(rounds % 2 === 0 ? PARTNERS : JOURNAL)
        await sleep(Math.random() * 12)
        aborted.destroy()
      }
    }
    await Promise.all([reader(), leaver(), leaver()])
    expect([...statuses.keys()]).toEqual([200])
    expect(rounds).toBeGreaterThan(100)
    expect(service.log.slice(logged)).toEqual([])
    expect(await refusals()).toEqual([])
  })
})
