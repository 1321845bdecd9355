import { createServer, type AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { waitForPort } from './wait-for-port.mjs'

/** A port on which nothing listens. */
async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((done) => probe.listen(0, 'localhost', done))
  const { port } = probe.address() as AddressInfo
  await new Promise((done) => probe.close(done))
  return port
}

it('waits until a service listens again, and gives up after the timeout', async () => {
  const port = await freePort()
  expect(await waitForPort(port, { timeoutMs: 250 })).toBe(false)
  const service = createServer()
  const waiting = waitForPort(port, { timeoutMs: 5_000 })
  setTimeout(() => service.listen(port, 'localhost'), 300)
  expect(await waiting).toBe(true)
  service.close()
})
