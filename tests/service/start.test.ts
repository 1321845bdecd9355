import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer } from '../support/service/postgres.ts'
import { demoWorld } from '../support/service/demo-world.ts'
import { freePort, runService, startService, type RunningService } from '../support/service/service.ts'

describe('a refused start', () => {
  it.each([
    [{ PORT: 'eighty' }, "PORT must be a whole number from 1 to 65535; it is 'eighty'.\n"],
    [
      { JOURNAL_RETENTION: '24', JOURNAL_ARCHIVE_DIR: '/dev/null/journal' },
      "JOURNAL_ARCHIVE_DIR must be a folder that this process may write to; it is '/dev/null/journal'.\n",
    ],
    [{ DATA_DIR: '/dev/null' }, "DATA_DIR must be a folder that this process may write to; it is '/dev/null'.\n"],
    [
      { NODE_ENV: 'production' },
      'OIDC_ISSUER must name an identity provider in production, unless EMBEDDED_IDP=on asks for the embedded one.\n',
    ],
  ])('prints the reason in one sentence: %j', async (env, sentence) => {
    expect(await runService(env as Record<string, string>)).toMatchObject({ code: 1, output: sentence })
  })

  it('is foretold by a check of the configuration, which starts nothing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'checked-'))
    const env = { DATA_DIR: join(folder, 'data'), PORT: String(await freePort()) }
    const right = await runService(env, ['--check-config'])
    const wrong = await runService({ ...env, PORT: 'eighty', LOG_LEVEL: 'loud' }, ['--check-config'])
    expect(existsSync(join(folder, 'data'))).toBe(false)
    rmSync(folder, { recursive: true, force: true })
    expect(right).toMatchObject({ code: 0, output: expect.stringMatching(/^The configuration is in order; [^\n]+\.\n$/) })
    expect(wrong).toMatchObject({ code: 1, output: expect.stringMatching(/^PORT must [^\n]+\.\nLOG_LEVEL must [^\n]+\.\n$/) })
  })

  it('does not fill an empty database if no first administrator is configured', async () => {
    const server = await testServer()
    const env = { DATABASE_URL: await server.createDatabase(), SECRET_KEY: '07'.repeat(32), DEMO: 'off', PORT: String(await freePort()) }
    const { code, output } = await runService(env)
    await server.stop()
    expect(code).toBe(1)
    expect(output).toMatch(/^OWNER_MAIL must name [^\n]*\.$/m)
    expect(output).not.toContain('Making')
  })

  it('names the database that does not exist, but not its password', async () => {
    const server = await testServer()
    const url = Object.assign(new URL(await server.createDatabase()), { password: 'hush', pathname: '/none' }).href
    const { code, output } = await runService({ DATABASE_URL: url, SECRET_KEY: '07'.repeat(32), PORT: String(await freePort()) })
    await server.stop()
    expect(code).toBe(1)
    expect(output).toMatch(/^DATABASE_URL names a database that the server does not have \(database "none" does not exist\)\.$/m)
    expect(output).not.toContain('hush')
  })
})

describe('a copy behind a balancer', () => {
  it('takes calls after SIGTERM until the balancer has left', async () => {
    const service = await startService({ template: (await demoWorld()).data, env: { DRAIN_SECONDS: '2' } })
    try {
      const ended = service.end('SIGTERM')
      await expect.poll(async () => (await fetch(`${service.origin}/readyz`)).status).toBe(503)
      const answer = await fetch(`${service.origin}/config.json`)
      expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
      expect(await ended).toBe(0)
    } finally {
      await service.dispose()
    }
  })
})

describe('a running service', () => {
  let service: RunningService
  beforeAll(async () => {
    service = await startService({ template: (await demoWorld()).data })
  })
  afterAll(() => service.dispose())

  it('prints its address, who may sign in, and what the embedded database does not guarantee', async () => {
    expect(service.output()).toContain(`ready ${service.origin}\n`)
    expect(service.output()).not.toContain('Making')
    expect((await demoWorld()).firstStart).toMatch(
      /^Opening the database … \d+\.\d s\nPreparing the tables … \d+\.\d s\nMaking the demo world \(.* people.*\) … \d+\.\d s\n/,
    )
    expect(service.output()).toMatch(/^ {2}owner@demo\.test +sa +Meridiem Communications$/m)
    expect(service.output()).toMatch(/survives a crash of this process, not a loss of power; DATABASE_URL/)
  })

  it('answers health checks without a token, and everything else only with one', { tags: ['D-1.1'] }, async () => {
    expect((await fetch(`${service.origin}/healthz`)).status).toBe(200)
    expect((await fetch(`${service.origin}/toc.json`)).status).toBe(401)
    expect((await service.call('viewer@demo.test', '/toc.json')).status).toBe(200)
  })

  it.each([
    '/openapi.json',
    '/toc.json',
    '/docs/',
    '/docs/en/edge-box.html',
    '/oidc/assets/identity.css',
    '/livemon/v1/assets/live.css',
    '/livemon/v1/assets/live.mjs',
    '/livemon/v1/assets/chart.mjs',
    '/supervision/assets/view.css',
    '/salsa/assets/view.css',
    '/cloud-security/assets/view.css',
    '/api/reporting/v1/assets/view.css',
  ])('compresses a static text for clients that accept that: %s', async (url) => {
    const answers = await Promise.all(
      ['br', 'gzip', 'identity'].map((encoding) => service.call('viewer@demo.test', url, { headers: { 'accept-encoding': encoding } })),
    )
    expect(answers.map(({ status, headers }) => [status, headers.get('content-encoding'), headers.get('vary')])).toEqual([
      [200, 'br', 'accept-encoding'],
      [200, 'gzip', 'accept-encoding'],
      [200, null, 'accept-encoding'],
    ])
    const [br, gzip, plain] = await Promise.all(answers.map((answer) => answer.text()))
    expect(plain?.length).toBeGreaterThan(500)
    expect([br === plain, gzip === plain]).toEqual([true, true])
  })

  it('lets no second process use its data folder or its port', async () => {
    const second = await runService({ DATA_DIR: service.dataDir, PORT: String(await freePort()) })
    expect(second).toMatchObject({ code: 1, output: expect.stringMatching(/^The data folder .* is in use by process \d+; [^\n]*\.\n$/) })
    const folder = mkdtempSync(join(tmpdir(), 'second-'))
    const third = await runService({ DATA_DIR: folder, PORT: String(service.port) })
    rmSync(folder, { recursive: true, force: true })
    expect(third).toMatchObject({ code: 1, output: `PORT must be free; another program listens on ${service.port}.\n` })
  })

  it('shuts down on SIGTERM: finishes requests under way, unlocks its folder, and has the same data after a restart', async () => {
    const before = await userInfo('many@demo.test')
    const underWay = await startCall('viewer@demo.test')
    const ended = service.end('SIGTERM')
    await expect.poll(() => fetch(`${service.origin}/healthz`).then(String, () => 'refused')).toBe('refused')
    expect(await underWay.finish()).toMatch(/^HTTP\/1\.1 200 OK\r\n.*"locale":"es"/s)
    expect(await ended).toBe(0)
    expect(existsSync(join(service.dataDir, 'lock'))).toBe(false)
    await service.restart()
    expect(service.output()).not.toContain('Making the demo world')
    expect(await userInfo('many@demo.test')).toEqual(before)
  })

  it('starts again after it was killed', async () => {
    expect(await service.end('SIGKILL')).toBeNull()
    expect(existsSync(join(service.dataDir, 'lock'))).toBe(true)
    await service.restart()
    expect((await fetch(`${service.origin}/healthz`)).status).toBe(200)
    const { data } = (await (await service.call('viewer@demo.test', '/api/v1/profile')).json()) as { data: [{ locale: string }] }
    expect(data[0].locale).toBe('es')
  })

  it('shuts down on Ctrl-C, too', async () => {
    expect(await service.end('SIGINT')).toBe(0)
    expect(existsSync(join(service.dataDir, 'lock'))).toBe(false)
  })

  /** A call whose headers have arrived; `finish` sends its body and resolves with the answer. */
  async function startCall(mail: string): Promise<{ finish: () => Promise<string> }> {
    const body = JSON.stringify({ data: [{ locale: 'es', revision: 1 }] })
    const lines = ['PUT /api/v1/profile HTTP/1.1', 'host: localhost', `authorization: Bearer ${await service.token(mail)}`]
    const socket = connect(service.port, 'localhost')
    let answer = ''
    socket.on('data', (chunk) => (answer += String(chunk)))
    // If the connection is cut, the answer is what has arrived by then.
    socket.on('error', () => undefined)
    const closed = new Promise((done) => socket.once('close', done))
    await once(socket, 'connect')
    socket.write([...lines, 'content-type: application/json', `content-length: ${body.length}`, '', body.slice(0, 5)].join('\r\n'))
    await new Promise((arrived) => setTimeout(arrived, 200))
    return {
      finish: async () => {
        socket.write(body.slice(5))
        await closed
        return answer
      },
    }
  }

  async function userInfo(mail: string): Promise<unknown> {
    return (await service.call(mail, '/api/user/v2/info')).json()
  }
})
