import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPostgres, type TemporaryServer } from '../../scripts/tooling/postgres/postgres.mjs'
import { createPlainDatabase } from '../support/service/administrator.ts'
import {
  expectErrorsOnlyDuring,
  expectStoredOnce,
  expectRunning,
  expectWholeJournal,
  startLoadOn,
  PLAIN_SERVICE,
} from '../support/service/away.ts'
import { startReplicas, type Outage, type Replicas } from '../support/service/replicas.ts'
import { freePort, runService, startService, type RunningService } from '../support/service/service.ts'

/** Longer than errors may go on after an outage: they must not be taken for those of the next one. */
const PAUSE_MS = 3_000
/** Long enough for several attempts of a start to reach the database. */
const WAITING_MS = 2_000

describe('a database outage under load', () => {
  let replicas: Replicas
  const instances: RunningService[] = []
  beforeAll(async () => {
    replicas = await startReplicas()
  })
  afterAll(async () => {
    await Promise.all(instances.map((instance) => instance.dispose()))
    await replicas.stop()
  })

  it(
    'stops no instance, loses or duplicates no write, and causes errors only while no primary answers',
    { tags: ['H-1.3', 'H-1.4', 'H-1.5', 'H-1.6', 'H-1.7', 'H-1.8', 'H-1.9'] },
    async () => {
      const database = await createPlainDatabase(replicas.administratorUrl())
      const DATABASE_URL = replicas.bothUrl(database.url)
      const env = { ...PLAIN_SERVICE, DATABASE_URL }
      instances.push(await startService({ env }))
      instances.push(await startService({ env }))
      const load = await startLoadOn(instances, 'away')
      const outages: Outage[] = []
      for (const failure of [replicas.terminateBackends, replicas.restartPrimary, replicas.failOver]) {
        await sleep(PAUSE_MS)
        outages.push(await failure())
      }
      await sleep(PAUSE_MS)
      const result = await load.end()
      expectRunning(instances)
      expectErrorsOnlyDuring(outages, result)
      await expectStoredOnce(replicas.administratorUrl().replace(/\/postgres$/, `/${database.name}`), 'away', result)
      await expectWholeJournal(DATABASE_URL)
    },
  )
})

describe('an instance of the service whose database is unavailable', () => {
  let server: TemporaryServer
  let instance: RunningService | undefined
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(async () => {
    await instance?.dispose()
    await server.stop()
  })

  it(
    'waits for it at the start: alive but not ready, and ready by itself once the database answers',
    { tags: ['D-1.1', 'H-1.1', 'H-1.2', 'H-1.9'] },
    async () => {
      const { url: DATABASE_URL } = await createPlainDatabase(server.url)
      await server.end()
      instance = await startService({ env: { ...PLAIN_SERVICE, DATABASE_URL }, until: 'alive' })
      const { origin } = instance
      expect(await statusOf(`${origin}/healthz`)).toBe(200)
      await expectRefusal(`${origin}/readyz`)
      await expectRefusal(`${origin}/api/v1/partners`)
      await sleep(WAITING_MS)
      await expectRefusal(`${origin}/readyz`)
      await server.start()
      await expect.poll(() => statusOf(`${origin}/readyz`), { timeout: 30_000 }).toBe(200)
      expect(await statusOf(`${origin}/api/v1/partners`)).toBe(200)
    },
  )

  it(
    'stays alive in a later outage: not ready, and ready again by itself once the database answers',
    { tags: ['H-1.1', 'H-1.3', 'H-1.9'] },
    async () => {
      instance ??= await startService({ env: { ...PLAIN_SERVICE, DATABASE_URL: (await createPlainDatabase(server.url)).url } })
      const { origin } = instance
      await server.end()
      expect(await statusOf(`${origin}/healthz`)).toBe(200)
      await expectRefusal(`${origin}/readyz`)
      await expectRefusal(`${origin}/api/v1/partners`)
      await server.start()
      await expect.poll(() => statusOf(`${origin}/readyz`), { timeout: 10_000 }).toBe(200)
      expect(await statusOf(`${origin}/api/v1/partners`)).toBe(200)
      expect(instance.isRunning()).toBe(true)
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

describe('an invalid DATABASE_URL', () => {
  it.each([
    ['postgres://me:hush@127.0.0.1:5432,127.0.0.1:99999/console', /port[^\n]*99999|99999[^\n]*port/i],
    ['postgres://me:hush@127.0.0.1,127.0.0.1/console?target_session_attrs=sometimes', /target_session_attrs[^\n]*sometimes/],
    ['mysql://me:hush@127.0.0.1/console', /postgres:\/\//],
  ])('is refused with one sentence that names the mistake: %s', { tags: ['H-1.10'] }, async (DATABASE_URL, mistake) => {
    const { code, output } = await runService({ ...PLAIN_SERVICE, DATABASE_URL, PORT: String(await freePort()) })
    expect(output).toMatch(/^DATABASE_URL [^\n]*\.\n$/)
    expect(output).toMatch(mistake)
    expect(output).not.toContain('hush')
    expect(code).toBe(1)
  })
})
