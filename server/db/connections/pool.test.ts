import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DatabaseAway } from '../errors.ts'
import { serverPool } from './pool.ts'
import { Pulse } from './pulse.ts'

/** The caller is authenticated, and the server ready for a query. */
const GREETING = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])

describe('a pooler that lets in but has no server behind it', () => {
  let server: Server
  const sockets: Socket[] = []
  let queries = 0
  beforeEach(async () => {
    server = createServer((socket) => {
      sockets.push(socket)
      socket.once('data', () => {
        socket.write(GREETING)
        socket.on('data', () => queries++)
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterEach(async () => {
    vi.useRealTimers()
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })

  it('counts as a database that is away, after as long as a connection may take, also for who waits behind', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { port } = server.address() as AddressInfo
    const pool = serverPool({
      url: `postgres://somebody@127.0.0.1:${port}/any`,
      size: 1,
      watch: { listeners: new Set(), pulse: new Pulse() },
    })
    const failures: unknown[] = []
    const acquired = Promise.all([1, 2].map(() => pool.acquire().catch((error: unknown) => failures.push(error))))
    await new Promise<void>((done) => {
      const look = (): unknown => (queries > 0 ? done() : setImmediate(look))
      look()
    })
    await vi.advanceTimersByTimeAsync(4_900)
    expect(failures).toEqual([])
    await vi.advanceTimersByTimeAsync(200)
    await acquired
    expect(failures).toEqual([expect.any(DatabaseAway), expect.any(DatabaseAway)])
    await pool.close()
  })
})
