import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postWebhook } from './post-webhook.ts'

/** A receiver on this machine. */
let server: Server
let port = 0
const seen: IncomingMessage[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(request)
    if (request.url === '/never') return
    const [status, headers] = request.url === '/elsewhere' ? [302, { location: '/' }] : [204, {}]
    response.writeHead(status as number, headers as Record<string, string>).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const own = { isHttpAllowed: true, networks: ['127.0.0.1'] }
const public_ = { isHttpAllowed: true, networks: [] }
const post = (path: string, parts: Partial<Parameters<typeof postWebhook>[0]> = {}) =>
  postWebhook({
    url: `http://hooks.example.test:${port}${path}`,
    headers: {},
    body: '{}',
    policy: own,
    find: leading('127.0.0.1'),
    ...parts,
  })
const leading =
  (...addresses: string[]) =>
  (_name: string, found: (error: null, addresses: { address: string; family: number }[]) => void): void =>
    found(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )

describe('a call of a webhook', () => {
  it('goes to the address that was checked', async () => {
    expect(await post('/')).toMatchObject({ status: 204 })
    expect(seen.at(-1)?.headers.host).toBe(`hooks.example.test:${port}`)
  })

  it.each([['127.0.0.1'], ['::ffff:127.0.0.1'], ['::1'], ['169.254.169.254'], ['8.8.8.8', '10.0.0.1']])(
    'is not made where the name leads to a private address: %s',
    async (...addresses) => {
      const before = seen.length
      const { status, error } = await post('/', { policy: public_, find: leading(...addresses) })
      expect({ status, error }).toEqual({ status: undefined, error: expect.stringContaining('leads to a private address') })
      expect(seen).toHaveLength(before)
    },
  )

  it('asks for a name once, so that a second answer for it leads nowhere else', async () => {
    let asked = 0
    const find: NonNullable<Parameters<typeof postWebhook>[0]['find']> = (name, found) =>
      leading(asked++ === 0 ? '127.0.0.1' : '10.0.0.1')(name, found)
    expect(await post('/', { find })).toMatchObject({ status: 204 })
    expect(asked).toBe(1)
  })

  it('follows no redirect', async () => {
    const before = seen.length
    expect(await post('/elsewhere')).toMatchObject({ status: 302, error: expect.stringContaining('not followed') })
    expect(seen).toHaveLength(before + 1)
  })

  it('ends when there is no answer in time', async () => {
    expect(await post('/never', { timeoutMs: 100 })).toMatchObject({ error: 'There was no answer within 0.1 s.' })
  })
})
