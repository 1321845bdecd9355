import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PLAIN_SERVICE } from '../../support/service/away.ts'
import { testServer, type TestServer } from '../../support/service/postgres.ts'
import { verifyJournalOf } from '../../support/service/run-script.ts'
import { startService } from '../../support/service/service.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

it('a command says that the database went away while it worked, and to run it again', { tags: ['H-1.3'] }, async () => {
  const url = new URL(await server.createDatabase())
  const service = await startService({ env: { ...PLAIN_SERVICE, DATABASE_URL: url.href } })
  await service.dispose()
  const database = await relayUntil('journal_head', Number(url.port))
  url.port = String(database.port)
  const { code, output } = await verifyJournalOf({ DATABASE_URL: url.href, SECRET_KEY: PLAIN_SERVICE.SECRET_KEY })
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
