import { describe, expect, it } from 'vitest'
import { EnvError, readEnv } from './env.ts'

const read = (source: Record<string, string> = {}, args: string[] = []) => readEnv(source, args)

describe('the environment', () => {
  it('has a value for everything where nothing is set', () => {
    expect(read()).toMatchObject({
      host: 'localhost',
      port: 8080,
      publicUrl: 'http://localhost:8080',
      databaseUrl: undefined,
      poolSize: 10,
      statementTimeoutMs: 60_000,
      oidc: { issuer: undefined, clientId: 'console' },
      demo: true,
      demoScale: 1,
      logLevel: 'info',
      production: false,
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
    ['TRUSTED_PROXIES', '10.0.0.0/8, proxy'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['RATE_LIMIT', '-1'],
    ['PUBLIC_URL', 'ftp://example.org'],
    ['PUBLIC_URL', 'https://example.org/console'],
    ['PUBLIC_URL', 'https://example.org?a=b'],
    ['UPSTREAM_SUPERVISION', 'grafana'],
    ['UPSTREAM_SUPERVISON', 'http://localhost:3000'],
  ])('refuses %s=%s with one sentence that names the variable', (variable, value) => {
    expect(() => read({ OIDC_CLIENT_ID: 'console', [variable]: value })).toThrow(EnvError)
    expect(() => read({ OIDC_CLIENT_ID: 'console', [variable]: value })).toThrow(new RegExp(`^${variable} [^\n]*\\.$`))
  })

  it('never prints a password or a key of a wrong value', () => {
    expect(() => read({ DATABASE_URL: 'mysql://me:hunter2@localhost/x' })).toThrow(/mysql:\/\/me:\*\*\*@localhost/)
    for (const wrong of ['mysql://me:hunter2:a@b/c@localhost/x', 'me:hunter2@localhost/x', 'host=db user=me password=hunter2'])
      expect(() => read({ DATABASE_URL: wrong }), wrong).toThrow(/^(?!.*hunter2)DATABASE_URL /)
    expect(() => read({ SECRET_KEY: 'hunter2' })).not.toThrow(/hunter2/)
    expect(() => read({ SECRET_KEY: 'hunter2' })).toThrow(/^SECRET_KEY/)
  })

  it('takes a key in hexadecimal and in base64', () => {
    const key = Buffer.alloc(32, 7)
    expect(read({ SECRET_KEY: key.toString('hex') }).secretKey).toEqual(key)
    expect(read({ SECRET_KEY: key.toString('base64') }).secretKey).toEqual(key)
  })

  it('does not run the embedded provider in production unless it is asked for by name', () => {
    expect(() => read({ NODE_ENV: 'production' })).toThrow(/^OIDC_ISSUER /)
    expect(read({ NODE_ENV: 'production', EMBEDDED_IDP: 'on' }).oidc.issuer).toBeUndefined()
    expect(read({ NODE_ENV: 'production', OIDC_ISSUER: 'https://id.example.org/', OIDC_CLIENT_ID: 'c' }).oidc.issuer).toBe(
      'https://id.example.org',
    )
  })

  it('needs a client for an identity provider of its own', () => {
    expect(() => read({ OIDC_ISSUER: 'https://id.example.org' })).toThrow(/^OIDC_CLIENT_ID /)
  })

  it('accepts an empty client on a loopback address only', () => {
    expect(read({ OIDC_CLIENT_ID: '' }).oidc.clientId).toBe('')
    expect(() => read({ OIDC_CLIENT_ID: '', HOST: '0.0.0.0' })).toThrow(/^OIDC_CLIENT_ID /)
  })

  it('reads forwards by the name of their base path', () => {
    expect(read({ UPSTREAM_NETWORK_CONFIGURATION: 'http://network.example.org/v1/' }).upstreams).toEqual({
      networkConfiguration: 'http://network.example.org/v1',
    })
  })

  it('takes the size of the demo world from the command line', () => {
    expect(read({}, ['--scale', '10']).demoScale).toBe(10)
    expect(() => read({}, ['--scale'])).toThrow(/^--scale /)
    expect(() => read({}, ['--scale', 'huge'])).toThrow(/^--scale /)
  })
})
