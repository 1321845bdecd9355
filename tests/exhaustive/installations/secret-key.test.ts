import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { runCommand, UNFINISHED_ROTATION } from '../../support/service/key-commands.ts'
import { testServer, type TestServer } from '../../support/service/postgres.ts'
import { freePort, runService, startService, type RunningService } from '../../support/service/service.ts'

const [FIRST, SECOND] = ['07'.repeat(32), '08'.repeat(32)]
/** With an external identity provider the service stores no keys of its own in the database. */
const EXTERNAL = { OIDC_ISSUER: 'https://id.example.org', OIDC_CLIENT_ID: 'console', OWNER_MAIL: 'owner@example.org' }
const WRONG = 'SECRET_KEY must be the key that the database was written with; the one that is given opens nothing in it.\n'

const after = (sentence: string): RegExp => new RegExp(`^Opening the database … \\d+\\.\\d s\\n${sentence.replaceAll('.', '\\.')}$`)

let server: TestServer
const running = new Set<RunningService>()
beforeAll(async () => {
  server = await testServer()
})
afterEach(async () => {
  for (const service of running) await service.dispose()
  running.clear()
})
afterAll(() => server.stop())

async function started(env: Record<string, string>): Promise<RunningService> {
  const service = await startService({ env })
  running.add(service)
  return service
}

async function ask(connectionString: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(text)
  await client.end()
  return rows
}

describe('a database on a server', () => {
  it('refuses a service with another key, also with an external identity provider', { tags: ['H-3.1'] }, async () => {
    const DATABASE_URL = await server.createDatabase()
    const env = { DATABASE_URL, ...EXTERNAL }
    const service = await started({ ...env, SECRET_KEY: FIRST })
    await service.end()
    const written = () => ask(DATABASE_URL, 'select relname, n_tup_ins, n_tup_upd, n_tup_del from pg_stat_user_tables order by 1')
    await expect.poll(async () => JSON.stringify(await written())).toContain('"n_tup_ins":"1"')
    const before = await written()
    const wrong = await runService({ ...env, SECRET_KEY: SECOND, PORT: String(await freePort()) })
    expect(wrong).toMatchObject({ code: 1, output: expect.stringMatching(after(WRONG)) })
    expect(await written()).toEqual(before)
    expect(await runService({ ...env, PORT: String(await freePort()) })).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^SECRET_KEY must be given with DATABASE_URL, [^\n]*\.\n$/),
    })
    expect(await runCommand('journal-verify.ts', { ...env, SECRET_KEY: SECOND })).toEqual({ code: 2, output: WRONG })
    expect(await runCommand('journal-verify.ts', { ...env, SECRET_KEY: FIRST })).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^[1-9]\d* entries in 1 chains, 0 faults\n$/),
    })
  })

  it('accepts one key if two copies start at once with two', { tags: ['H-3.2'] }, async () => {
    const DATABASE_URL = await server.createDatabase()
    const env = { DATABASE_URL, ...EXTERNAL }
    const starts = await Promise.allSettled([FIRST, SECOND].map((SECRET_KEY) => started({ ...env, SECRET_KEY })))
    expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const refused = starts.find((end) => end.status === 'rejected')
    expect(String(refused?.reason)).toContain(WRONG)
    const accepted = starts[0]?.status === 'fulfilled' ? FIRST : SECOND
    expect(await runCommand('journal-verify.ts', { ...env, SECRET_KEY: accepted })).toMatchObject({ code: 0 })
  })

  it('gets a new key, even if the rotation is killed halfway', { tags: ['H-3.6'] }, async () => {
    const DATABASE_URL = await server.createDatabase()
    const env = { DATABASE_URL, ...EXTERNAL }
    const service = await started({ ...env, SECRET_KEY: FIRST })
    const rotation = { ...env, OLD_SECRET_KEY: FIRST, SECRET_KEY: SECOND }
    expect(await runCommand('rotate-key.ts', rotation)).toEqual({
      code: 2,
      output: expect.stringMatching(/^The service still has [1-9]\d* connections to this database; stop every instance, [^\n]*\.\n$/),
    })
    await service.end()
    expect(await runCommand('rotate-key.ts', { ...env, SECRET_KEY: SECOND })).toEqual({
      code: 2,
      output: expect.stringMatching(/^OLD_SECRET_KEY must be the key that the database is under, [^\n]*\.\n$/),
    })
    expect(await runCommand('rotate-key.ts', rotation, { killWhen: (output) => output.length >= 15 })).toMatchObject({ code: null })
    const half = await runService({ ...env, SECRET_KEY: FIRST, PORT: String(await freePort()) })
    expect(half).toMatchObject({ code: 1, output: expect.stringMatching(after(UNFINISHED_ROTATION)) })
    expect(await runCommand('journal-verify.ts', { ...env, SECRET_KEY: SECOND })).toEqual({ code: 2, output: UNFINISHED_ROTATION })
    const end = await runCommand('rotate-key.ts', rotation)
    expect(end).toMatchObject({ code: 0, output: expect.stringMatching(/^\.+Everything now uses the new key\.\n$/) })
    expect(await runCommand('journal-verify.ts', { ...env, SECRET_KEY: SECOND })).toMatchObject({ code: 0 })
  })
})
