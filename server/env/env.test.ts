import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EnvError } from './env-error.ts'
import { readEnv, readOldKey } from './env.ts'
import { BASES_WITH_VIEWS, upstreamVariable } from './upstreams.ts'
import { askedVariables } from '../../tests/support/deploy/asked-variables.ts'
import { eachCase } from '../../tests/support/each-case.ts'

const read = (source: Record<string, string> = {}, args: string[] = []) => readEnv(source, args)

describe('the environment', () => {
  it('has defaults when nothing is set', () => {
    expect(read()).toMatchObject({
      host: 'localhost',
      port: 8080,
      publicUrl: 'http://localhost:8080',
      databaseUrl: undefined,
      poolSize: 10,
      statementTimeoutMs: 60_000,
      oidc: { issuer: undefined, clientId: 'console', scope: 'openid profile email', audience: undefined, resource: undefined },
      demo: true,
      demoScale: 1,
      logLevel: 'info',
      upstreams: {},
    })
    expect(read().dataDir).toMatch(/\.data$/)
  })

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'localhost'],
    ['DATABASE_URL', 'postgres://a,,b/x'],
    ['DATABASE_URL', 'postgres://a:0,b:99999/x'],
    ['DATABASE_URL', 'postgres://a,b/x?target_session_attrs=standby'],
    ['DATABASE_URL', 'postgres://a,b/x?target_session_attrs=master'],
    ['DATABASE_READ_URL', 'postgres://standby/x'],
    ['DATABASE_READ_URL', 'postgres://standby/x?target_session_attrs=primary'],
    ['READ_MAX_LAG', '0'],
    ['DATABASE_POOL_SIZE', '0'],
    ['DATABASE_POOL_SIZE', 'many'],
    ['DATABASE_STATEMENT_TIMEOUT', '1m'],
    ['OIDC_ISSUER', 'example.org'],
    ['LOG_LEVEL', 'loud'],
    ['NODE_ENV', 'staging'],
    ['EMBEDDED_IDP', 'yes'],
    ['DEMO', '1'],
    ['DEMO_SCALE', '0'],
    ['SECRET_KEY', 'short'],
    ['OWNER_MAIL', 'owner'],
    ['SMTP_URL', 'mail.example.org'],
    ['SMTP_URL', 'https://mail.example.org'],
    ['MAIL_FROM', 'console'],
    ['TRUSTED_PROXIES', '10.0.0.0/8, proxy'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['JOURNAL_RETENTION', '0'],
    ['JOURNAL_RETENTION', '2 years'],
    ['RATE_LIMIT', '-1'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'grpc://collector'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a token'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'api-key=one,token'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'api-key='],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['OTEL_TRACES_SAMPLER_ARG', 'half'],
    ['PUBLIC_URL', 'ftp://example.org'],
    ['PUBLIC_URL', 'https://example.org/console'],
    ['PUBLIC_URL', 'https://example.org?a=b'],
    ['UPSTREAM_SUPERVISION', 'grafana'],
    ['VIEWS_URL', 'views.example.org'],
    ['VIEWS_URL', 'https://views.example.org/path'],
    ['VIEWS_URL', 'http://localhost:8081'],
    ['VIEWS_PORT', 'x'],
    ['UPSTREAM_SUPERVISON', 'http://localhost:3000'],
  ])('refuses %s=%s with one sentence that names the variable', (variable, value) => {
    expect(() => read({ OIDC_CLIENT_ID: 'console', MAIL_FROM: 'console@example.org', [variable]: value })).toThrow(EnvError)
    expect(() => read({ OIDC_CLIENT_ID: 'console', MAIL_FROM: 'console@example.org', [variable]: value })).toThrow(
      new RegExp(`^${variable} [^\n]*\\.$`),
    )
  })

  it('names where traces go to, which is nowhere by default', () => {
    const base = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }
    expect(read().traces).toBeUndefined()
    expect(read(base).traces).toEqual({ url: 'http://collector:4318/v1/traces', serviceName: 'sdwan-console' })
    const own = { ...base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces/in', OTEL_SERVICE_NAME: 'north' }
    expect(read(own).traces).toEqual({ url: 'https://traces/in', serviceName: 'north' })
    expect(read({ ...base, OTEL_SDK_DISABLED: 'true' }).traces).toBeUndefined()
    expect(read({ ...base, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' }).traces).toBeDefined()
  })

  it('refuses headers of traces without printing them, for they hold tokens', () => {
    const text = 'api-key=of-this-test-only,nothing'
    expect(() => read({ OTEL_EXPORTER_OTLP_HEADERS: text })).toThrow(/^(?!.*of-this-test-only)(?!.*nothing)OTEL_EXPORTER_OTLP_HEADERS /s)
    expect(() => read({ OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b, tenant=north=1' })).not.toThrow()
  })

  it('is refused with a sentence for each wrong value, each once', () => {
    const wrong = {
      PORT: 'x',
      DATABASE_URL: 'localhost',
      SECRET_KEY: 'short',
      SMTP_URL: 'https://x',
      VIEWS_PORT: 'y',
      UPSTREAM_X: 'z',
      OIDC_SCOPE: 'a',
    }
    let lines: string[] = []
    try {
      read(wrong, ['--scale', 'huge'])
    } catch (error) {
      lines = String((error as Error).message).split('\n')
      expect(error).toBeInstanceOf(EnvError)
    }
    expect(lines.map((line) => line.split(' ')[0])).toEqual([
      'PORT',
      'OIDC_SCOPE',
      'UPSTREAM_X',
      'DATABASE_URL',
      '--scale',
      'SECRET_KEY',
      'VIEWS_PORT',
      'SMTP_URL',
      'MAIL_FROM',
    ])
    expect(lines.every((line) => line.endsWith('.'))).toBe(true)
  })

  it('takes standbys of its database', () => {
    const url = 'postgres://a,b/x?target_session_attrs=standby'
    expect(read({ DATABASE_URL: 'postgres://p/x', DATABASE_READ_URL: url })).toMatchObject({ databaseReadUrl: url, readMaxLagMs: 5_000 })
    expect(read({ READ_MAX_LAG: '2' })).toMatchObject({ databaseReadUrl: undefined, readMaxLagMs: 2_000 })
  })

  it('takes the mail server and sender together, or neither', () => {
    const url = 'smtps://console:tide%20table@mail.example.org:465'
    expect(read().mail).toBeUndefined()
    expect(read({ MAIL_FROM: 'console@example.org' }).mail).toBeUndefined()
    expect(read({ SMTP_URL: url, MAIL_FROM: 'console@example.org' }).mail).toEqual({ url, from: 'console@example.org' })
    expect(() => read({ SMTP_URL: url })).toThrow(/^MAIL_FROM must be [^\n]*\.$/)
    expect(() => read({ SMTP_URL: 'http://me:hunter2@mail.example.org' })).toThrow(/^(?!.*hunter2)SMTP_URL /)
  })

  it('never prints a password or key when a value is invalid', () => {
    expect(() => read({ DATABASE_URL: 'mysql://me:hunter2@localhost/x' })).toThrow(/mysql:\/\/me:\*\*\*@localhost/)
    for (const wrong of ['mysql://me:hunter2:a@b/c@localhost/x', 'me:hunter2@localhost/x', 'host=db user=me password=hunter2'])
      expect(() => read({ DATABASE_URL: wrong }), wrong).toThrow(/^(?!.*hunter2)DATABASE_URL /)
    expect(() => read({ SECRET_KEY: 'hunter2' })).not.toThrow(/hunter2/)
    expect(() => read({ SECRET_KEY: 'hunter2' })).toThrow(/^SECRET_KEY/)
  })

  it('keeps the journal for ever, or for some months, for which it needs a folder', () => {
    expect(read({ JOURNAL_ARCHIVE_DIR: '/srv/journal' }).journalRetention).toBeUndefined()
    expect(read({ JOURNAL_RETENTION: '24', DATA_DIR: '/srv/data' }).journalRetention).toEqual({
      months: 24,
      folder: '/srv/data/journal-archive',
    })
    const server = { DATABASE_URL: 'postgres://localhost/x', JOURNAL_RETENTION: '1' }
    expect(() => read(server)).toThrow(/^JOURNAL_ARCHIVE_DIR must name the folder for what is older than JOURNAL_RETENTION/)
    expect(read({ ...server, JOURNAL_ARCHIVE_DIR: '/srv/journal' }).journalRetention).toEqual({ months: 1, folder: '/srv/journal' })
  })

  it('takes a key in hexadecimal and in base64', () => {
    const key = Buffer.alloc(32, 7)
    expect(read({ SECRET_KEY: key.toString('hex') }).secretKey).toEqual(key)
    expect(read({ SECRET_KEY: key.toString('base64') }).secretKey).toEqual(key)
  })

  it('runs the embedded provider in production only if it is named explicitly', { tags: ['D-4.8'] }, () => {
    expect(() => read({ NODE_ENV: 'production' })).toThrow(/^OIDC_ISSUER /)
    expect(read({ NODE_ENV: 'production', EMBEDDED_IDP: 'on' }).oidc.issuer).toBeUndefined()
    expect(read({ NODE_ENV: 'production', OIDC_ISSUER: 'https://id.example.org/', OIDC_CLIENT_ID: 'c' }).oidc.issuer).toBe(
      'https://id.example.org',
    )
  })

  it('requires a client for an external identity provider', () => {
    expect(() => read({ OIDC_ISSUER: 'https://id.example.org' })).toThrow(/^OIDC_CLIENT_ID /)
  })

  it('accepts the scope, audience and resource for such a provider', { tags: ['H-9.4'] }, () => {
    const provider = { OIDC_ISSUER: 'https://id.example.org', OIDC_CLIENT_ID: 'c' }
    expect(read(provider).oidc).toMatchObject({ scope: 'openid profile email', mailIsVerified: false })
    const asked = { OIDC_SCOPE: ' openid  email api://x/access ', OIDC_AUDIENCE: 'api://default', OIDC_RESOURCE: 'urn:console' }
    expect(read({ ...provider, ...asked, OIDC_EMAIL_VERIFIED: 'assumed' }).oidc).toMatchObject({
      scope: 'openid email api://x/access',
      audience: 'api://default',
      resource: 'urn:console',
      mailIsVerified: true,
    })
    expect(() => read({ ...provider, OIDC_SCOPE: 'profile email' })).toThrow(/^OIDC_SCOPE must list scopes .*'openid'/)
    expect(() => read({ ...provider, OIDC_AUDIENCE: 'two words' })).toThrow(/^OIDC_AUDIENCE must be one identifier/)
    expect(() => read({ ...provider, OIDC_EMAIL_VERIFIED: 'yes' })).toThrow(/^OIDC_EMAIL_VERIFIED must be one of/)
  })

  eachCase<[string]>([['OIDC_SCOPE', 'H-9.5'], ['OIDC_AUDIENCE', 'H-9.5'], ['OIDC_RESOURCE', 'H-9.5'], ['OIDC_EMAIL_VERIFIED']])(
    'refuses %s for the embedded provider',
    (variable) => {
      expect(() => read({ [variable]: 'openid' })).toThrow(`${variable} may be set only where OIDC_ISSUER names the provider`)
    },
  )

  it('accepts an empty client on a loopback address only', { tags: ['D-4.9'] }, () => {
    expect(read({ OIDC_CLIENT_ID: '' }).oidc.clientId).toBe('')
    expect(() => read({ OIDC_CLIENT_ID: '', HOST: '0.0.0.0' })).toThrow(/^OIDC_CLIENT_ID /)
  })

  it('reads forwards by the name of their base path', { tags: ['D-1.4'] }, () => {
    expect(read({ UPSTREAM_NETWORK_CONFIGURATION: 'http://network.example.org/v1/' }).upstreams).toEqual({
      networkConfiguration: 'http://network.example.org/v1',
    })
  })

  it('reads what an upstream can do besides the calls of the specifications', { tags: ['D-1.4'] }, () => {
    const api = { UPSTREAM_API: 'http://api.internal' }
    expect(read(api).abilities).toEqual({ api: [] })
    expect(read({ ...api, UPSTREAM_API_ABILITIES: 'revisions, filters' }).abilities).toEqual({ api: ['revisions', 'filters'] })
    expect(() => read({ ...api, UPSTREAM_API_ABILITIES: 'undo' })).toThrow(/^UPSTREAM_API_ABILITIES must list some of plans, dryRun, /)
    expect(() => read({ UPSTREAM_API_ABILITIES: 'plans' })).toThrow(
      /^UPSTREAM_API_ABILITIES is about an upstream, but UPSTREAM_API names none/,
    )
    expect(() => read({ UPSTREAM_APIS: 'http://api.internal' })).toThrow(/^UPSTREAM_APIS is not a known forward; known are UPSTREAM_API, /)
  })

  it.each(BASES_WITH_VIEWS)('forwards the pages of %s to an origin of their own only', { tags: ['H-5.9'] }, (base) => {
    const forwarded = { [upstreamVariable(base)]: 'http://views.internal:3000' }
    expect(() => read(forwarded)).toThrow(/^VIEWS_URL must name an origin of its own for the pages of UPSTREAM_[A-Z_]+, such as [^\n]+\.$/)
    const refusalOf = (env: Record<string, string>) => () => read({ ...forwarded, PUBLIC_URL: 'https://console.example.org', ...env })
    // Ports of a host share its cookies; a page by https shows no frames by http.
    expect(refusalOf({ VIEWS_URL: 'https://console.example.org:8443' })).toThrow(/^VIEWS_URL must have another host name than PUBLIC_URL/)
    expect(refusalOf({ VIEWS_URL: 'http://views.example.org' })).toThrow(/^VIEWS_URL must start with https:\/\//)
    expect(refusalOf({ VIEWS_URL: 'https://views.example.org', VIEWS_PORT: '8080' })).toThrow(/^VIEWS_PORT must differ from PORT/)
    const viewsOf = (env: Record<string, string>): unknown => read({ ...forwarded, ...env }).views
    expect(viewsOf({ VIEWS_URL: 'http://127.0.0.1:9000/' })).toEqual({ url: 'http://127.0.0.1:9000', port: 9000 })
    expect(viewsOf({ VIEWS_URL: 'https://views.example.org' })).toEqual({ url: 'https://views.example.org', port: 8081 })
    expect(viewsOf({ VIEWS_URL: 'https://views.example.org', VIEWS_PORT: '9001' })).toMatchObject({ port: 9001 })
  })

  it('needs no views origin if no other service serves views', () => {
    expect(read({ UPSTREAM_API: 'http://api.internal' }).views).toBeUndefined()
    expect(read({ VIEWS_URL: 'http://127.0.0.1:8081' }).views).toBeUndefined()
  })

  it('is documented in the README table: every variable that is read, and no other', () => {
    const asked = askedVariables()
    const readme = readFileSync(join(import.meta.dirname, '..', '..', 'README.md'), 'utf8')
    const rows = readme.split('\n').filter((line) => line.startsWith('| `'))
    const documented = rows.flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`([A-Z][A-Z_]+(?:<BASE>(?:_ABILITIES)?)?)`/g)].map(([, name]) => name),
    )
    // Forwards are found by what their names begin with.
    expect(documented.toSorted()).toEqual([...asked, 'UPSTREAM_<BASE>', 'UPSTREAM_<BASE>_ABILITIES'].toSorted())
  })

  it('accepts the size of the demo world from the command line', { tags: ['D-5.7'] }, () => {
    expect(read({}, ['--scale', '10']).demoScale).toBe(10)
    expect(() => read({}, ['--scale'])).toThrow(/^--scale /)
    expect(() => read({}, ['--scale', 'huge'])).toThrow(/^--scale /)
  })
})

describe('a secret in the environment', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'secrets-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const fileOf = (content: string): string => {
    const file = join(folder, crypto.randomUUID())
    writeFileSync(file, content)
    return file
  }
  const key = Buffer.alloc(32, 7)
  const url = 'postgres://me:hunter2@db.example.org/x'
  const mails = 'smtps://me:hunter2@mail.example.org'

  it.each(['', '\n', '\r\n', '\n\n'])('may be in a file with any line ending (%j)', { tags: ['H-3.10'] }, (end) => {
    const source = { SECRET_KEY_FILE: fileOf(key.toString('hex') + end), DATABASE_URL_FILE: fileOf(url + end) }
    expect(read(source)).toMatchObject({ secretKey: key, databaseUrl: url })
    const mail = { url: mails, from: 'console@example.org' }
    expect(read({ SMTP_URL_FILE: fileOf(mails + end), MAIL_FROM: mail.from }).mail).toEqual(mail)
    expect(readOldKey({ OLD_SECRET_KEY_FILE: fileOf(key.toString('base64') + end) })).toEqual(key)
  })

  it.each([
    ['SECRET_KEY', key.toString('hex')],
    ['DATABASE_URL', url],
    ['SMTP_URL', mails],
  ])(
    'is refused if %s is also given as a file, or if the file is unreadable, empty or invalid',
    { tags: ['H-3.10'] },
    (variable, value) => {
      const named = `${variable}_FILE`
      const refusal = (source: Record<string, string>): string => {
        try {
          read({ MAIL_FROM: 'console@example.org', ...source })
        } catch (error) {
          if (error instanceof EnvError) return error.message
        }
        return 'not refused'
      }
      expect(refusal({ [variable]: value, [named]: fileOf(value) })).toBe(`${named} cannot be given together with ${variable}.`)
      const missing = join(folder, 'missing')
      expect(refusal({ [named]: missing })).toBe(`${named} must name a file that this process may read (ENOENT); it is '${missing}'.`)
      expect(refusal({ [named]: folder })).toMatch(
        new RegExp(`^${named} must name a file that this process may read \\(EISDIR\\); [^\n]*\\.$`),
      )
      expect(refusal({ [named]: fileOf('\n') })).toMatch(new RegExp(`^${named} must name a file that is not empty; [^\n]*\\.$`))
      const other = refusal({ [named]: fileOf('hunter2') })
      expect(other).toMatch(new RegExp(`^${named} must name a file that holds [^\n]*\\.$`))
      expect(other).not.toContain('hunter2')
    },
  )

  it('is reported by the name of the variable that provided it when a related one is missing', { tags: ['H-3.10'] }, () => {
    expect(() => read({ SMTP_URL_FILE: fileOf(mails) })).toThrow(/^MAIL_FROM must be [^\n]*, because SMTP_URL_FILE names a mail server\.$/)
  })
})

describe('a certificate', () => {
  const folder = join(import.meta.dirname, '..', '..', 'tests', 'support', 'service', 'certificates')
  const files = { TLS_CERT_FILE: join(folder, 'first.crt'), TLS_KEY_FILE: join(folder, 'first.key') }

  it('makes the address https', () => {
    expect(readEnv(files, [])).toMatchObject({ publicUrl: 'https://localhost:8080', tls: { certificate: files.TLS_CERT_FILE } })
    expect(() => readEnv({ ...files, PUBLIC_URL: 'http://console.example.org' }, [])).toThrow('PUBLIC_URL must start with https://')
  })

  it('is refused with a sentence at start', () => {
    expect(() => readEnv({ ...files, TLS_KEY_FILE: join(folder, 'second.key') }, [])).toThrow('TLS_KEY_FILE must name')
  })
})
