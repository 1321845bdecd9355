import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { testServer } from './postgres.ts'
import { startService, type RunningService } from './service.ts'

/** Two copies of the built service on one database, behind a balancer. */
export interface BalancedCopies {
  copies: readonly RunningService[]
  balancer: Balancer
  /** The database, for its owner and for its server's administrator. */
  url: string
  administratorUrl: string
  stop(): Promise<void>
}

/** A balancer that leads each connection to the first copy of the service that takes it. */
export interface Balancer {
  origin: string
  /** Copy and status of every answer that begins a piece of what copies sent, in order, e.g. `0 503`. */
  answers: string[]
  stop(): Promise<void>
}

/** Starts a balancer that knows nothing of HTTP: a connection that breaks is its caller's to repeat. */
async function startBalancer(copies: readonly { port: number }[]): Promise<Balancer> {
  const [answers, open] = [[] as string[], new Set<Socket>()]
  const server = createServer((near) => {
    near.pause()
    open.add(near)
    near.on('error', () => near.destroy())
    lead(near, 0)
  })
  const lead = (near: Socket, index: number): void => {
    const copy = copies[index]
    if (copy === undefined) return void near.destroy()
    const far = connect({ host: 'localhost', port: copy.port })
    far.once('error', () => lead(near, index + 1))
    far.once('connect', () => {
      far.removeAllListeners('error').on('error', () => near.destroy())
      far.on('data', (chunk: Buffer) => {
        const status = /^HTTP\/1\.1 (\d{3})/.exec(chunk.toString('latin1', 0, 12))?.[1]
        if (status !== undefined) answers.push(`${index} ${status}`)
      })
      near.on('close', () => far.destroy())
      // Who still sends what nobody reads any more would wait for ever.
      far.on('close', () => near.destroySoon())
      near.pipe(far).pipe(near)
    })
  }
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    async stop() {
      for (const socket of open) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}

/** Starts two copies with the same environment. */
export async function startBalancedCopies(env: Record<string, string> = {}): Promise<BalancedCopies> {
  const server = await testServer()
  const url = await server.createDatabase()
  const own = { SECRET_KEY: '07'.repeat(32), ...env, DATABASE_URL: url }
  // The first one makes the tables.
  const copies = [await startService({ env: own }), await startService({ env: own })]
  const balancer = await startBalancer(copies)
  return {
    copies,
    balancer,
    url,
    administratorUrl: server.administratorUrl(url),
    async stop() {
      await balancer.stop()
      await Promise.all(copies.map((copy) => copy.dispose()))
      await server.stop()
    },
  }
}
