import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPostgres, type TemporaryServer } from '../../scripts/tooling/postgres/postgres.mjs'
import { createPlainDatabase } from '../support/service/administrator.ts'
import { expectErrorsOnlyIn, expectStoredOnce, expectRunning, expectWholeJournal, loadOn, PLAIN_SERVICE } from '../support/service/away.ts'
import { startReplicas, type Outage, type Replicas } from '../support/service/replicas.ts'
import { freePort, runService, startService, type RunningService } from '../support/service/service.ts'

const BETWEEN_MS = 1_500

describe('a database that goes away under load', () => {
  let replicas: Replicas
  const copies: RunningService[] = []
  beforeAll(async () => {
    replicas = await startReplicas()
  })
  afterAll(async () => {
    await Promise.all(copies.map((copy) => copy.dispose()))
    await replicas.stop()
  })

  it(
    'ends no copy, loses and doubles no write, and is felt only while no primary answers',
    { tags: ['H-1.3', 'H-1.4', 'H-1.5', 'H-1.6', 'H-1.7', 'H-1.8', 'H-1.9'] },
    async () => {
      const database = await createPlainDatabase(replicas.administratorUrl())
      const DATABASE_URL = replicas.bothUrl(database.url)
      const env = { ...PLAIN_SERVICE, DATABASE_URL }
      copies.push(await startService({ env }))
      copies.push(await startService({ env }))
      const load = await loadOn(copies, 'away')
      const outages: Outage[] = []
      for (const failure of [replicas.terminateBackends, replicas.restartPrimary, replicas.failOver]) {
        await sleep(BETWEEN_MS)
        outages.push(await failure())
      }
      await sleep(2 * BETWEEN_MS)
      const result = await load.end()
      expectRunning(copies)
      expectErrorsOnlyIn(outages, result)
      await expectStoredOnce(replicas.administratorUrl().replace(/\/postgres$/, `/${database.name}`), 'away', result)
      await expectWholeJournal(DATABASE_URL)
    },
  )
})

describe('a copy of the service whose database is away', () => {
  let server: TemporaryServer
  let copy: RunningService | undefined
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(async () => {
    await copy?.dispose()
    await server.stop()
  })

  it(
    'waits for it when it starts: alive, not ready, and ready by itself as soon as it answers',
    { tags: ['H-1.1', 'H-1.2', 'H-1.9'] },
    async () => {
      const { url: DATABASE_URL } = await createPlainDatabase(server.url)
      await server.end()
      copy = await startService({ env: { ...PLAIN_SERVICE, DATABASE_URL }, until: 'alive' })
      const { origin } = copy
      expect(await statusOf(`${origin}/healthz`)).toBe(200)
      await expectRefusal(`${origin}/readyz`)
      await expectRefusal(`${origin}/api/v1/partners`)
      await server.start()
      await expect.poll(() => statusOf(`${origin}/readyz`), { timeout: 30_000 }).toBe(200)
      expect(await statusOf(`${origin}/api/v1/partners`)).toBe(200)
    },
  )

  it(
    'stays alive while it runs, says that it is not ready, and is ready again by itself',
    { tags: ['H-1.1', 'H-1.3', 'H-1.9'] },
    async () => {
      const origin = copy?.origin ?? ''
      await server.end()
      expect(await statusOf(`${origin}/healthz`)).toBe(200)
      await expectRefusal(`${origin}/readyz`)
      await expectRefusal(`${origin}/api/v1/partners`)
      await server.start()
      await expect.poll(() => statusOf(`${origin}/readyz`), { timeout: 10_000 }).toBe(200)
      expect(await statusOf(`${origin}/api/v1/partners`)).toBe(200)
      expect(copy?.isRunning()).toBe(true)
    },
  )

  async function statusOf(address: string): Promise<number> {
    const answer = await fetch(address)
    await answer.body?.cancel()
    return answer.status
  }

  async function expectRefusal(address: string): Promise<void> {
    const { status, headers } = await fetch(address)
    expect([status, headers.get('content-type')]).toEqual([503, expect.stringMatching(/^application\/problem\+json/)])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
})

describe('an address of a database that cannot be one', () => {
  it.each([
    ['postgres://me:hush@127.0.0.1:5432,127.0.0.1:99999/console', /port[^\n]*99999|99999[^\n]*port/i],
    ['postgres://me:hush@127.0.0.1,127.0.0.1/console?target_session_attrs=sometimes', /target_session_attrs[^\n]*sometimes/],
    ['mysql://me:hush@127.0.0.1/console', /postgres:\/\//],
  ])('is refused in one sentence that names what is wrong: %s', { tags: ['H-1.10'] }, async (DATABASE_URL, wrong) => {
    const { code, output } = await runService({ ...PLAIN_SERVICE, DATABASE_URL, PORT: String(await freePort()) })
    expect(output).toMatch(/^DATABASE_URL [^\n]*\.\n$/)
    expect(output).toMatch(wrong)
    expect(output).not.toContain('hush')
    expect(code).toBe(1)
  })
})
