import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { readEnv } from '../env/env.ts'

describe('a service with a certificate', () => {
  it('answers TLS, and asks browsers to stay with it', async () => {
    const folder = join(import.meta.dirname, '..', '..', 'tests', 'support', 'service', 'certificates')
    const [certificate, key] = [join(folder, 'first.crt'), join(folder, 'first.key')]
    const env = readEnv({ TLS_CERT_FILE: certificate, TLS_KEY_FILE: key }, [])
    const nothing = async (): Promise<void> => undefined
    const service = await buildApp({ env, log: pino({ level: 'silent' }), issuer: '', routes: nothing, ping: nothing })
    await service.listen({ host: '127.0.0.1', port: 0 })
    const { port } = service.server.address() as AddressInfo
    const answer = await new Promise<IncomingMessage>((done, fail) => {
      get({ host: '127.0.0.1', port, path: '/healthz', agent: false, ca: [readFileSync(certificate)] }, done).on('error', fail)
    })
    answer.resume()
    expect([answer.statusCode, answer.headers['strict-transport-security']]).toEqual([200, expect.stringContaining('max-age=')])
    await service.close()
  })
})
