import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, createServer, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { reloadCertificate } from './reload-certificate.ts'
import { readTls, refuseExpired, tlsFiles } from './tls-files.ts'

const folder = join(import.meta.dirname, '..', '..', 'tests', 'support', 'service', 'certificates')
const sample = (name: string): string => join(folder, name)
const FIRST = { certificate: sample('first.crt'), key: sample('first.key') }

describe('the files of a certificate', () => {
  it('come together', () => {
    expect(tlsFiles({})).toBeUndefined()
    expect(tlsFiles({ TLS_CERT_FILE: FIRST.certificate, TLS_KEY_FILE: FIRST.key })).toEqual(FIRST)
    expect(() => tlsFiles({ TLS_CERT_FILE: FIRST.certificate })).toThrow('TLS_KEY_FILE must name the key of TLS_CERT_FILE')
    expect(() => tlsFiles({ TLS_KEY_FILE: FIRST.key })).toThrow('TLS_CERT_FILE must name the certificate of TLS_KEY_FILE')
  })

  it.each([
    [{ ...FIRST, certificate: '/none.crt' }, 'TLS_CERT_FILE must name a file that can be read (ENOENT)'],
    [{ ...FIRST, certificate: FIRST.key }, 'TLS_CERT_FILE must name a file with a certificate in PEM'],
    [{ ...FIRST, key: sample('second.key') }, 'TLS_KEY_FILE must name a file with the unencrypted key'],
  ])('are refused where they cannot be used: %j', (files, sentence) => {
    expect(() => readTls(files)).toThrow(sentence)
  })

  it('are refused by a check when the certificate has expired', () => {
    expect(() => refuseExpired(FIRST)).not.toThrow()
    expect(() => refuseExpired({ ...FIRST, certificate: sample('expired.crt') })).toThrow(/TLS_CERT_FILE must name .* expired on \d{4}/)
  })
})

describe('a replaced certificate', () => {
  const place = mkdtempSync(join(tmpdir(), 'tls-'))
  const files = { certificate: join(place, 'tls.crt'), key: join(place, 'tls.key') }
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  let stop = (): void => undefined
  let server: ReturnType<typeof createServer>

  beforeEach(async () => {
    put('first', 'first')
    lines.length = 0
    server = createServer(readTls(files), (_request, response) => response.end('here'))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    stop = reloadCertificate(files, { servers: [server], log, everyMs: 20 })
  })
  afterEach(async () => {
    stop()
    await new Promise((done) => {
      server.close(done)
      server.closeAllConnections()
    })
  })

  it('is what new connections see, while old ones go on', async () => {
    const kept = new Agent({ keepAlive: true, maxSockets: 1, ca: [readFileSync(FIRST.certificate)] })
    expect(await call(kept)).toEqual({ text: 'here', name: 'first', isReused: false })
    put('second', 'second')
    await expect.poll(async () => (await call(newAgent())).name).toBe('second')
    expect(await call(kept)).toEqual({ text: 'here', name: 'first', isReused: true })
    kept.destroy()
    expect(lines.join('')).toContain('the certificate was replaced')
  })

  it('is not taken while it does not fit its key', async () => {
    put('second', 'first')
    await expect.poll(() => lines.join('')).toContain('the earlier one is kept')
    expect((await call(newAgent())).name).toBe('first')
    writeFileSync(files.certificate, 'nothing')
    await expect.poll(() => lines.length).toBe(2)
    rmSync(files.key)
    await expect.poll(() => lines.length).toBe(3)
    expect((await call(newAgent())).name).toBe('first')
    put('second', 'second')
    await expect.poll(async () => (await call(newAgent())).name).toBe('second')
    expect(lines).toHaveLength(4)
  })

  function put(certificate: string, key: string): void {
    copyFileSync(sample(`${certificate}.crt`), files.certificate)
    copyFileSync(sample(`${key}.key`), files.key)
  }

  function newAgent(): Agent {
    return new Agent({ ca: [readFileSync(FIRST.certificate), readFileSync(sample('second.crt'))] })
  }

  function call(agent: Agent): Promise<{ text: string; name: unknown; isReused: boolean }> {
    const { port } = server.address() as AddressInfo
    return new Promise((done, fail) => {
      const outgoing = request({ host: '127.0.0.1', port, agent }, (answer) => {
        const name = (answer.socket as TLSSocket).getPeerCertificate().subject.CN
        let text = ''
        answer.on('data', (chunk) => (text += String(chunk)))
        answer.on('end', () => done({ text, name, isReused: outgoing.reusedSocket }))
      })
      outgoing.on('error', fail).end()
    })
  }
})
