import { request, type ClientRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import { openDatabase, type Database } from '../../../server/db/database.ts'
import { migrate } from '../../../server/db/ddl/migrate.ts'
import { ensurePlatform, PLATFORM_OID } from '../../../server/domain/platform.ts'
import { ask } from '../../support/service/administrator.ts'
import { testServer, type TestServer } from '../../support/service/postgres.ts'
import { wholeService, type WholeService } from '../../support/api/whole-service.ts'

const OWNER = 'owner@world.test'
const PARTNERS = '/api/v1/partners'
const JOURNAL = '/journal/api/v1/journal/entries/platform/Partners'
const PROFILE = '/api/v1/profile'

const CANCEL_MS = 1_500

/** Callers on a service with a single connection, so that whoever comes next works on the one that was given up. */
describe('a caller who hangs up', () => {
  let server: TestServer
  let database: Database
  let service: WholeService
  let administratorUrl = ''
  let port = 0
  let token = ''
  beforeAll(async () => {
    server = await testServer()
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

  /** A call whose caller can go away; what comes back is of no interest. */
  function begin(path: string, { method = 'GET', body = '' } = {}): ClientRequest {
    const headers = { authorization: `Bearer ${token}`, ...(body !== '' && { 'content-type': 'application/json' }) }
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (answer) => answer.resume())
    sent.on('error', () => undefined)
    sent.end(body)
    return sent
  }

  /** Process numbers of the service's connections that work on a statement and wait for a lock of somebody else. */
  async function waiting(): Promise<number[]> {
    const rows = await ask<{ pid: number }>(
      administratorUrl,
      `select pid from pg_stat_activity where datname = current_database() and application_name = 'sdwan-service' and state = 'active' and wait_event_type = 'Lock'`,
    )
    return rows.map(({ pid }) => pid)
  }

  /** Whoever reads or writes that table waits until the work is done. */
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

  /** A server that is slow to end statements. */
  async function whileCancelsAreLate(work: () => Promise<void>): Promise<void> {
    await ask(
      administratorUrl,
      `alter function pg_catalog.pg_cancel_backend(int) rename to cancel_at_once;
       create function pg_catalog.pg_cancel_backend(pid int) returns boolean language sql as $$
         select cancel_at_once(pid) from pg_sleep(${CANCEL_MS / 1000}) $$`,
    )
    try {
      await work()
    } finally {
      await ask(
        administratorUrl,
        'drop function pg_catalog.pg_cancel_backend(int); alter function pg_catalog.cancel_at_once(int) rename to pg_cancel_backend',
      )
    }
  }

  it('ends the statement that reads for it, and the next one works on the same connection', { tags: ['H-6.8'] }, async () => {
    await whileLocked('entity.partner', async () => {
      const gone = begin(PARTNERS)
      await expect.poll(waiting, { timeout: 10_000 }).toHaveLength(1)
      const [pid] = await waiting()
      const next = call(PROFILE)
      gone.destroy()
      // The lock is held on: nothing but the hang-up ends the statement.
      await expect.poll(waiting, { timeout: 10_000 }).toEqual([])
      expect((await next).status).toBe(200)
      const begun = begin(PARTNERS)
      await expect.poll(waiting, { timeout: 10_000 }).toEqual([pid])
      begun.destroy()
    })
    expect((await call(PARTNERS)).status).toBe(200)
  })

  it('does not wait for a connection any more', { tags: ['H-6.8'] }, async () => {
    await whileLocked('entity.partner', async () => {
      const first = begin(PARTNERS)
      await expect.poll(waiting, { timeout: 10_000 }).toHaveLength(1)
      const texts: string[] = []
      const end = database.onStatement((text) => texts.push(text))
      const queued = Array.from({ length: 5 }, () => begin(PARTNERS))
      await sleep(200)
      for (const one of queued) one.destroy()
      await sleep(200)
      first.destroy()
      expect((await call(PROFILE)).status).toBe(200)
      end()
      expect(texts.filter((text) => text.includes('"entity"."partner"'))).toEqual([])
    })
  })

  it('stops nobody who works on the same connection next, though the server ends statements late', { tags: ['H-6.9'] }, async () => {
    await whileCancelsAreLate(async () => {
      let next: Promise<Response> | undefined
      await whileLocked('entity.partner', async () => {
        await whileLocked('journal', async () => {
          const gone = begin(JOURNAL)
          await expect.poll(waiting, { timeout: 10_000 }).toHaveLength(1)
          next = call(PARTNERS)
          gone.destroy()
          await sleep(CANCEL_MS / 5)
        })
        // What the caller read has come to its end by itself; that it should be ended arrives now.
        await sleep(2 * CANCEL_MS)
      })
      expect((await next)?.status).toBe(200)
    })
  })

  it(
    'has its transaction ended after nothing can end a statement of it any more, so that none is left open for whoever comes next',
    { tags: ['H-6.9'] },
    async () => {
      await whileCancelsAreLate(async () => {
        let pid = 0
        await whileLocked('journal', async () => {
          const gone = begin(JOURNAL)
          await expect.poll(waiting, { timeout: 10_000 }).toHaveLength(1)
          pid = (await waiting())[0] ?? 0
          gone.destroy()
          await sleep(CANCEL_MS / 5)
        })
        const state = async (): Promise<string | undefined> =>
          (await ask<{ state: string }>(administratorUrl, 'select state from pg_stat_activity where pid = $1', [pid]))[0]?.state
        await expect.poll(state, { timeout: CANCEL_MS / 2, interval: 10 }).toBe('idle in transaction')
        await expect.poll(state, { timeout: 10_000 }).toBe('idle')
      })
    },
  )

  it('does not stop a change that has begun', { tags: ['H-6.8'] }, async () => {
    const partner = {
      parentOid: PLATFORM_OID,
      type: 'msp',
      name: 'Begun',
      contactName: 'C',
      contactEmail: 'c@world.test',
      createAdmin: false,
    }
    await whileLocked('entity.partner', async () => {
      const gone = begin(PARTNERS, { method: 'POST', body: JSON.stringify({ data: [partner] }) })
      await expect.poll(waiting, { timeout: 10_000 }).toHaveLength(1)
      gone.destroy()
      await sleep(500)
      expect(await waiting()).toHaveLength(1)
    })
    const { data } = (await (await call(PARTNERS)).json()) as { data: { name: string }[] }
    expect(data.map(({ name }) => name)).toEqual(['Begun'])
  })

  it('at whatever moment is neither an error nor felt by anybody else', { tags: ['H-6.9'] }, async () => {
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
        const gone = begin(rounds % 2 === 0 ? PARTNERS : JOURNAL)
        await sleep(Math.random() * 12)
        gone.destroy()
      }
    }
    await Promise.all([reader(), leaver(), leaver()])
    expect([...statuses.keys()]).toEqual([200])
    expect(rounds).toBeGreaterThan(100)
    expect(service.log.slice(logged)).toEqual([])
    expect(await refusals()).toEqual([])
  })
})
