import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runSql } from '../../support/service/administrator.ts'
import { PLAIN_SERVICE } from '../../support/service/away.ts'
import { testServer, type TestServer } from '../../support/service/postgres.ts'
import { runOnServer } from '../../support/service/run-script.ts'
import { startService } from '../../support/service/service.ts'

const [FORMER_KEY, { SECRET_KEY }] = ['06'.repeat(32), PLAIN_SERVICE]

let server: TestServer
beforeAll(async () => {
  server = await testServer({ distributed: 'later' })
})
afterAll(() => server.stop())

/** An empty database in which a service was started once. */
async function startedDatabase(key: string): Promise<string> {
  const DATABASE_URL = await server.createDatabase()
  const service = await startService({ env: { ...PLAIN_SERVICE, DATABASE_URL, SECRET_KEY: key } })
  await service.dispose()
  return DATABASE_URL
}

/** Commands that go over all records; what distributes them needs a cluster. */
const COMMANDS: [script: string, env: Record<string, string>][] = [
  ['journal-verify.ts', {}],
  ['rotate-key.ts', { OLD_SECRET_KEY: FORMER_KEY }],
  ...(process.env['CITUS_URL'] === undefined ? [] : [['distribute.ts', {}] satisfies [string, object]]),
]

it.each(COMMANDS)('a command takes as long as it takes, however little statements of the service may: %s', async (script, env) => {
  const DATABASE_URL = await startedDatabase(env['OLD_SECRET_KEY'] ?? SECRET_KEY)
  const administrator = server.administratorUrl(DATABASE_URL)
  const locker = new pg.Client({ connectionString: administrator })
  locker.on('error', () => undefined)
  await locker.connect()
  await locker.query('begin; lock table entity.customer in access exclusive mode')
  const ended = runOnServer(script, { ...env, DATABASE_URL, SECRET_KEY, DATABASE_STATEMENT_TIMEOUT: '1' })
  await expect.poll(() => runSql(administrator, WAITING), { timeout: 30_000 }).toEqual([{ waiting: 1 }])
  await sleep(1_500)
  await locker.end()
  const { code, output } = await ended
  expect([code, output]).toEqual([0, expect.any(String)])
})

const WAITING = `select count(*)::integer as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

it('a command says that the database went away while it worked, and to run it again', { tags: ['H-1.3'] }, async () => {
  const url = new URL(await startedDatabase(SECRET_KEY))
  const database = await relayUntil('journal_head', Number(url.port))
  url.port = String(database.port)
  const { code, output } = await runOnServer('journal-verify.ts', { DATABASE_URL: url.href, SECRET_KEY })
  await database.stop()
  expect(output).toMatch(/^The database went away while the command worked \(.+\); run the command again when it answers\.\n$/)
  expect(code).toBe(2)
})

/** A database server that is there until the first statement that contains a word, and then no more. */
async function relayUntil(word: string, port: number): Promise<{ port: number; stop(): Promise<void> }> {
  const open = new Set<Socket>()
  const relay = createServer((near) => {
    const far = connect({ host: '127.0.0.1', port })
    for (const socket of [near, far]) open.add(socket.on('error', () => socket.destroy()))
    near.on('data', (sent: Buffer) => (sent.includes(word) ? void stop() : far.write(sent)))
    far.pipe(near)
    near.on('close', () => far.destroy())
  })
  const stop = async (): Promise<void> => {
    for (const socket of open) socket.destroy()
    if (relay.listening) await new Promise((done) => relay.close(done))
  }
  await new Promise<void>((done) => relay.listen(0, '127.0.0.1', done))
  return { port: (relay.address() as AddressInfo).port, stop }
}
