import { mkdtempSync, rmSync } from 'node:fs'
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entitySchemas } from '../../schemas/generated/entities.ts'
import { startPostgres } from '../../scripts/tooling/postgres/postgres.mjs'
import { createPlainDatabase, runSql } from '../../tests/support/service/administrator.ts'
import { testServer, type TestServer } from '../../tests/support/service/postgres.ts'
import { freePort } from '../../tests/support/service/service.ts'
import { openDatabase } from '../db/database.ts'
import { migrate } from '../db/ddl/migrate.ts'
import { pinKey } from '../secret-key/check-key.ts'
import { examineConfig } from './check-config.ts'

const KEY = '07'.repeat(32)

describe('the configuration', () => {
  let server: TestServer
  let url = ''
  let provider: HttpServer
  let busy: Server
  let mail: Server
  let folder = ''
  let port = ''
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'config-'))
    port = String(await freePort())
    server = await testServer({ distributed: false })
    url = await server.createDatabase()
    provider = await listening(createHttpServer((_, answer) => answer.end(JSON.stringify({ jwks_uri: 'http://127.0.0.1/keys' }))))
    busy = await listening(createServer())
    mail = await listening(createServer((socket) => void socket.on('error', () => undefined).end('421 not today\r\n')))
  })
  afterAll(async () => {
    for (const one of [provider, busy, mail]) one.close()
    rmSync(folder, { recursive: true, force: true })
    await server.stop()
  })

  async function listening<T extends Server>(one: T): Promise<T> {
    await new Promise<void>((done) => one.listen(0, '127.0.0.1', done))
    return one
  }
  const portOf = (one: Server): string => String((one.address() as AddressInfo).port)
  const examine = async (source: Record<string, string>): Promise<string[]> =>
    (await examineConfig({ HOST: '127.0.0.1', PORT: port, DATA_DIR: join(folder, 'data'), ...source })).sentences

  it('is in order as it is, with the embedded database or an empty one of a server, and stays as it was', async () => {
    expect(await examine({})).toEqual([])
    const own = {
      DATABASE_URL: url,
      SECRET_KEY: KEY,
      OIDC_ISSUER: `http://127.0.0.1:${portOf(provider)}`,
      OIDC_CLIENT_ID: 'console',
      OWNER_MAIL: 'you@example.org',
    }
    expect(await examine(own)).toEqual([])
    const [roles] = await runSql<{ n: number }>(
      server.administratorUrl(url),
      `select count(*)::integer as n from pg_roles where starts_with(rolname, current_database() || '_app')`,
    )
    expect(roles?.n).toBe(0)
  })

  it('is told of wrong values and of all that does not answer at once', async () => {
    const sentences = await examine({
      PORT: portOf(busy),
      RATE_LIMIT: 'many',
      DATABASE_URL: `postgres://nobody:hunter2@127.0.0.1:${await freePort()}/x`,
      SECRET_KEY: KEY,
      OIDC_ISSUER: `http://127.0.0.1:${portOf(busy)}/none`,
      SMTP_URL: `smtp://127.0.0.1:${portOf(mail)}`,
      MAIL_FROM: 'console@example.org',
    })
    expect(sentences.map((one) => one.split(' ')[0])).toEqual([
      'OIDC_CLIENT_ID',
      'RATE_LIMIT',
      'PORT',
      'DATABASE_URL',
      'OIDC_ISSUER',
      'SMTP_URL',
    ])
    expect(sentences.every((one) => /^[A-Z][^\n]+\.$/.test(one))).toBe(true)
    expect(sentences.join('\n')).not.toContain('hunter2')
  })

  it('is told of servers for reading that do not answer, and of those of another database', async () => {
    const other = await startPostgres()
    const own = { DATABASE_URL: url, SECRET_KEY: KEY, OWNER_MAIL: 'you@example.org', DEMO: 'off' }
    const reading = (readUrl: string): Promise<string[]> => examine({ ...own, DATABASE_READ_URL: readUrl })
    const name = `127.0.0.1:${other.port}`
    expect(await reading(url)).toEqual([])
    expect(await reading(other.url)).toEqual([
      `DATABASE_READ_URL must name standbys of the server in DATABASE_URL; ${name} follows another one.`,
    ])
    await other.stop()
    expect(await reading(other.url)).toEqual([
      expect.stringMatching(`^DATABASE_READ_URL must name servers that let this service in; ${name} does not \\(.*ECONNREFUSED.*\\)\\.$`),
    ])
  })

  it.each<[what: string, source: () => Promise<Record<string, string>>, expected: RegExp]>([
    ['no key', () => Promise.resolve({ DATABASE_URL: url }), /^SECRET_KEY must be given with DATABASE_URL/],
    [
      'the key of another database',
      async () => {
        const used = await server.createDatabase()
        const database = await openDatabase({ at: { url: used }, secretKey: Buffer.from(KEY, 'hex') })
        await migrate(database, entitySchemas)
        await pinKey(database, { dataDir: folder, secretKey: Buffer.from(KEY, 'hex') })
        await database.close()
        return { DATABASE_URL: used, SECRET_KEY: '08'.repeat(32) }
      },
      /^SECRET_KEY must be the key that the database was written with/,
    ],
    [
      'a user who may not make roles',
      async () => ({
        DATABASE_URL: (await createPlainDatabase(server.administratorUrl(url), { createRole: false })).url,
        SECRET_KEY: KEY,
      }),
      /^DATABASE_URL names a user who lacks rights: the database user .*--print-setup-sql/,
    ],
    [
      'a database that is not there',
      () => Promise.resolve({ DATABASE_URL: Object.assign(new URL(url), { pathname: '/none' }).href, SECRET_KEY: KEY }),
      /^DATABASE_URL names a database that the server does not have/,
    ],
    [
      'nobody who administers an empty database',
      () => Promise.resolve({ DATABASE_URL: url, SECRET_KEY: KEY, DEMO: 'off' }),
      /^OWNER_MAIL must name the mail address of the first administrator/,
    ],
    ['nobody who administers an empty folder', () => Promise.resolve({ DEMO: 'off' }), /^OWNER_MAIL must name /],
    [
      'a folder that cannot be written',
      () => Promise.resolve({ DATA_DIR: '/dev/null/data' }),
      /^DATA_DIR must be a folder that this process may write to/,
    ],
    [
      'an archive of the journal that cannot be written',
      () => Promise.resolve({ JOURNAL_RETENTION: '24', JOURNAL_ARCHIVE_DIR: '/dev/null/journal' }),
      /^JOURNAL_ARCHIVE_DIR must be a folder that this process may write to; it is '\/dev\/null\/journal'/,
    ],
  ])('is refused for %s', async (_what, source, expected) => {
    expect(await examine(await source())).toEqual([expect.stringMatching(expected)])
  })
})
