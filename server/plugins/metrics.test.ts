import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { fastify, type FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import { afterEach, describe, expect, it } from 'vitest'
import { registerMetrics } from './metrics.ts'

describe('the metrics of requests', () => {
  let app: FastifyInstance
  let finish = (): void => undefined
  const registry = new Registry()
  afterEach(() => app.close())

  async function service(): Promise<number> {
    app = fastify({ forceCloseConnections: true })
    registry.clear()
    registerMetrics(app, registry)
    const waiting = new Promise<void>((resolve) => (finish = resolve))
    app.get('/slow', async () => waiting.then(() => 'done'))
    app.get('/fails', async () => waiting.then(() => Promise.reject(new Error('broken'))))
    await app.listen({ port: 0, host: '127.0.0.1' })
    return (app.server.address() as AddressInfo).port
  }
  const inFlight = async (): Promise<number> => Number(/^http_requests_in_flight (\d+)$/m.exec((await app.inject('/metrics')).body)?.[1])

  it.each(['/slow', '/fails', '/nothing'])('tell that one is in flight until it is answered: %s', async (path) => {
    const port = await service()
    expect(await inFlight()).toBe(0)
    const answer = fetch(`http://127.0.0.1:${port}${path}`)
    if (path !== '/nothing') await expect.poll(inFlight).toBe(1)
    finish()
    await (await answer).text()
    await expect.poll(inFlight).toBe(0)
  })

  it('do not tell of one whose client has gone', async () => {
    const port = await service()
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write('GET /slow HTTP/1.1\r\nhost: a\r\n\r\n')
    await expect.poll(inFlight).toBe(1)
    socket.destroy()
    await expect.poll(inFlight).toBe(0)
    finish()
  })

  it('name the version, and every outcome of plans and mails before the first one', async () => {
    await service()
    const { body } = await app.inject('/metrics')
    expect(body).toMatch(/^service_info\{version="\d[\d.]+"\} 1$/m)
    // Other suites of the process have plans and mails, too.
    expect(body).toMatch(/^plans_total\{outcome="applied"\} \d+$/m)
    expect(body).toMatch(/^mails_total\{outcome="failed"\} \d+$/m)
  })
})
