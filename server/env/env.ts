import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { dirname, join } from 'node:path'
import type { Ability } from '../../schemas/tenancy.ts'
import { DatabaseAddressError, databaseHosts } from '../db/connections/server-address.ts'
import { EnvError } from './env-error.ts'
import { dataFolderOf } from '../data-folder/folder-owner.mjs'
import { givenSecret, type GivenSecret } from './given-secret.ts'
import type { MailSettings } from '../mail/mailer.ts'
import { abilitiesOf, BASES_WITH_VIEWS, upstreamOf, upstreamVariable, type Base } from './upstreams.ts'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '::1'])
const MAX_DEMO_SCALE = 1000
const DEFAULT_VIEWS_PORT = 8081

/** Everything the environment decides, checked. Absent optional values mean "not configured". */
export interface Env {
  /** Folder of the project: `dist`, `docs` and `package.json` are below it. */
  root: string
  host: string
  port: number
  /** Address under which browsers reach the service, without a slash at the end. */
  publicUrl: string
  /** Absolute path of the folder of the embedded database, its lock and its key. */
  dataDir: string
  databaseUrl: string | undefined
  /** Connections that this copy of the service holds to a PostgreSQL server at most. */
  poolSize: number
  /** How long a PostgreSQL server may work on one statement; 0: without limit. */
  statementTimeoutMs: number
  oidc: {
    /** `undefined`: the embedded provider signs people in. */
    issuer: string | undefined
    /** Empty: whoever asks is treated as authenticated; on a loopback address only. */
    clientId: string
    changePasswordUrl: string | undefined
    /** What the console asks the provider for. */
    scope: string
    /** Asked for as `audience`, and what access tokens must be for. */
    audience: string | undefined
    /** Asked for as `resource` (RFC 8707), and what access tokens must be for where no audience is set. */
    resource: string | undefined
    /** Mail addresses count as verified where the provider says nothing about them. */
    mailIsVerified: boolean
  }
  /** Whether the demo world fills an empty database; by default where the embedded provider runs outside production. */
  demo: boolean
  /** Multiplies the demo world. */
  demoScale: number
  /** Mail address of the first administrator of the platform owner where no demo world is made. */
  ownerMail: string | undefined
  logLevel: (typeof LOG_LEVELS)[number]
  /** 32 bytes that encrypt stored secrets; `undefined`, with the embedded database only: its data folder holds a key. */
  secretKey: Buffer | undefined
  /** Addresses and networks of proxies whose `X-Forwarded-For` counts; empty: nobody's does. */
  trustedProxies: string[]
  /** Requests per minute of one caller; 0: no limit. */
  rateLimit: number
  upstreams: Partial<Record<Base, string>>
  /** What upstreams can do besides the calls of the specifications. */
  abilities: Partial<Record<Base, Ability[]>>
  /** Origin of the pages of upstreams, and the port on which this service answers for it; `undefined`: no upstream serves any. */
  views: { url: string; port: number } | undefined
  /** Where mails go out; `undefined`: nobody is sent one. */
  mail: MailSettings | undefined
  cloudSecurityPortal: string | undefined
}

type Source = Record<string, string | undefined>

/** Reads and checks the environment; throws `EnvError` for the first wrong value. */
export function readEnv(source: Source = process.env, args: readonly string[] = process.argv.slice(2)): Env {
  const production = choice(source, 'NODE_ENV', { among: ['production', 'development', 'test'], otherwise: 'development' }) === 'production'
  const host = source.HOST || 'localhost'
  const port = integer(source, 'PORT', { from: 1, to: 65535, otherwise: 8080 })
  const issuer = address(source, 'OIDC_ISSUER', ['http:', 'https:'])
  const clientId = source.OIDC_CLIENT_ID ?? (issuer ? undefined : 'console')
  if (clientId === undefined) throw new EnvError('OIDC_CLIENT_ID', 'must name the client that OIDC_ISSUER knows this console by')
  if (clientId === '' && !LOOPBACK_HOSTS.has(host))
    throw new EnvError('OIDC_CLIENT_ID', 'may be empty only where HOST is a loopback address')
  const embedded = choice(source, 'EMBEDDED_IDP', { among: ['on', 'off'], otherwise: issuer || production ? 'off' : 'on' }) === 'on'
  if (embedded && issuer) throw new EnvError('EMBEDDED_IDP', 'cannot be on while OIDC_ISSUER names another provider')
  if (!embedded && !issuer && clientId !== '') {
    throw new EnvError(
      'OIDC_ISSUER',
      `must name an identity provider${production ? ' in production, unless EMBEDDED_IDP=on asks for the embedded one' : ' while EMBEDDED_IDP is off'}`,
    )
  }
  const publicUrl =
    origin(source, 'PUBLIC_URL') ?? `http://${LOOPBACK_HOSTS.has(host) || host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`
  const forwarded = upstreams(source)
  return {
    root: projectRoot(),
    host,
    port,
    publicUrl,
    dataDir: dataFolderOf(source, projectRoot()),
    databaseUrl: databaseAddress(source),
    poolSize: integer(source, 'DATABASE_POOL_SIZE', { from: 1, to: 1000, otherwise: 10 }),
    statementTimeoutMs: 1000 * integer(source, 'DATABASE_STATEMENT_TIMEOUT', { from: 0, to: 86_400, otherwise: 60 }),
    oidc: {
      issuer,
      clientId,
      changePasswordUrl: address(source, 'OIDC_CHANGE_PASSWORD_URL', ['http:', 'https:']),
      ...requestOf(source, issuer),
    },
    demo: choice(source, 'DEMO', { among: ['on', 'off'], otherwise: issuer || production ? 'off' : 'on' }) === 'on',
    demoScale: demoScale(source, args),
    ownerMail: mail(source, 'OWNER_MAIL'),
    logLevel: choice(source, 'LOG_LEVEL', { among: LOG_LEVELS, otherwise: 'info' }),
    secretKey: secretKey(source, 'SECRET_KEY'),
    trustedProxies: networks(source, 'TRUSTED_PROXIES'),
    rateLimit: integer(source, 'RATE_LIMIT', { from: 0, to: 1e9, otherwise: 60_000 }),
    upstreams: forwarded,
    abilities: abilitiesOf(source, forwarded),
    views: viewsOf(source, { publicUrl, port, upstreams: forwarded }),
    mail: mailSettings(source),
    cloudSecurityPortal: address(source, 'CLOUD_SECURITY_PORTAL_URL', ['http:', 'https:']),
  }
}

/** What tokens are asked for; the embedded provider knows that by itself. */
function requestOf(source: Source, issuer: string | undefined): Pick<Env['oidc'], 'scope' | 'audience' | 'resource' | 'mailIsVerified'> {
  for (const variable of ['OIDC_SCOPE', 'OIDC_AUDIENCE', 'OIDC_RESOURCE', 'OIDC_EMAIL_VERIFIED'])
    if (source[variable] && issuer === undefined) throw new EnvError(variable, 'may be set only where OIDC_ISSUER names the provider')
  const scope = (source.OIDC_SCOPE || 'openid profile email').trim().split(/\s+/)
  if (!scope.includes('openid'))
    throw new EnvError('OIDC_SCOPE', "must list scopes with blanks between them, 'openid' among them", source.OIDC_SCOPE)
  return {
    scope: scope.join(' '),
    audience: word(source, 'OIDC_AUDIENCE'),
    resource: word(source, 'OIDC_RESOURCE'),
    mailIsVerified: choice(source, 'OIDC_EMAIL_VERIFIED', { among: ['required', 'assumed'], otherwise: 'required' }) === 'assumed',
  }
}

/** An identifier of somebody else's: taken as it is, for it is compared letter by letter. */
function word(source: Source, variable: string): string | undefined {
  const value = source[variable]
  if (value === undefined || value === '') return undefined
  if (/[\s"\\]|[^ -~]/.test(value)) throw new EnvError(variable, 'must be one identifier without blanks or quotation marks', value)
  return value
}

function upstreams(source: Source): Env['upstreams'] {
  const found: Env['upstreams'] = {}
  for (const variable of Object.keys(source).filter((name) => name.startsWith('UPSTREAM_'))) {
    const { base, isAddress } = upstreamOf(variable)
    const url = isAddress ? address(source, variable, ['http:', 'https:']) : undefined
    if (url !== undefined) found[base] = url
  }
  return found
}

/** Pages of another service run in an origin that shares nothing with the console's: neither storage nor the cookies of a host. */
function viewsOf(source: Source, { publicUrl, port, upstreams: forwarded }: Pick<Env, 'publicUrl' | 'port' | 'upstreams'>): Env['views'] {
  const url = origin(source, 'VIEWS_URL')
  const base = BASES_WITH_VIEWS.find((one) => forwarded[one] !== undefined)
  const [own, console] = [new URL(url ?? 'http://none'), new URL(publicUrl)]
  if (url === undefined && base !== undefined) {
    const expectation = 'must name an origin of its own for the pages of'
    throw new EnvError('VIEWS_URL', `${expectation} ${upstreamVariable(base)}, such as http://127.0.0.1:8081 or https://views.example.org`)
  }
  if (url !== undefined && own.hostname === console.hostname)
    throw new EnvError('VIEWS_URL', 'must have another host name than PUBLIC_URL: browsers share cookies between the ports of a host', url)
  if (url !== undefined && console.protocol === 'https:' && own.protocol !== 'https:')
    throw new EnvError('VIEWS_URL', 'must start with https:// as PUBLIC_URL does: browsers show no other frames there', url)
  const viewsPort = integer(source, 'VIEWS_PORT', { from: 1, to: 65535, otherwise: Number(own.port) || DEFAULT_VIEWS_PORT })
  if (url === undefined || base === undefined) return undefined
  if (viewsPort === port) throw new EnvError('VIEWS_PORT', 'must differ from PORT', String(viewsPort))
  return { url: own.origin, port: viewsPort }
}

function choice<T extends string>(source: Source, variable: string, { among, otherwise }: { among: readonly T[]; otherwise: T }): T {
  const value = source[variable]
  if (value === undefined || value === '') return otherwise
  const found = among.find((one) => one === value)
  if (!found) throw new EnvError(variable, `must be one of ${among.join(', ')}`, value)
  return found
}

function integer(source: Source, variable: string, bounds: { from: number; to: number; otherwise: number }): number {
  const value = source[variable]
  if (value === undefined || value === '') return bounds.otherwise
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
  if (!(number >= bounds.from && number <= bounds.to))
    throw new EnvError(variable, `must be a whole number from ${bounds.from} to ${bounds.to}`, value)
  return number
}

function address(source: Source, variable: string, protocols: readonly string[]): string | undefined {
  const value = source[variable]
  return value === undefined || value === '' ? undefined : checkedAddress({ value, variable }, protocols)
}

function checkedAddress({ value, variable }: GivenSecret, protocols: readonly string[]): string {
  const expectation = `must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`
  if (!hasProtocol(value, protocols)) throw new EnvError(variable, expectation, withoutPassword(value))
  return value.replace(/\/+$/, '')
}

function hasProtocol(value: string, protocols: readonly string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol)
}

/** The service lives at the root of its address: its cookies, redirects and pages name paths from there. */
function origin(source: Source, variable: string): string | undefined {
  const value = address(source, variable, ['http:', 'https:'])
  if (value !== undefined && new URL(value).href !== `${new URL(value).origin}/`)
    throw new EnvError(variable, 'must be an address without a path, such as https://console.example.org', withoutPassword(value))
  return value
}

function mail(source: Source, variable: string): string | undefined {
  const value = source[variable]
  if (value === undefined || value === '') return undefined
  if (!/^[^\s@]+@[^\s@]+$/.test(value)) throw new EnvError(variable, 'must be a mail address', value)
  return value
}

/** A mail that comes from nowhere is not delivered. */
function mailSettings(source: Source): MailSettings | undefined {
  const given = givenSecret(source, 'SMTP_URL')
  const from = mail(source, 'MAIL_FROM')
  if (given === undefined) return undefined
  const url = mailServer(given)
  if (from === undefined)
    throw new EnvError('MAIL_FROM', `must be the mail address that mails come from, because ${given.variable} names a mail server`)
  return { url, from }
}

/** What stands in a file is not printed, for it may be the file of another secret. */
function mailServer({ value, variable }: GivenSecret): string {
  const protocols = ['smtp:', 'smtps:']
  if (variable !== 'SMTP_URL' && !hasProtocol(value, protocols))
    throw new EnvError(variable, 'must name a file that holds the address of a mail server, smtps://<user>:<password>@<host>')
  return checkedAddress({ value, variable }, protocols)
}

function networks(source: Source, variable: string): string[] {
  const list = (source[variable] ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  for (const one of list) {
    const [ip = '', bits] = one.split('/')
    const isNetwork = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(ip) === 6 ? 128 : 32))
    if (isIP(ip) === 0 || !isNetwork)
      throw new EnvError(variable, 'must list addresses or networks such as 10.0.0.0/8, with commas between them', one)
  }
  return list
}

/** Whatever stands between a name and the last `@`, and behind `password=`: addresses that are not well formed hold passwords, too. */
function withoutPassword(value: string): string {
  return value.replace(/^((?:[a-z][\w+.-]*:\/\/)?[^:@]*):.*@/is, '$1:***@').replace(/(password|passwd|pwd)=[^&\s]*/gi, '$1=***')
}

/** The key that stored secrets are under until it is replaced; `undefined` where it is not given. */
export function readOldKey(source: Source = process.env): Buffer | undefined {
  return secretKey(source, 'OLD_SECRET_KEY')
}

/** Never prints the value: it is a secret. */
function secretKey(source: Source, name: string): Buffer | undefined {
  const given = givenSecret(source, name)
  if (given === undefined) return undefined
  const { value, variable } = given
  const key = /^[0-9a-f]{64}$/i.test(value) ? Buffer.from(value, 'hex') : Buffer.from(value, 'base64')
  if (key.length !== 32)
    throw new EnvError(
      variable,
      `must ${variable === name ? 'be' : 'name a file that holds'} 32 bytes, written as 64 hexadecimal digits or in base64`,
    )
  return key
}

/** What stands in a file is not printed, for it may be the file of another secret. */
function databaseAddress(source: Source): string | undefined {
  const given = givenSecret(source, 'DATABASE_URL')
  if (given === undefined) return undefined
  const { value, variable } = given
  try {
    databaseHosts(value)
  } catch (error) {
    if (!(error instanceof DatabaseAddressError)) throw error
    if (variable === 'DATABASE_URL') throw new EnvError(variable, error.message, withoutPassword(value))
    throw new EnvError(
      variable,
      'must name a file that holds the address of a PostgreSQL server, postgres://<user>:<password>@<host>/<database>',
    )
  }
  return value
}

function demoScale(source: Source, args: readonly string[]): number {
  const position = args.indexOf('--scale')
  const value = position < 0 ? source.DEMO_SCALE : (args[position + 1] ?? '')
  const variable = position < 0 ? 'DEMO_SCALE' : '--scale'
  if (position >= 0 && value === '') throw new EnvError('--scale', 'must be followed by a whole number')
  return integer({ [variable]: value }, variable, { from: 1, to: MAX_DEMO_SCALE, otherwise: 1 })
}

/** The nearest folder above this file that holds `package.json`; the same for sources and for the bundle in `dist/server`. */
function projectRoot(): string {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package.json'))) {
    const above = dirname(folder)
    if (above === folder) throw new Error('package.json is missing above the service')
    folder = above
  }
  return folder
}
